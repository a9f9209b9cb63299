import { readFileSync, writeFileSync } from 'node:fs'
import { toHex } from '@lectern/chain'
import { sample } from '@lectern/fixtures'
import { openStore } from '@lectern/history'
import { expect, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from './command.ts'

const question = (tag: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [tag, false] }),
})

/** The hashes of blocks of the sample chain. */
async function hashesAt(...numbers: bigint[]): Promise<string[]> {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  await using store = await openStore(datadir, { readOnly: true })
  return numbers.map((number) => toHex(store.blockHash(number)!))
}

const top = sample.headNumber

test('S5 a history has the safe and the finalized block that a headfcu.json names, and every command and route reports them', async () => {
  const folder = temporaryFolder()
  const [datadir, file] = [`${folder}/history`, `${folder}/headfcu.json`]
  const [safe, finalized] = await hashesAt(60n, 50n)
  const write = (state: object) => writeFileSync(file, JSON.stringify({ params: [state, null] }))
  const args = ['import', sample.chain, '--genesis', sample.genesis, '--head', file, '--datadir', datadir]

  write({ headBlockHash: sample.head, safeBlockHash: safe, finalizedBlockHash: `0x${'11'.repeat(32)}` })
  expect((await lectern(args)).stderr).toContain(
    `the finalized block 0x${'11'.repeat(32)} is none of the stored blocks 0 to ${top}, so it is no ancestor of the trusted head: no anchor was set. Blocks 0 to ${top} are stored.`,
  )
  write({ headBlockHash: sample.head, safeBlockHash: safe })
  expect((await lectern(args)).stderr).toMatch(/params\[0\]\.finalizedBlockHash of .* must be a 0x-prefixed/)

  write({ headBlockHash: sample.head, safeBlockHash: safe, finalizedBlockHash: finalized })
  expect((await lectern(args)).stdout).toContain(
    `Block ${top} has the hash that --head named: it and all before it are anchored; the safe one is block 60, the finalized one block 50.`,
  )
  const { url } = await serve(['--datadir', datadir])
  for (const [tag, hash] of Object.entries({ latest: sample.head, safe, finalized })) {
    const answer = await fetch(url, question(tag))
    expect(await answer.json()).toMatchObject({ result: { hash } })
  }
  const expected = {
    anchor: { number: top, hash: sample.head, grounds: 'stated' },
    safe: { number: 60, hash: safe },
    finalized: { number: 50, hash: finalized },
  }
  expect(await (await fetch(`${url}/status`)).json()).toMatchObject(expected)
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('\nstore_finalized_number 50\n')
  expect(JSON.parse((await lectern(['verify', '--datadir', datadir, '--json'])).stdout)).toMatchObject(
    expected,
  )

  const zero = `0x${'00'.repeat(32)}`
  write({ headBlockHash: sample.head, safeBlockHash: zero, finalizedBlockHash: zero })
  expect(JSON.parse((await lectern([...args, '--json'])).stdout)).toMatchObject({
    anchor: top,
    grounds: 'stated',
    safe: null,
    finalized: null,
  })
})

test('a history is anchored where its trusted head is followed by something else, which is refused', async () => {
  const folder = temporaryFolder()
  const [datadir, source] = [`${folder}/history`, `${folder}/chain.rlp`]
  writeFileSync(source, Buffer.concat([readFileSync(sample.chain), Buffer.from('the end')]))
  const imported = await lectern(importSample(datadir).with(1, source))
  expect(imported.code).toBe(2)
  expect(imported.stderr).toMatch(
    new RegExp(
      `after block ${top}: the item at byte \\d+ begins with 0x74 and so is no RLP list\\. Blocks 0 to ${top} are stored, anchored at block ${top}; what follows block ${top} is refused\\.\\n$`,
    ),
  )
  expect((await lectern(['verify', '--datadir', datadir])).stdout).toContain(`anchored at block ${top}`)
})
