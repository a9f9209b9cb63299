import { networks, type Network } from '@lectern/consensus'
import {
  type BeaconResponse,
  serveBeacon,
  simulateBeacon,
  simulatedNetwork,
} from '@lectern/consensus/testing'
import { expect, test } from 'vitest'
import { failure } from '../../test/faulty.ts'
import { truths } from '../../test/lies.ts'
import { sampleTransport } from '../../test/sample-node.ts'
import { createClient, type Transport } from '../index.ts'
import { beacon, type BeaconOptions } from './beacon.ts'
import { type BeaconVoucher, type Report, verifier } from './index.ts'

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

/** The hashes of the sample chain's blocks, by their numbers. */
const hashes = truths
  .filter(({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === false)
  .map(({ result }: any) => ({ number: Number(result.number), hash: String(result.hash) }))
  .toSorted((a, b) => a.number - b.number)
  .map(({ hash }) => hash)
const network: Network = simulatedNetwork()
const executions = hashes.map((hash, number) => ({ blockHash: fromHex(hash), blockNumber: BigInt(number) }))
const simulation = simulateBeacon(network, executions)
const head = Number(simulation.head())
const finalized = Number(simulation.finalizedAt(simulation.head() - 1n))
const checkpoint = toHex(simulation.root(8n))
const now = () => Number(network.genesisTime) + head * network.secondsPerSlot

/** Returns the voucher of a result. */
const anchorOf = ({ report }: { readonly report: Report }) => report.anchor as BeaconVoucher

/** A node that knows its earliest block. */
const earliest =
  (transport: Transport): Transport =>
  ({ method, params: [number, ...rest] }, bounds) =>
    number === 'earliest'
      ? transport({ method, params: ['earliest'] }, bounds).then(() =>
          transport({ method, params: ['0x0', ...rest] }, bounds),
        )
      : transport({ method, params: [number, ...rest] }, bounds)

function trusting(
  options: Partial<BeaconOptions> & Pick<BeaconOptions, 'api'>,
  transport: Transport = sampleTransport(),
) {
  const trust = beacon({ checkpoint, network, now, ...options })
  return createClient({ transport, verify: verifier({ level: 'full', trust, members: 'tolerant' }) })
}

test('a receipt is proven from a sync committee’s signature down to its logs, by the checkpoint alone', async () => {
  await using node = await serveBeacon(simulation)
  const { result } = truths.find(
    ({ method, result }: any) =>
      method === 'eth_getTransactionReceipt' &&
      Number(result?.blockNumber) <= finalized &&
      result.logs.length > 0,
  ) as any
  const { report } = await trusting({ api: node.url }).proven.getReceipt(result.transactionHash)
  expect(report.trust).toBe('anchored')
  expect(report.anchor).toEqual({
    sentence: `ancestor of block ${finalized} ${hashes[finalized]}: 32 of 32 signed slot ${finalized} as finalized, from the checkpoint ${checkpoint}`,
    level: 'finalized',
    slot: BigInt(finalized),
    participants: 32,
    committee: 32,
    checkpoint,
    block: { number: BigInt(finalized), hash: hashes[finalized] },
    history: 'headers',
  })
  expect(report.proven).toContain('/logs/*/data')
})

test('a block above the finalized one is refused, and trusted if what is attested is', async () => {
  await using node = await serveBeacon(simulation)
  expect(await failure(trusting({ api: node.url }).getBlock(head - 1))).toMatchObject({
    code: 'UNVERIFIED',
    check: 'trust',
    message: expect.stringContaining(
      `trust is "block ${head - 1}", not "at most block ${finalized}, which is finalized"`,
    ),
  })
  const block = await trusting({ api: node.url, level: 'attested' }).proven.getBlock(head - 1)
  expect(anchorOf(block)).toMatchObject({ level: 'attested', slot: BigInt(head - 1) })
})

test('a tag is the newest block that is proven to have it, of the level that is trusted', async () => {
  await using node = await serveBeacon(simulation)
  const asked: unknown[] = []
  const transport: Transport = (call, bounds) => {
    asked.push(call.params[0])
    return sampleTransport()(call, bounds)
  }
  for (const [level, tag, number] of [
    ['attested', 'latest', head - 1],
    ['attested', 'safe', finalized],
    ['attested', 'finalized', finalized],
    ['finalized', 'latest', finalized],
    ['finalized', 'safe', finalized],
    ['finalized', 'finalized', finalized],
    ['finalized', 'earliest', 0],
  ] as const) {
    asked.length = 0
    const client = trusting({ api: node.url, level }, earliest(transport))
    for (const call of [client.orThrow.getBlock(tag), client.orThrow.eth_getBlockByNumber(tag, false)])
      expect([level, tag, Number((await call).number)]).toEqual([level, tag, number])
    expect(asked.includes(tag)).toBe(tag === 'earliest')
  }
})

test('the newest block is asked for anew in each slot', async () => {
  const growing = simulateBeacon(network, executions.slice(0, 60))
  await using node = await serveBeacon(growing)
  const now = () => Number(network.genesisTime) + Number(growing.head()) * network.secondsPerSlot
  const client = trusting({ api: node.url, level: 'attested', now })
  expect(Number((await client.orThrow.getBlock('latest')).number)).toBe(58)
  growing.append(executions[60]!)
  expect(Number((await client.orThrow.getBlock('latest')).number)).toBe(59)
})

test('an attested block that was replaced is trusted no more, and the block that replaced it is', async () => {
  const branch = [...executions.slice(0, 63), { blockHash: new Uint8Array(32).fill(7), blockNumber: 63n }]
  const chain = simulateBeacon(network, [...branch, executions[64]!])
  await using node = await serveBeacon(chain)
  let slots = 0
  const now = () => Number(network.genesisTime) + (Number(chain.head()) + slots) * network.secondsPerSlot
  const client = trusting({ api: node.url, level: 'attested', now })
  // The execution node has left the branch already.
  expect(await failure(client.getBlock(63))).toMatchObject({ code: 'UNVERIFIED', check: 'trust' })
  expect(await failure(client.getBlock(62))).toMatchObject({ code: 'UNVERIFIED', check: 'trust' })
  const asked = node.asked.length
  chain.revert(62n)
  for (const execution of executions.slice(63)) chain.append(execution)
  slots = 2
  for (const number of [62, 63]) expect(anchorOf(await client.proven.getBlock(number)).level).toBe('attested')
  expect(node.asked.length).toBeLessThan(asked + 6) // followed once
})

test('a block that the execution node lacks is not available, rather than refuted', async () => {
  await using node = await serveBeacon(simulation)
  const gone = `0x${(finalized - 2).toString(16)}`
  const lacking: Transport = (call, bounds) =>
    call.params[0] === gone ? Promise.resolve({ result: null }) : sampleTransport()(call, bounds)
  expect(await failure(trusting({ api: node.url }, lacking).getBlock(finalized - 4))).toMatchObject({
    code: 'NOT_AVAILABLE',
    message: `eth_getBlockByNumber: block ${finalized - 2} is not available, so block ${finalized - 4} cannot be tied to block ${finalized}.`,
  })
})

test.each([429, 500, 503])('a beacon node that answers %d is asked again', async (status) => {
  let asked = 0
  await using node = await serveBeacon(simulation, {
    alter: (_, response) => (asked++ % 2 === 0 ? { status, body: {} } : response),
  })
  expect(await trusting({ api: node.url }).getBlock(5)).not.toBeNull()
})

test.each([
  [429, 3],
  [503, 3],
  [404, 1],
])('a beacon node that always answers %d is asked %d times', async (status, times) => {
  let asked = 0
  await using node = await serveBeacon(simulation, { alter: () => (asked++, { status, body: {} }) })
  expect(await failure(trusting({ api: node.url }).getBlock(5))).toMatchObject({ code: 'HTTP_ERROR', status })
  expect(asked).toBe(times)
})

test('a checkpoint that the beacon node does not know is explained', async () => {
  await using node = await serveBeacon(simulation)
  const other = `0x${'b5'.repeat(32)}`
  const error = await failure(trusting({ api: node.url, checkpoint: other }).getBlock(5))
  expect(error).toMatchObject({ code: 'HTTP_ERROR', status: 404 })
  expect(error.message).toContain(
    `The beacon node has no bootstrap/${other}: HTTP 404. A checkpoint is the root of the beacon block at an epoch boundary`,
  )
})

test('beacon nodes are asked once for all blocks below what they proved, and once a slot for one above', async () => {
  await using node = await serveBeacon(simulation)
  let late = 0
  const client = trusting({ api: node.url, now: () => now() + late })
  const count = (part: string) => node.asked.filter((path) => path.includes(part)).length
  await Promise.all([client.orThrow.getBlock(finalized), client.orThrow.getBlock(finalized - 3)])
  await client.orThrow.getBlock(finalized - 9)
  expect([count('bootstrap'), count('finality')]).toEqual([1, 1])
  for (const expected of [2, 2]) {
    await failure(client.getBlock(finalized + 1))
    expect([count('bootstrap'), count('finality')]).toEqual([1, expected])
  }
  late = network.secondsPerSlot
  await failure(client.getBlock(finalized + 1))
  expect([count('bootstrap'), count('finality')]).toEqual([1, 3])
})

test('an execution node with another chain is refused', async () => {
  await using node = await serveBeacon(simulation)
  const honest = sampleTransport()
  // It returns block 3 for each number.
  const lying: Transport = (call, context) =>
    honest(
      { ...call, params: [call.params[0] === '0x5' ? '0x3' : call.params[0], call.params[1]] as never },
      context,
    )
  await using other = await serveBeacon(
    simulateBeacon(
      network,
      hashes.toReversed().map((hash, number) => ({ blockHash: fromHex(hash), blockNumber: BigInt(number) })),
    ),
  )
  expect(await failure(trusting({ api: node.url }, lying).getBlock(5))).toMatchObject({
    code: expect.stringMatching(/WRONG_ANSWER|UNVERIFIED/),
  })
  // The other beacon chain has other blocks, so another checkpoint.
  expect(await failure(trusting({ api: other.url }).getBlock(5))).toMatchObject({
    code: 'HTTP_ERROR',
    status: 404,
  })
})

const forged: readonly (readonly [name: string, path: RegExp, change: (data: any) => void, check: string])[] =
  [
    ['a bootstrap of another block', /bootstrap/, (data) => (data.header.beacon.slot = '9'), 'checkpoint'],
    [
      'another committee',
      /bootstrap/,
      (data) =>
        data.current_sync_committee.pubkeys.splice(
          0,
          2,
          ...data.current_sync_committee.pubkeys.slice(0, 2).toReversed(),
        ),
      'committeeBranch',
    ],
    [
      'a forged signature',
      /finality/,
      (data) => (data.sync_aggregate.sync_committee_bits = '0xfeffffff'),
      'signature',
    ],
    [
      'another finalized block',
      /finality/,
      (data) => (data.finalized_header.execution.block_hash = hashes[1]),
      'executionBranch',
    ],
    [
      'another finalized header',
      /finality/,
      (data) => (data.finalized_header.beacon.proposer_index = '1'),
      'finalityBranch',
    ],
    ['a header of the future', /finality/, (data) => (data.signature_slot = '99999'), 'time'],
    ['a broken header', /finality/, (data) => delete data.attested_header, 'json'],
  ]

test.each(forged)('%s is refused, and the next beacon node is asked', async (_, path, change, check) => {
  const alter = (asked: string, response: BeaconResponse): BeaconResponse => {
    const { body } = structuredClone(response) as { body: any }
    if (path.test(asked)) change(body.data)
    return { ...response, body }
  }
  await using liar = await serveBeacon(simulation, { alter })
  await using honest = await serveBeacon(simulation)
  expect(await failure(trusting({ api: liar.url }).getBlock(5))).toMatchObject({
    code: 'UNVERIFIED',
    check,
    url: liar.url,
  })
  const block = await trusting({ api: [liar.url, honest.url] }).proven.getBlock(5)
  expect(anchorOf(block).slot).toBe(BigInt(finalized))
})

const respond = (body: unknown, status = 200) => ({ alter: () => ({ status, body }) })

test('a node that hangs, fails, floods or speaks no JSON is passed over', async () => {
  await using silent = await serveBeacon(simulation, { alter: () => undefined })
  await using failing = await serveBeacon(simulation, respond({}, 503))
  await using flooding = await serveBeacon(simulation, respond('x'.repeat(200_001)))
  await using array = await serveBeacon(simulation, {
    alter: (path, response) => (path.includes('updates') ? { status: 200, body: {} } : response),
  })
  await using honest = await serveBeacon(simulation)
  const limits = { timeout: 1_000, maxBytes: 200_000 }
  const codeOf = async (api: string) => (await failure(trusting({ api, ...limits }).getBlock(5))).code
  expect(await codeOf(silent.url)).toBe('TIMEOUT')
  expect(await codeOf(failing.url)).toBe('HTTP_ERROR')
  expect(await codeOf(flooding.url)).toBe('TOO_LARGE')
  expect(await codeOf('http://127.0.0.1:1')).toBe('NETWORK')
  expect(await codeOf(array.url)).toBe('BAD_RESPONSE')
  const api = [silent.url, failing.url, flooding.url, 'http://127.0.0.1:1', honest.url]
  expect(await trusting({ api, ...limits }).getBlock(5)).not.toBeNull()
})

test('a node with stale finality vouches for what it knows, and the next one for the rest', async () => {
  const old = simulateBeacon(
    network,
    hashes.slice(0, 41).map((hash, number) => ({ blockHash: fromHex(hash), blockNumber: BigInt(number) })),
  )
  await using stale = await serveBeacon(old)
  await using fresh = await serveBeacon(simulation)
  expect(anchorOf(await trusting({ api: stale.url }).proven.getBlock(5)).slot).toBe(16n)
  expect(anchorOf(await trusting({ api: [stale.url, fresh.url] }).proven.getBlock(17)).slot).toBe(
    BigInt(finalized),
  )
})

test('a checkpoint that is too old, of another network, or none at all is refused', async () => {
  await using node = await serveBeacon(simulation)
  expect(
    await failure(trusting({ api: node.url, now: () => now() + 15 * 86_400 }).getBlock(5)),
  ).toMatchObject({
    code: 'UNVERIFIED',
    check: 'age',
  })
  const other = { ...network, genesisValidatorsRoot: networks.hoodi.genesisValidatorsRoot }
  expect(await failure(trusting({ api: node.url, network: other }).getBlock(5))).toMatchObject({
    check: 'signature',
  })
  expect(() => beacon({ api: 'beacon', checkpoint })).toThrow('"beacon" must be an http or https URL')
  expect(() => beacon({ api: node.url, checkpoint: '0x12' })).toThrow(
    '"0x12" must be the root of a beacon block: 0x and 64 hex digits.',
  )
})

test('periods are asked for as many at a time as the limit allows', async () => {
  await using node = await serveBeacon(simulation)
  await trusting({ api: node.url, maxPeriods: 1 }).orThrow.getBlock(5)
  const asked = node.asked.filter((path) => path.includes('updates'))
  expect(asked.length).toBeGreaterThan(1)
  for (const path of asked) expect(path).toContain('&count=1')
  await using other = await serveBeacon(simulation)
  await trusting({ api: other.url }).orThrow.getBlock(5)
  expect(other.asked.find((path) => path.includes('updates'))).not.toContain('&count=1')
})

test('from Gloas on the number of the signed block is read from its own header, and from no other', async () => {
  const gloas = simulatedNetwork({ gloas: 0 })
  const chain = simulateBeacon(
    gloas,
    hashes.map((hash, number) => ({ blockHash: fromHex(hash), blockNumber: BigInt(number) })),
  )
  await using node = await serveBeacon(chain)
  const asked: string[] = []
  const answering =
    (find: (hash: string) => number): Transport =>
    (call, context) => {
      asked.push(call.method)
      if ((call.method as string) !== 'eth_getBlockByHash') return sampleTransport()(call, context)
      const number = `0x${find(call.params[0] as string).toString(16)}`
      return sampleTransport()({ method: 'eth_getBlockByNumber', params: [number, false] }, context)
    }
  const trust = { api: node.url, network: gloas, checkpoint: toHex(chain.root(8n)) }
  const client = trusting(
    trust,
    answering((hash) => hashes.indexOf(hash)),
  )
  expect(anchorOf(await client.proven.getBlock(5))).toMatchObject({
    slot: BigInt(finalized),
    block: { number: BigInt(finalized - 1), hash: hashes[finalized - 1] }, // a beacon block of Gloas names the parent of its execution block
    history: 'headers',
  })
  await client.orThrow.getBlock(7)
  expect(asked.filter((method) => method === 'eth_getBlockByHash')).toHaveLength(1)
  const lying = trusting(
    trust,
    answering(() => 5),
  )
  expect(await failure(lying.getBlock(5))).toMatchObject({ code: 'UNVERIFIED', check: 'trust' })
  const unknown = trusting(
    trust,
    answering(() => 9_999),
  )
  expect(await failure(unknown.getBlock(5))).toMatchObject({ code: 'NOT_AVAILABLE' })
})
