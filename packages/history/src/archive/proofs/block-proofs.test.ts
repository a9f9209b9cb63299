import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RawBlock, VerifiedBlock } from '@lectern/chain'
import { networks as beaconNetworks } from '@lectern/consensus'
import { simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { describeCorpus } from '@lectern/fixtures'
import { afterAll, expect, test } from 'vitest'
import { MemoryStore } from '../../../test/memory-store.ts'
import { unpackBlocks } from '../../../test/raw-blocks.ts'
import { writeEreFile } from '../../../test/era-file.ts'
import { createSynthesizer, syntheticConfig } from '../../../test/synthetic.ts'
import { importEras } from '../../import/import-eras.ts'
import { knownProofRoots, networks } from './networks.ts'
import { encodeProof, type ProofRoots } from './block-proofs.ts'
import { accumulatorBranches } from './accumulator.ts'
import { inspectEra, readEra } from '../era.ts'
import { proveByAccumulator } from '../era-writers.ts'
import { readMainnetEras } from './mainnet-eras.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Blocks of a chain whose beacon chain is simulated: 192 of them in three whole periods of 64 slots. */
function makeChain() {
  const make = createSynthesizer(22)
  const blocks: VerifiedBlock[] = []
  for (let number = 0; number < 192; number++) blocks.push(make(blocks.at(-1) ?? null, 0))
  const network = simulatedNetwork({ bellatrix: 0, capella: 8, deneb: 16 })
  const known = blocks.map(({ hash, number }) => ({ blockHash: hash, blockNumber: number }))
  const chain = simulateBeacon(network, [...known, known.at(-1)!])
  const { summaries } = chain.summaries(192n)
  const historical = chain.historicalRoots()
  const proofs = (count = summaries.length): ProofRoots => ({
    network,
    roots: {
      accumulator: () => undefined,
      historicalRoot: (index) => historical[index],
      summary: (index) => (index < count ? summaries[index]?.blockSummaryRoot : undefined),
    },
  })
  const raw: RawBlock[] = blocks.map(({ raw }) => raw)
  return { blocks, raw, chain, network, proofs }
}

const { blocks, raw, chain, network, proofs } = makeChain()
const honest = raw.map((_, index) => chain.blockProof(BigInt(index)))
const encoded = honest.map((proof) => encodeProof(proof, network.preset))
/** Returns the proof entry of a block instead of the honest one. */
const proveBut = (index: number, entry: Uint8Array) => () => (at: number) =>
  at === index ? entry : encoded[at]!

/** Writes the blocks with proofs: honest ones, but for one. */
async function write(index = -1, entry: Uint8Array = new Uint8Array()) {
  const file = await writeEreFile(raw, { prove: proveBut(index, entry) })
  folders.push(file.folder)
  return file
}

test('the proofs of a file prove its blocks, up to the last whose root is known', async () => {
  const { path } = await write()
  expect((await inspectEra({ path, format: 'ere' }, { proofs: proofs() })).proven).toEqual({
    number: 191n,
    hash: blocks[191]!.hash,
    kind: 'summariesDeneb',
  })
  expect((await inspectEra({ path, format: 'ere' }, { proofs: proofs(1) })).proven).toMatchObject({
    number: 127n,
    kind: 'summariesCapella',
  })
  expect((await inspectEra({ path, format: 'ere' }, { proofs: proofs(0) })).proven).toMatchObject({
    number: 63n,
    kind: 'historicalRoots',
  })
  expect((await inspectEra({ path, format: 'ere' })).proven).toBeUndefined()
})

test('a file whose name says that it has proofs has them, and others have none', async () => {
  const { path } = await write()
  expect(path).not.toContain('noproofs')
  const bare = await writeEreFile(raw)
  folders.push(bare.folder)
  expect(bare.path).toContain('-noproofs.ere')
  expect((await inspectEra({ path: bare.path, format: 'ere' }, { proofs: proofs() })).proven).toBeUndefined()
})

test('a proof of another block is refused with its byte', async () => {
  const other = await write(70, encoded[71])
  await expect(inspectEra({ path: other.path, format: 'ere' }, { proofs: proofs() })).rejects.toThrow(
    /byte \d+: the proof of block 70 is refused: Block 70 is not in the beacon block of slot 71 that its proof names\.$/,
  )
})

test('an entry that is no proof is refused', async () => {
  const entries = ['', 'c0', 'c20480', 'c20080', 'c20280', 'c3c18080', 'c3028080']
  for (const hex of entries) {
    const { path } = await write(3, Buffer.from(hex, 'hex'))
    await expect(inspectEra({ path, format: 'ere' }, { proofs: proofs() }), hex).rejects.toThrow(
      /byte \d+: the proof of block 3 is refused: /,
    )
  }
})

test('a changed byte in any part of a proof is refused', async () => {
  const entry = encoded[3]!
  for (let at = 0; at < entry.length; at += 31) {
    const { path } = await write(3, entry.with(at, entry[at]! ^ 4))
    await expect(inspectEra({ path, format: 'ere' }, { proofs: proofs() }), `byte ${at}`).rejects.toThrow(
      /byte \d+: the proof of block 3 is refused: /,
    )
  }
})

test.each([
  [0, 63n, 'historical-roots'],
  [1, 127n, 'summaries'],
  [2, 191n, 'summaries'],
] as const)(
  'with %i summaries an import trusts block %i, the last that is proven, on the grounds of %s',
  async (count, number, grounds) => {
    const { path } = await write()
    const store = new MemoryStore()
    const identity = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
    const { anchor } = await importEras({
      store,
      sources: [path],
      chain: identity,
      proofs: proofs(count),
      workers: 0,
    })
    expect(anchor).toBe(number)
    await using snapshot = await store.snapshot()
    expect(snapshot.head).toMatchObject({
      number: 191n,
      anchor: { number, hash: blocks[Number(number)]!.hash, grounds },
      safe: number,
      finalized: number,
    })
  },
)

describeCorpus('era1', 'proofs by the accumulator', (corpus) => {
  test('an era of mainnet that is written with proofs is proven by the built-in accumulators', async () => {
    const era = await inspectEra({ path: join(corpus, 'mainnet-00000-5ec1ffb8.era1'), format: 'era1' })
    const blocks = await Array.fromAsync(unpackBlocks(readEra(era)))
    const { path, folder } = await writeEreFile(blocks, {
      prove: proveByAccumulator,
      difficultyBefore: era.difficulty!.before,
    })
    folders.push(folder)
    const known = await knownProofRoots(networks['mainnet']!, readMainnetEras())
    const { proven } = await inspectEra({ path, format: 'ere' }, { proofs: known })
    expect(proven).toEqual({ number: era.last, hash: era.hash, kind: 'accumulator' })
    expect(known!.network).toBe(beaconNetworks.mainnet)
  })
})

test('a part of an era has no proofs by the accumulator, and branches of one lead to it', () => {
  expect(proveByAccumulator([{ number: 0n, hash: new Uint8Array(32) }], [])).toBeUndefined()
  const records = [1, 2, 3].map((at) => ({
    hash: new Uint8Array(32).fill(at),
    totalDifficulty: new Uint8Array(32).fill(9),
  }))
  expect(accumulatorBranches(records)(2)).toHaveLength(15)
})
