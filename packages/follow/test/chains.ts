import type { VerifiedBlock } from '@lectern/chain'
import type { ChainIdentity } from '@lectern/history'
import { createSynthesizer, makeChain, syntheticConfig } from '@lectern/history/testing'

/** A chain of so many blocks of two transactions, and branches of it. */
export interface TestChain {
  readonly blocks: readonly VerifiedBlock[]
  readonly identity: ChainIdentity
  /** The blocks up to a number, and so many others after it. */
  branch(after: number, length: number, seed?: number): readonly VerifiedBlock[]
}

/** Makes a chain; with the same arguments the same one. */
export function makeTestChain(length: number, transactions = 2): TestChain {
  const blocks = makeChain(length, transactions)
  return {
    blocks,
    identity: { genesisHash: blocks[0]!.hash, config: syntheticConfig },
    branch(after, length, seed = 99) {
      const make = createSynthesizer(seed)
      const all = blocks.slice(0, after + 1)
      for (let i = 0; i < length; i++) all.push(make(all.at(-1)!, transactions))
      return all
    },
  }
}
