import { verify, type VerifiedBlock } from '@lectern/chain'
import { families } from '@lectern/chain/families'
import { expect, test } from 'vitest'
import { createSynthesizer, emptyReceipt, syntheticConfig } from '../../test/synthetic.ts'
import { useFastEngine } from '../engine.ts'
import { compressBlock } from '../store/cold/compression.ts'
import { FRAME } from '../store/cold/frames.ts'
import { fromVerdict, toVerdict } from './verdicts.ts'

await useFastEngine()

/** Blocks of so many transactions, and one with a transaction that is in no list. */
function* makeBlocks(): Generator<readonly [VerifiedBlock, typeof syntheticConfig]> {
  for (const count of [0, 1, FRAME, 2 * FRAME + 1])
    yield [createSynthesizer(count)(null, count), syntheticConfig]
  for (const count of [FRAME - 1, FRAME]) {
    const config = { ...syntheticConfig, family: 'polygon' as const }
    const { raw } = createSynthesizer(9)(null, count)
    const claims = Uint8Array.of(1)
    yield [
      verify({ ...raw, outside: emptyReceipt, claims }, { config, parent: null, family: families.polygon }),
      config,
    ]
  }
}

test('a block is the same after its way between threads, with its lists or with frames', () => {
  for (const [block, config] of makeBlocks())
    for (const frames of [undefined, compressBlock(block.transactions)]) {
      const sent = structuredClone(toVerdict(block, frames))
      const { raw, transactions, ...rest } = fromVerdict(sent, config)
      const { raw: ownRaw, transactions: own, ...ownRest } = block
      expect(rest).toEqual(ownRest)
      expect({ ...raw }).toEqual(ownRaw)
      expect(transactions).toEqual(own)
    }
})

test('a block that comes with frames is sent without its lists', () => {
  const block = createSynthesizer(1)(null, FRAME)
  const { lists, frames } = toVerdict(block, compressBlock(block.transactions))
  expect([lists, frames?.length]).toEqual([undefined, 1])
})
