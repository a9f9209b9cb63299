import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toHex } from '@lectern/chain'
import type { ForkName } from '@lectern/consensus'
import {
  type BeaconServer,
  type BeaconServerOptions,
  serveBeacon,
  simulateBeacon,
  simulatedNetwork,
  toConfigFile,
} from '@lectern/consensus/testing'
import { makeTestChain, type PaperNode, startPaperNode } from '@lectern/follow/testing'
import { openStore } from '@lectern/history'
import { expect, onTestFinished, test } from 'vitest'
import { lectern, serve, temporaryFolder } from './command.ts'
import { ask, askLatest, read, until } from './questions.ts'

const chain = makeTestChain(50)

/** A node of the test chain, a beacon node over it, and the flags that follow both. `seconds` have passed since the last slot. */
async function prepare(age = 0, alter?: BeaconServerOptions['alter'], fork: ForkName = 'fulu') {
  const genesisTime = BigInt(Math.floor(Date.now() / 1_000) - 50 * 6 - age)
  const network = simulatedNetwork({ [fork]: 0 }, { genesisTime })
  const simulation = simulateBeacon(
    network,
    chain.blocks.map(({ hash, number }) => ({ blockHash: hash, blockNumber: number })),
  )
  const node: PaperNode = await startPaperNode(chain.blocks)
  onTestFinished(() => node[Symbol.asyncDispose]())
  const beacon: BeaconServer = await serveBeacon(simulation, { alter })
  onTestFinished(() => beacon[Symbol.asyncDispose]())
  const datadir = temporaryFolder()
  await (await openStore(datadir, { chain: chain.identity }))[Symbol.asyncDispose]()
  const config = join(temporaryFolder(), 'config.yaml')
  writeFileSync(config, toConfigFile(network))
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
    /HTTP 404.* Name a newer one/,
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

type Prepared = Awaited<ReturnType<typeof prepare>>

/** The flags by which a server follows what was prepared. */
function serveArgs({ node, datadir, checkpoint, flags }: Prepared, apis: string, ...more: readonly string[]) {
  const named = ['--finality', 'beacon', '--beacon.api', apis, '--beacon.checkpoint', checkpoint]
  const args = [...named, ...flags, ...more].map((arg) => arg.replace(/^--/, '--follow.'))
  return ['--datadir', datadir, '--follow', node.url, ...args]
}

test('a beacon API that lies or breaks at the start gets one line of the log, and the next one is asked', async () => {
  const honest = await prepare()
  const startBroken = async (alter: BeaconServerOptions['alter']) => {
    const broken = await serveBeacon(honest.simulation, { alter })
    onTestFinished(() => broken[Symbol.asyncDispose]())
    return broken.url
  }
  const liar = await startBroken((path, response) => {
    const { body } = structuredClone(response) as { body: any }
    if (path.includes('bootstrap')) body.data.header.beacon.slot = '9'
    return { ...response, body }
  })
  const failing = await startBroken((_, response) => ({ ...response, status: 503 }))
  const lacking = await startBroken((_, response) => ({ ...response, status: 404 }))
  const args = [...honest.args.slice(0, -1), [liar, failing, lacking, honest.beacon.url].join()]
  const checkpoint = ['--beacon.checkpoint', honest.checkpoint]
  const { code, stdout, stderr } = await lectern([...args, ...honest.flags, ...checkpoint])
  expect(code, stderr).toBe(0)
  // At the next slot they may say more, of other objects.
  const said = (stdout + stderr)
    .split('\n')
    .filter((line) => line.includes('"beacon-api"') && line.includes('bootstrap'))
  expect(said).toHaveLength(3)
  expect(said[0]).toMatch(`${liar}: The bootstrap is of the block`)
  expect(said[1]).toMatch(`${failing}: The beacon node has no bootstrap/`)
})

test('beacon APIs that all lie or break at the start are asked again until one is well', async () => {
  let isBroken = true
  const prepared = await prepare(0, (_, response) => (isBroken ? { ...response, status: 503 } : response))
  const { url } = await serve(serveArgs(prepared, prepared.beacon.url))
  const beacon = () => statusOf(url).then(({ follow }) => follow?.beacon)
  await until(beacon, (now) => now?.why?.includes('HTTP 503') === true)
  expect(await beacon()).toMatchObject({ finalized: null, apis: [{ up: false }] })
  isBroken = false
  await until(beacon, (now) => now?.finalized?.slot === Number(prepared.finalized))
})

test('a server answers before the beacon chain has, and ends following where no API has the checkpoint', async () => {
  const hanging = await prepare(0, () => undefined)
  const silent = await serve(serveArgs(hanging, hanging.beacon.url))
  await until(
    () => askLatest(silent.url),
    (number) => number === 49,
  )
  expect((await statusOf(silent.url)).follow?.beacon).toMatchObject({ finalized: null, attested: null })

  const unknown = await prepare(0, (_, response) => ({ ...response, status: 404 }))
  const { url } = await serve(serveArgs(unknown, unknown.beacon.url))
  await until(
    () => statusOf(url),
    ({ follow }) => follow?.halt?.message.includes('Name a newer one') === true,
  )
  await ask(url, 'eth_getBlockByNumber', ['latest', false])
})

interface Status {
  readonly follow?: {
    readonly head: { readonly number: number } | null
    readonly halt: { readonly message: string } | null
    readonly beacon: {
      readonly why: string | null
      readonly finalized: { readonly slot: number } | null
    } | null
  } | null
}
const statusOf = (url: string) => read(`${url}/status`) as Promise<Status>

/** A slot of `/status` that the whole committee signed. */
const slot = (at: bigint | number) => ({ slot: Number(at), block: Number(at), participants: 32 })

test('with --latest attested a chain of Gloas is followed, whose beacon headers have no block numbers', async () => {
  const { args, flags, datadir, checkpoint, finalized, simulation } = await prepare(0, undefined, 'gloas')
  const latest = ['--latest', 'attested', '--beacon.checkpoint', checkpoint]
  const { code, stderr } = await lectern([...args, ...flags, ...latest])
  expect(code, stderr).toBe(0)
  await using store = await openStore(datadir, { readOnly: true })
  // The block that the newest signed slot builds on, and the one that the finalized slot does.
  expect(store.head).toMatchObject({ number: simulation.head() - 2n, finalized: finalized - 1n })
})

test('with --latest attested the newest block is the attested one; status and metrics say how the beacon chain is followed', async () => {
  const prepared = await prepare()
  const { simulation, beacon, checkpoint, finalized } = prepared
  const header = ['--beacon.api.header', 'x-key: 22']
  const { url } = await serve(serveArgs(prepared, beacon.url, '--latest', 'attested', ...header))
  const attested = Number(simulation.head()) - 1
  await until(
    () => askLatest(url),
    (number) => number === attested,
  )
  await until(
    () => statusOf(url),
    ({ follow }) => follow?.beacon?.finalized?.slot === Number(finalized) && follow.head?.number === attested,
  )
  expect(await statusOf(url)).toMatchObject({
    follow: {
      finality: 'beacon',
      tip: 49,
      head: { number: attested },
      beacon: {
        checkpoint,
        committee: 32,
        finalized: slot(finalized),
        attested: slot(attested),
        apis: [{ name: beacon.url, up: true, why: null }],
        why: null,
      },
    },
  })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toContain(`lectern_follow_beacon_slot{level="finalized"} ${finalized}`)
  expect(metrics).toContain(`lectern_follow_beacon_slot{level="attested"} ${attested}`)
  expect(metrics).toContain('lectern_follow_beacon_participation{level="attested"} 1')
  expect(metrics).toMatch(/lectern_follow_beacon_age_seconds\{level="finalized"\} \d+/)
  expect(metrics).toContain(`lectern_follow_beacon_api_up{api="${beacon.url}"} 1`)
  expect(beacon.headers.every((sent) => sent['x-key'] === '22')).toBe(true)
  const { code, stderr } = await lectern([
    'follow',
    prepared.node.url,
    '--datadir',
    prepared.datadir,
    '--latest',
    'attested',
  ])
  expect(code).toBe(2)
  expect(stderr).toContain('--latest attested needs the beacon chain: add --finality beacon.')
})

test('lectern serve --follow answers finalized by the beacon chain too', async () => {
  const prepared = await prepare()
  const { beacon, finalized } = prepared
  const { url } = await serve(serveArgs(prepared, beacon.url))
  const look = async () => {
    const response = await ask(url, 'eth_getBlockByNumber', ['finalized', false])
    return ((await response.json()) as { result?: { number: string } | null }).result?.number
  }
  await until(look, (number) => number === `0x${finalized.toString(16)}`)
})
