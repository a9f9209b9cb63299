import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeHeader, encodeHeader, toHex, type VerifiedBlock, verify } from '@lectern/chain'
import { ClientError, createClient } from '@lectern/client'
import { type BeaconVoucher, serverProofs, verifier } from '@lectern/client/verify'
import { beacon, serverHistory } from '@lectern/client/verify/beacon'
import { encodeBlockProof, networks } from '@lectern/consensus'
import { serveBeacon, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { fromHex, readYaml } from '@lectern/consensus/testing/vectors'
import { describeCorpus } from '@lectern/fixtures'
import { openHistoryProofs, openStore, type SummariesState } from '@lectern/history'
import {
  createSynthesizer,
  encodeProof,
  listAccumulators,
  listHistoricalRoots,
  readMainnetEras,
  readMainnetRoots,
  syntheticConfig,
  writeEreFile,
} from '@lectern/history/testing'
import { jsonRpc as endpoint, proofs } from '@lectern/server'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { lectern, serve, temporaryFolder } from '../../test/command.ts'
import { createSummariesSource } from './summaries-source.ts'

/** An execution chain and the beacon chain over it, whose blocks name each other. */
function makeChains(forks: Parameters<typeof simulatedNetwork>[0] = { capella: 0, deneb: 8 }) {
  const network = simulatedNetwork(forks, { secondsPerSlot: 12 })
  const simulation = simulateBeacon(network, [])
  const make = createSynthesizer(31)
  const blocks: VerifiedBlock[] = []
  for (let slot = 0; slot < 200; slot++) {
    const parent = blocks.at(-1) ?? null
    const { raw } = make(parent, slot === 100 ? 3 : 0)
    const parentBeaconBlockRoot = slot === 0 ? new Uint8Array(32) : simulation.root(BigInt(slot - 1))
    const header = encodeHeader({ ...decodeHeader(raw.header), parentBeaconBlockRoot })
    const block = verify({ ...raw, header }, { config: syntheticConfig, parent })
    blocks.push(block)
    simulation.append({ blockHash: block.hash, blockNumber: block.number })
  }
  return { network, simulation, blocks }
}

const chain = makeChains()
const { network, simulation, blocks } = chain
const name = (number: number) => ({ number: BigInt(number), hash: toHex(blocks[number]!.hash) })
const stateOf = (slot: bigint): SummariesState => ({
  header: simulation.header(slot),
  ...simulation.summaries(slot),
})
let eras: string
beforeAll(async () => void (eras = await writeEras(chain)))
afterAll(() => rmSync(eras, { recursive: true, force: true }))

async function writeEras({ network, simulation, blocks }: typeof chain): Promise<string> {
  const raw = blocks.slice(0, 192).map((block) => block.raw)
  const file = await writeEreFile(raw, {
    prove: () => (at) => encodeProof(simulation.blockProof(BigInt(at)), network.preset),
  })
  return dirname(file.path)
}

/** A server of the chain, and what it says instead of a proof. */
async function serveChain({
  chain: { network, blocks } = chain,
  folder = eras,
  findState = (): SummariesState | undefined => stateOf(194n),
  maxHeaders = 10_000,
  withEras = true,
} = {}) {
  const store = await openStore(temporaryFolder(), {
    chain: { genesisHash: blocks[0]!.hash, config: syntheticConfig },
  })
  onTestFinished(() => store[Symbol.asyncDispose]())
  await store.commit({ blocks })
  const history = await openHistoryProofs({
    store,
    maxHeaders,
    ...(withEras && { eras: { folder, network } }),
    findState: async () => findState(),
  })
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(endpoint, { methods: store })
  await app.register(proofs, { proofs: { ...store.proofs, history } })
  return await app.listen({ host: '127.0.0.1', port: 0 })
}

const { signal } = new AbortController()

test('blocks are proven by the summaries of a finalized state, and near ones by the headers between', async () => {
  const url = await serveChain()
  const history = serverHistory()
  const kinds = []
  for (const number of [0, 63, 64, 100, 190, 191, 192, 198])
    kinds.push([number, (await history(url, network, name(number), name(199), signal))?.kind])
  expect(kinds).toEqual([
    [0, 'summariesCapella'],
    [63, 'summariesCapella'],
    [64, 'summariesDeneb'],
    [100, 'summariesDeneb'],
    [190, 'summariesDeneb'],
    [191, 'headers'],
    [192, 'headers'],
    [198, 'headers'],
  ])
})

test('the summaries in a state of Gloas prove the blocks before it', async () => {
  const gloas = makeChains({ capella: 0, deneb: 8, gloas: 24 })
  const { network, simulation, blocks } = gloas
  const folder = await writeEras(gloas)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const state = { header: simulation.header(194n), ...simulation.summaries(194n) }
  const url = await serveChain({ chain: gloas, folder, findState: () => state })
  const nameOf = (number: number) => ({ number: BigInt(number), hash: toHex(blocks[number]!.hash) })
  for (const [number, kind] of [
    [63, 'summariesCapella'],
    [100, 'summariesDeneb'],
    [190, 'summariesDeneb'],
  ] as const)
    expect(await serverHistory()(url, network, nameOf(number), nameOf(199), signal)).toMatchObject({ kind })
})

test('an old receipt is proven from a checkpoint in one request for its history; the report says by what', async () => {
  const url = await serveChain()
  await using node = await serveBeacon(simulation)
  const asked: string[] = []
  const proving = serverProofs({ fetch: (href, init) => (asked.push(String(href)), fetch(href, init)) })
  const checkpoint = toHex(simulation.root(184n))
  const now = () => Number(network.genesisTime) + 199 * 12
  const trust = beacon({
    api: node.url,
    checkpoint,
    network,
    now,
    level: 'attested',
    history: serverHistory(proving),
  })
  const ethereum = createClient({
    transport: url,
    verify: verifier({ level: 'full', trust, proofs: proving }),
  })
  const { report } = await ethereum.proven.getReceipt(toHex(blocks[100]!.transactions[0]!.hash))
  const anchor = report.anchor as BeaconVoucher
  expect(anchor).toMatchObject({
    history: 'summariesDeneb',
    level: 'attested',
    slot: 198n,
    participants: 32,
    committee: 32,
    checkpoint,
    block: name(198),
  })
  expect(anchor.sentence).toBe(
    `proven by the beacon chain’s historical summaries in the state of slot 194, which an ancestor of block 198 ${name(198).hash} names: 32 of 32 signed slot 198 as attested, from the checkpoint ${checkpoint}`,
  )
  expect(asked.map((href) => href.split('/')[4])).toEqual(['receipt', 'history'])
})

test('each changed digit of a proof is refused, and each part that is left out', async () => {
  const url = await serveChain()
  for (const [number, parts] of [
    [100, ['kind', 'proof', 'root', 'branch', 'beacon', 'headers']],
    [195, ['headers']],
  ] as const) {
    const path = `${url}/proof/history/0x${number.toString(16)}?to=0xc7`
    const honest = (await (await fetch(path)).json()) as Record<string, string | string[]>
    expect(Object.keys(honest).toSorted()).toEqual([...parts].toSorted())
    const ask = (altered: object) =>
      serverHistory({ findHistory: async () => altered as never })(
        url,
        network,
        name(number),
        name(199),
        signal,
      )
    await ask(honest)
    const refused = async (altered: object, what: string) => {
      const error = await ask(altered).then(
        () => expect.fail(`${what} of block ${number} was taken`),
        (error: unknown) => error,
      )
      expect(error, what).toBeInstanceOf(Error)
      if (error instanceof ClientError) expect(error.code, what).toBe('UNVERIFIED')
    }
    for (const part of parts) {
      await refused({ ...honest, [part]: [] }, `an empty ${part}`)
      const value = honest[part]!
      if (part === 'kind') {
        for (const kind of ['accumulator', 'historicalRoots', 'summariesCapella', 'none'])
          await refused({ ...honest, kind }, kind)
        continue
      }
      const texts = [value].flat()
      for (const [at, text] of texts.entries())
        for (let digit = 2; digit < text.length; digit += 11) {
          const changed = text.slice(0, digit) + (text[digit] === 'a' ? 'b' : 'a') + text.slice(digit + 1)
          const altered = typeof value === 'string' ? changed : texts.with(at, changed)
          await refused({ ...honest, [part]: altered }, `digit ${digit} of ${part} ${at}`)
        }
      if (Array.isArray(value))
        await refused({ ...honest, [part]: value.slice(1) }, `${part} without its first`)
    }
  }
})

test('a store that fails once costs one proof: the next is made', async () => {
  const store = await openStore(temporaryFolder(), {
    chain: { genesisHash: blocks[0]!.hash, config: syntheticConfig },
  })
  onTestFinished(() => store[Symbol.asyncDispose]())
  await store.commit({ blocks })
  const state = stateOf(194n)
  let taken = 0
  const open = (failing: number) =>
    openHistoryProofs({
      store: {
        async snapshot() {
          if (taken++ === failing) throw new Error('Not now.')
          return store.snapshot()
        },
      },
      eras: { folder: eras, network },
      findState: async () => state,
    })
  const ask = async (find: Awaited<ReturnType<typeof open>>) =>
    Buffer.concat(await Array.fromAsync((await find(100n, 199n))!)).toString()
  const right = await ask(await open(-1))
  for (let failing = 0, count = taken; failing < count; failing++) {
    taken = 0
    const find = await open(failing)
    await expect(ask(find)).rejects.toThrow('Not now.')
    expect(await ask(find)).toBe(right)
  }
})

test('the headers of a proof are as many as the limit allows, and none more', async () => {
  const url = await serveChain({ withEras: false, maxHeaders: 50 })
  const find = (from: number, to: number) => serverHistory()(url, network, name(from), name(to), signal)
  expect(await find(149, 199)).toMatchObject({ kind: 'headers' })
  expect(await find(148, 199)).toBeUndefined()
  expect((await fetch(`${url}/proof/history/0x94?to=0xc7`)).status).toBe(404)
  expect((await fetch(`${url}/proof/history/0xc7?to=0xc8`)).status).toBe(404)
})

test('the headers above the block that names the state are counted, too', async () => {
  for (const [maxHeaders, expected] of [
    [5, expect.objectContaining({ kind: 'summariesDeneb' })], // 195 to 199
    [4, undefined],
  ] as const) {
    const url = await serveChain({ maxHeaders })
    expect(await serverHistory()(url, network, name(100), name(199), signal)).toEqual(expected)
  }
})

test('without a state, or by one that no block names yet, there is no proof but headers', async () => {
  for (const state of [
    undefined,
    stateOf(199n),
    { ...stateOf(194n), header: { ...simulation.header(194n), proposerIndex: 9n } },
  ]) {
    const url = await serveChain({ findState: () => state, maxHeaders: 50 })
    expect(await serverHistory()(url, network, name(100), name(199), signal)).toBeUndefined()
  }
})

test('what headers have proven is not asked for again', async () => {
  const url = await serveChain()
  let count = 0
  const history = serverHistory(serverProofs({ fetch: (href, init) => (count++, fetch(href, init)) }))
  for (const number of [191, 195, 198]) await history(url, network, name(number), name(199), signal)
  expect(count).toBe(1)
  await history(url, network, name(193), name(198), signal)
  expect(count).toBe(2)
})

test('summaries are got once an epoch, after an error at the next slot; the last good ones stay meanwhile', async () => {
  let isBroken = false
  await using node = await serveBeacon(simulation, {
    alter(path, { status, body }) {
      const altered = structuredClone(body) as any
      if (isBroken && path.includes('lodestar')) altered.data.historical_summaries.pop()
      return { status, body: altered }
    },
  })
  const { url, asked } = node
  const errors: unknown[] = []
  let slot = 190
  const find = createSummariesSource(url, network, {
    onError: (error) => errors.push(String(error)),
    now: () => Number(network.genesisTime) + 12 * slot,
  })
  const [first, second] = await Promise.all([find(), find()])
  expect(first).toEqual(stateOf(176n))
  expect(second).toBe(first)
  expect(asked).toHaveLength(2)
  isBroken = true
  slot += 8
  expect(await find()).toBe(first)
  expect(await find()).toBe(first)
  expect(asked).toHaveLength(4)
  isBroken = false
  slot += 1
  const renewed = await find()
  expect(renewed).not.toBe(first)
  expect(await find()).toBe(renewed)
  expect(renewed).toEqual(first)
  expect(asked).toHaveLength(6)
  expect(errors).toEqual([
    'ConsensusError: The 1 historical summaries are not those of the state of slot 176.',
  ])
})

test('a beacon node that has no summaries, answers no JSON or floods gives none', async () => {
  for (const [response, message] of [
    [{ status: 404, body: {} }, 'HTTP 404'],
    [{ status: 200, body: 'no JSON' }, 'not valid JSON'],
    [{ status: 200, body: 'x'.repeat(50_001) }, 'larger than 50000 bytes'],
    [{ status: 200, body: { data: { header: { message: { slot: '1' } } } } }, ''],
  ] as const) {
    await using node = await serveBeacon(simulation, { alter: () => response })
    const errors: string[] = []
    const find = createSummariesSource(node.url, network, {
      onError: (error) => errors.push(String(error)),
      maxBytes: 50_000,
    })
    expect(await find()).toBeUndefined()
    expect(errors).toEqual([expect.stringContaining(message)])
  }
  const refusing = createSummariesSource('http://127.0.0.1:1', network, { onError: () => {} })
  expect(await refusing()).toBeUndefined()
})

test('a folder without .ere files, and a beacon node without a folder, are refused with a sentence', async () => {
  const datadir = temporaryFolder()
  const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig } // of chain id 1
  const store = await openStore(datadir, { chain })
  await store.commit({ blocks: blocks.slice(0, 1) })
  await store[Symbol.asyncDispose]()
  const empty = temporaryFolder()
  expect(
    await lectern(['serve', '--datadir', datadir, '--http.port', '0', '--proofs.eras', empty]),
  ).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `${empty} holds no .ere file: lectern export --format ere --proofs writes them`,
    ),
  })
  const beacon = ['--proofs.beacon', 'http://127.0.0.1:1']
  expect(await lectern(['serve', '--datadir', datadir, '--http.port', '0', ...beacon])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--proofs.beacon needs a folder of .ere files with proofs'),
  })
})

