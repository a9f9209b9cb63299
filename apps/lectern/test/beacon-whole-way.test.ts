import { createClient, http } from '@lectern/client'
import { type BeaconVoucher, verifier } from '@lectern/client/verify'
import { beacon } from '@lectern/client/verify/beacon'
import { needsLiveNodes, startAnvil } from '@lectern/follow/testing'
import { sample } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { numberOf, startBeacon } from './beacon.ts'
import { importSample, lectern, serve, temporaryFolder } from './command.ts'
import { ask, until } from './questions.ts'

test('the sample chain is served, signed by a simulated beacon chain, and followed into another store by its signatures', async () => {
  const [from, to] = [temporaryFolder(), temporaryFolder()]
  await lectern(importSample(from))
  const { url } = await serve(['--datadir', from])
  const { flags } = await startBeacon(url)
  const args = ['follow', url, '--datadir', to, '--genesis', sample.genesis, '--once', ...flags]
  const { code, stderr } = await lectern(args)
  expect(code, stderr).toBe(0)
  const followed = await serve(['--datadir', to])
  const finalized = await numberOf(followed.url, 'finalized')
  expect(finalized).toBeGreaterThan(0)
  expect(finalized).toBeLessThan(await numberOf(followed.url, 'latest'))
})

test(
  'anvil executes, a simulated beacon chain signs, a server follows both through reorgs, and a client proves a receipt from the checkpoint',
  needsLiveNodes,
  async () => {
    await using node = await startAnvil()
    await node.ask('anvil_mine', '0x14')
    const transaction = (await node.ask('eth_sendTransaction', {
      from: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
      value: '0x16',
    })) as string
    await node.ask('anvil_mine', '0x28')
    const { flags, api, checkpoint, network } = await startBeacon(node.url)
    await node.ask('anvil_mine', '0x20')
    const named = [...flags, '--latest', 'attested'].map((flag) => flag.replace(/^--/, '--follow.'))
    const datadir = temporaryFolder()
    const follow = ['--follow', node.url, '--follow.genesis', 'node', ...named]
    const { url } = await serve(['--datadir', datadir, '--workers', '1', ...follow])
    await until(
      () => numberOf(url, 'finalized'),
      (number) => number > 50,
    )
    const trust = beacon({ api, checkpoint, network })
    const client = createClient({
      transport: http(url),
      verify: verifier({ level: 'full', trust, members: 'tolerant' }),
    })
    const { report } = await client.proven.getReceipt(transaction as `0x${string}`)
    expect(report.trust).toBe('anchored')
    expect(report.anchor).toMatchObject({
      level: 'finalized',
      checkpoint,
      participants: 32,
    } satisfies Partial<BeaconVoucher>)

    const seen: number[] = []
    for (const depth of [3, 5, 2]) {
      await node.ask('anvil_reorg', depth, [])
      await node.ask('anvil_mine', '0x10')
      const head = Number(await node.ask('eth_blockNumber'))
      const { hash } = (await node.ask('eth_getBlockByNumber', `0x${(head - 1).toString(16)}`, false)) as {
        hash: string
      }
      const look = async () => {
        seen.push(await numberOf(url, 'finalized'))
        const response = await ask(url, 'eth_getBlockByNumber', [`0x${(head - 1).toString(16)}`, false])
        return ((await response.json()) as { result?: { hash: string } | null }).result?.hash
      }
      await until(look, (stored) => stored === hash)
      expect(await numberOf(url, 'latest')).toBeLessThan(head) // the newest block is not attested yet
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBeGreaterThan(seen[0]!)
  },
)
