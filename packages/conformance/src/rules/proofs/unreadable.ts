import { ChainError } from '@lectern/chain'
import {
  computedHash,
  computedTransactionHash,
  readReceipt,
  recoverSenders,
  type Answered,
  type BlockFacts,
} from '../../sample/facts.ts'

/** An answer that cannot be read, and the one proof that tells of it: what needs it cannot be judged. */
export interface Unreadable {
  readonly id: string
  readonly answer: Answered
}

type Row = readonly [
  id: string,
  answers: (facts: BlockFacts) => readonly Answered[],
  read: (answer: Answered, facts: BlockFacts) => unknown,
]

// oxfmt-ignore
const rows: readonly Row[] = [
  ['proof/eth_getBlockByNumber/hash', (facts) => [facts], ({ json }) => computedHash(json)],
  ['proof/eth_getBlockByNumber/transactions/hash', ({ transactions }) => transactions.map(({ inBlock }) => inBlock), ({ json }) => computedTransactionHash(json)],
  ['proof/eth_getBlockByNumber/transactions/from', (facts) => [facts], (_, facts) => recoverSenders(facts)],
  ['proof/eth_getTransactionByHash/hash', ({ transactions }) => transactions.flatMap(({ alone }) => alone ?? []), ({ json }) => computedTransactionHash(json)],
  ['proof/eth_getTransactionReceipt/logsBloom', ({ transactions }) => transactions.flatMap(({ receipt }) => receipt ?? []), ({ json }) => readReceipt(json)],
]

/** The first answer among a block's facts that cannot be read; undefined when all can. */
export function findUnreadable(facts: BlockFacts): Unreadable | undefined {
  for (const [id, answers, read] of rows)
    for (const answer of answers(facts)) {
      try {
        read(answer, facts)
      } catch (error) {
        if (!(error instanceof ChainError)) throw error
        if (error.check !== 'unsupported') return { id, answer }
      }
    }
  return undefined
}