describeCorpus('era1', 'blocks before the merge', (corpus) => {
  test('are proven by what lectern export wrote, down from the root that is built in', async () => {
    const [datadir, folder] = [temporaryFolder(), temporaryFolder()]
    const era = join(corpus, 'mainnet-00000-5ec1ffb8.era1')
    expect(await lectern(['import', era, '--datadir', datadir])).toMatchObject({ code: 0 })
    const ere = ['--format', 'ere', '--proofs']
    expect(await lectern(['export', '--datadir', datadir, ...ere, '--out', folder])).toMatchObject({
      code: 0,
    })
    const { url } = await serve(['--datadir', datadir, '--proofs.eras', folder, '--workers', '1'])
    const blockAt = async (number: number) => {
      const { hash } = await createClient(url).orThrow.getBlock(number)
      return { number: BigInt(number), hash }
    }
    const proven = await serverHistory()(
      url,
      networks.mainnet,
      await blockAt(100),
      await blockAt(8_191),
      signal,
    )
    expect(proven).toEqual({
      kind: 'accumulator',
      sentence: 'proven by the accumulator of its era, whose root is built in',
    })
    const other = { ...(await blockAt(100)), hash: (await blockAt(101)).hash }
    await expect(
      serverHistory()(url, networks.mainnet, other, await blockAt(8_191), signal),
    ).rejects.toMatchObject({ code: 'UNVERIFIED', check: 'accumulatorProof' })
    const sepolia = serverHistory()(url, networks.sepolia, await blockAt(100), await blockAt(8_191), signal)
    await expect(sepolia).rejects.toMatchObject({ code: 'UNVERIFIED', check: 'trust' })
  })
})

