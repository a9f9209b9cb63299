import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import {
  type BeaconServer,
  serveBeacon,
  simulateBeacon,
  simulatedNetwork,
  toConfig,
} from '@lectern/consensus/testing'
import { makeTestChain, type PaperNode, startPaperNode } from '@lectern/follow/testing'
import { openStore } from '@lectern/history'
import { expect, onTestFinished, test } from 'vitest'
import { lectern, serve, temporaryFolder } from './command.ts'
import { ask, until } from './questions.ts'

const chain = makeTestChain(50)

/** A node of the test chain, a beacon node over it, and the flags that follow both; the chain's last slot was so many seconds ago. */
async function prepare(age = 0) {
  const genesisTime = BigInt(Math.floor(Date.now() / 1_000) - 50 * 6 - age)
  const network = simulatedNetwork({ fulu: 0 }, { genesisTime })
  const simulation = simulateBeacon(
    network,
    chain.blocks.map(({ hash, number }) => ({ blockHash: hash, blockNumber: number })),
  )
  const node: PaperNode = await startPaperNode(chain.blocks)
  onTestFinished(() => node[Symbol.asyncDispose]())
  const beacon: BeaconServer = await serveBeacon(simulation)
  onTestFinished(() => beacon[Symbol.asyncDispose]())
  const datadir = temporaryFolder()
  await (await openStore(datadir, { chain: chain.identity }))[Symbol.asyncDispose]()
  const config = join(temporaryFolder(), 'config.yaml')
  writeFileSync(
    config,
    Object.entries(toConfig(network))
      .map(([name, value]) => `${name}: '${value}'\n`)
      .join(''),
  )
  const args = [
    'follow',
    node.url,
    '--datadir',
    datadir,
    '--once',
    '--finality',
    'beacon',
    '--beacon.api',
    beacon.url,
  ]
  const genesis = [
    '--beacon.genesis.gvroot',
    toHex(network.genesisValidatorsRoot),
    '--beacon.genesis.time',
    String(genesisTime),
  ]
  const checkpoint = toHex(simulation.root(8n))
  const finalized = simulation.finalizedAt(simulation.head() - 1n)
  return {
    node,
    beacon,
    simulation,
    datadir,
    args,
    flags: ['--beacon.config', config, ...genesis],
    checkpoint,
    finalized,
  }
}

test('the block that the committee signed is finalized, not what the node says; the newest checkpoint is saved, and a restart needs no flag', async () => {
  const { node, datadir, args, flags, checkpoint, finalized, simulation, beacon } = await prepare()
  Object.assign(node, { safe: 48n, finalized: 48n })
  expect(await lectern([...args, ...flags, '--beacon.checkpoint', checkpoint])).toMatchObject({ code: 0 })
  const readFinalized = async () => {
    await using store = await openStore(datadir, { readOnly: true })
    return store.head!.finalized
  }
  expect(await readFinalized()).toBe(finalized)
  const root = toHex(simulation.root(finalized))
  expect(JSON.parse(readFileSync(join(datadir, 'beacon-checkpoint.json'), 'utf8'))).toEqual({
    checkpoint,
    root,
  })
  expect(await lectern([...args, ...flags])).toMatchObject({ code: 0 })
  expect(beacon.asked.findLast((path) => path.includes('bootstrap'))).toContain(root)
})

test('a checkpoint that is missing, unknown or too old, and flags that lack others get one sentence and exit code 2', async () => {
  const { args, flags, checkpoint } = await prepare()
  const said = async (more: readonly string[], from = args) => {
    const { code, stderr } = await lectern([...from, ...more, '--log.level', 'silent'])
    expect(code).toBe(2)
    return stderr
  }
  expect(await said(flags)).toMatch(/^lectern: No checkpoint is saved in .*: name the root/)
  expect(await said([...flags, '--beacon.checkpoint', `0x${'11'.repeat(32)}`])).toMatch(
    /HTTP 404\. Name a newer one/,
  )
  expect(await said(['--beacon.checkpoint', checkpoint, ...flags.slice(0, 2)])).toMatch(
    /needs --beacon\.genesis\.gvroot/,
  )
  expect(await said(['--beacon.checkpoint', '0x12'])).toMatch(/It must be 0x and 64 hexadecimal digits/)
  expect(await said([], args.slice(0, -2))).toMatch(/needs a beacon API: name one with --beacon\.api/)
  const old = await prepare(15 * 86_400)
  expect(await said([...old.flags, '--beacon.checkpoint', old.checkpoint], old.args)).toMatch(
    /cannot be followed from the checkpoint .* Name a newer one/,
  )
})

test('lectern serve --follow answers finalized by the beacon chain too', async () => {
  const { node, beacon, datadir, flags, checkpoint, finalized } = await prepare()
  const named = [
    '--finality',
    'beacon',
    '--beacon.api',
    beacon.url,
    '--beacon.checkpoint',
    checkpoint,
    ...flags,
  ]
  const args = named.map((arg) => (arg.startsWith('--') ? `--follow.${arg.slice(2)}` : arg))
  const { url } = await serve(['--datadir', datadir, '--follow', node.url, ...args])
  const look = async () => {
    const response = await ask(url, 'eth_getBlockByNumber', ['finalized', false])
    return ((await response.json()) as { result?: { number: string } | null }).result?.number
  }
  await until(look, (number) => number === `0x${finalized.toString(16)}`)
})
