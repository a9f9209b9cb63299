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

const executions = inventExecutions(200)
const { network, ...chain } = simulateBeacon(
  simulatedNetwork({ capella: 0, deneb: 8, electra: 12 }),
  executions,
)
const { summaries, branch } = chain.summaries(199n)
const roots: HistoryRoots = {
  accumulator: () => undefined,
  historicalRoot: () => undefined,
  summary: (index) => summaries[index]?.blockSummaryRoot,
}
const blockAt = (number: number) => ({ number: BigInt(number), hash: executions[number]!.blockHash })

test('a block of Capella, of Deneb and of Electra is proven from a summary', () => {
  for (const number of [0, 63, 64, 100, 127, 191])
    expect(() =>
      checkBlockProof(network, blockAt(number), chain.blockProof(BigInt(number)), roots),
    ).not.toThrow()
  expect(chain.blockProof(63n).kind).toBe('summariesCapella')
  expect(chain.blockProof(64n).kind).toBe('summariesDeneb')
})

test('the summaries are proven from the state of a header, and no others', () => {
  const header = chain.header(199n)
  expect(summaries).toHaveLength(3)
  expect(() => checkSummaries(network, header, summaries, branch)).not.toThrow()
  expect(() => checkSummaries(network, header, summaries.slice(1), branch)).toThrow(
    'The 2 historical summaries are not those',
  )
  expect(() => checkSummaries(network, chain.header(198n), summaries, branch)).not.toThrow() // the same state but for nothing
  expect(() => checkSummaries(network, { ...header, slot: 90n }, summaries, branch)).toThrow(
    'of the state of slot 90',
  )
})

test.each<[check: string, change: (proof: BlockProof) => BlockProof]>([
  ['executionProof', (proof) => proof],
  ['slot', ({ proof }) => ({ kind: 'summariesCapella', proof }) as BlockProof],
  ['slot', ({ proof }) => ({ kind: 'historicalRoots', proof }) as BlockProof],
  ['unknownPeriod', (proof) => ({ ...proof, proof: { ...proof.proof, slot: 195n } }) as BlockProof],
])('a proof of another block or kind is refused by %s (%#)', (check, change) => {
  const block = check === 'executionProof' ? blockAt(101) : blockAt(100)
  expect(() => checkBlockProof(network, block, change(chain.blockProof(100n)), roots)).toThrow(
    expect.objectContaining({ check }),
  )
})

test('each flipped bit of a proof is refused', () => {
  const good = chain.blockProof(100n)
  const bytes = encodeBlockProof(good, network.preset)
  const checks = new Map<string, number>()
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const flipped = bytes.slice()
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    try {
      checkBlockProof(network, blockAt(100), decodeBlockProof(good.kind, network.preset, flipped), roots)
      expect.fail(`bit ${bit} was not noticed`)
    } catch (error) {
      const { check } = error as { check: string }
      checks.set(check, (checks.get(check) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(checks)).toMatchInlineSnapshot(`
    {
      "beaconProof": 1542,
      "executionProof": 3328,
      "slot": 1,
      "unknownPeriod": 57,
    }
  `)
})

test('a proof of a period that is not known says so', () => {
  const unknown = { ...roots, summary: () => undefined }
  expect(() => checkBlockProof(network, blockAt(100), chain.blockProof(100n), unknown)).toThrow(
    'The proof of block 100 ends in the history of slot 100, whose root is not known.',
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