describeCorpus(
  'consensus/portal/mainnet/history/headers_with_proof',
  'mainnet’s frozen history',
  (folder) => {
    const { mainnet } = networks
    /** Checks a proof with the client. */
    const judge = (proof: object, number: number, hash: string) =>
      serverHistory({ findHistory: async () => ({ headers: [], ...proof }) })(
        'http://a.example',
        mainnet,
        { number: BigInt(number), hash },
        { number: 24_000_000n, hash: `0x${'ab'.repeat(32)}` },
        signal,
      )
    const refused = { code: 'UNVERIFIED', check: 'trust' }

    test('proves blocks of 2016, of 2022 and the last one before the merge by the root of all eras', async () => {
      const list = listAccumulators(readMainnetEras())
      for (const number of [1_000_010, 14_764_013, 15_537_393]) {
        const yaml = readYaml<Record<string, string>>(`${folder}/${number}.yaml`)
        const content = fromHex(yaml['content_value']!)
        const proof = toHex(content.slice(new DataView(content.buffer).getUint32(4, true)))
        const hash = toHex(fromHex(yaml['content_key']!).slice(1)) // after a byte for the kind of content
        const era = Math.floor(number / 8_192)
        const branch = list.branch(era).map(toHex)
        const honest = { kind: 'accumulator', proof, root: toHex(list.roots[era]!), branch }
        expect(await judge(honest, number, hash)).toMatchObject({ kind: 'accumulator' })
        await expect(judge(honest, number + 1, hash)).rejects.toMatchObject({ code: 'UNVERIFIED' })
        const other = { root: toHex(list.roots[era - 1]!), branch: list.branch(era - 1).map(toHex) }
        await expect(judge({ ...honest, ...other }, number, hash)).rejects.toMatchObject(refused)
      }
    })

    test('proves blocks between the merge and Capella by the root of historical_roots', async () => {
      const list = listHistoricalRoots(readMainnetRoots())
      for (const number of [15_537_394, 15_539_558, 15_547_621, 15_555_729, 17_034_869]) {
        const yaml = readYaml<ProofYaml>(`${folder}/block_proofs_bellatrix/beacon_block_proof-${number}.yaml`)
        const slot = BigInt(yaml.slot)
        const parts = {
          beaconBlockProof: yaml.beacon_block_proof.map(fromHex),
          beaconBlockRoot: fromHex(yaml.beacon_block_root),
          executionBlockProof: yaml.execution_block_proof.map(fromHex),
          slot,
        }
        const kind = 'historicalRoots'
        const proof = toHex(encodeBlockProof({ kind, proof: parts }, mainnet.preset))
        const period = Number(slot / 8_192n)
        const honest = {
          kind,
          proof,
          root: toHex(list.roots[period]!),
          branch: list.branch(period).map(toHex),
        }
        const hash = yaml.execution_block_header
        expect(await judge(honest, number, hash)).toEqual({
          kind,
          sentence: 'proven by the beacon chain’s historical roots, whose root is built in',
        })
        const other = { root: toHex(list.roots[period - 1]!), branch: list.branch(period - 1).map(toHex) }
        await expect(judge({ ...honest, ...other }, number, hash)).rejects.toMatchObject(refused)
      }
    })
  },
)

interface ProofYaml {
  readonly execution_block_header: string
  readonly execution_block_proof: readonly string[]
  readonly beacon_block_root: string
  readonly beacon_block_proof: readonly string[]
  readonly slot: string
}
