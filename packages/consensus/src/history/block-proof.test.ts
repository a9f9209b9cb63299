import {
  type BlockProof,
  checkBlockProof,
  checkSummaries,
  decodeBlockProof,
  encodeBlockProof,
  type HistoryRoots,
} from '@lectern/consensus'
import { inventExecutions, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { expect, test } from 'vitest'

const executions = inventExecutions(392)
const { network, ...chain } = simulateBeacon(
  simulatedNetwork({ bellatrix: 0, capella: 8, deneb: 16, electra: 20, gloas: 36 }),
  executions,
)
const { summaries, branch } = chain.summaries(391n)
const historical = chain.historicalRoots()
const roots: HistoryRoots = {
  accumulator: () => undefined,
  historicalRoot: (index) => historical[index],
  summary: (index) => summaries[index]?.blockSummaryRoot,
}
/** From Gloas on a beacon block proves the execution block that its own builds on. */
const proofOf = (number: number) => chain.blockProof(BigInt(number < 287 ? number : number + 1))
const blockAt = (number: number) => ({ number: BigInt(number), hash: executions[number]!.blockHash })

test('a block of Bellatrix is proven from a historical root, one from Capella on from a summary', () => {
  for (const [number, kind] of [
    [0, 'historicalRoots'],
    [63, 'historicalRoots'],
    [64, 'summariesCapella'],
    [127, 'summariesCapella'],
    [128, 'summariesDeneb'],
    [164, 'summariesDeneb'],
    [255, 'summariesDeneb'],
    [287, 'summariesGloas'],
    [319, 'summariesGloas'],
    [382, 'summariesGloas'],
  ] as const) {
    const proof = proofOf(number)
    expect(proof.kind).toBe(kind)
    expect(() => checkBlockProof(network, blockAt(number), proof, roots)).not.toThrow()
  }
})

test('the summaries are proven from the state of a header, and no others', () => {
  const header = chain.header(391n)
  expect(summaries).toHaveLength(5)
  expect(() => checkSummaries(network, header, summaries, branch)).not.toThrow()
  expect(() => checkSummaries(network, header, summaries.slice(1), branch)).toThrow(
    'The 4 historical summaries are not those',
  )
  expect(() => checkSummaries(network, chain.header(390n), summaries, branch)).not.toThrow() // the same state but for nothing
  expect(() => checkSummaries(network, { ...header, slot: 130n }, summaries, branch)).toThrow(
    'of the state of slot 130',
  )
})

test.each<[check: string, change: (proof: BlockProof) => BlockProof]>([
  ['executionProof', (proof) => proof],
  ['slot', ({ proof }) => ({ kind: 'summariesCapella', proof }) as BlockProof],
  ['slot', ({ proof }) => ({ kind: 'historicalRoots', proof }) as BlockProof],
])('a proof of another block or kind is refused by %s (%#)', (check, change) => {
  const block = check === 'executionProof' ? blockAt(165) : blockAt(164)
  expect(() => checkBlockProof(network, block, change(chain.blockProof(164n)), roots)).toThrow(
    expect.objectContaining({ check }),
  )
})

const refusals = ['beaconProof', 'executionProof', 'slot']

test.each([
  [20, refusals],
  [100, refusals],
  [164, refusals],
  [300, [...refusals, 'unknownPeriod']], // no fork ends its kind of proof
])('each flipped bit of the proof of block %i is refused', (number, expected) => {
  const good = proofOf(number)
  const bytes = encodeBlockProof(good, network.preset)
  const checks = new Set<string>()
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const flipped = bytes.slice()
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    try {
      checkBlockProof(network, blockAt(number), decodeBlockProof(good.kind, network.preset, flipped), roots)
      expect.fail(`bit ${bit} was not noticed`)
    } catch (error) {
      checks.add((error as { check: string }).check)
    }
  }
  expect([...checks].toSorted()).toEqual(expected)
})

test('a proof of a period that is not known says so', () => {
  const late = { kind: 'summariesGloas', proof: { ...proofOf(300).proof, slot: 387n } } as BlockProof
  expect(() => checkBlockProof(network, blockAt(300), late, roots)).toThrow(
    'The proof of block 300 ends in the history of slot 387, whose root is not known.',
  )
  const unknown = { ...roots, summary: () => undefined }
  expect(() => checkBlockProof(network, blockAt(164), chain.blockProof(164n), unknown)).toThrow(
    'The proof of block 164 ends in the history of slot 164, whose root is not known.',
  )
  const proof: BlockProof = {
    kind: 'accumulator',
    proof: Array.from({ length: 15 }, () => new Uint8Array(32)),
  }
  expect(() => checkBlockProof(network, blockAt(100), proof, unknown)).toThrow(
    'the accumulator of era 0, which is not known',
  )
  expect(() =>
    checkBlockProof(network, blockAt(100), proof, { ...roots, accumulator: () => new Uint8Array(32) }),
  ).toThrow('Block 100 is not in the accumulator of era 0.')
})
