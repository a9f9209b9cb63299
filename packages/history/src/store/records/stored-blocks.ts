import type { VerifiedTransaction } from '@lectern/chain'
import type { StoredBlock } from '../interface.ts'
import type { BlockParts } from '../results/reader.ts'
import type { BlockRow } from './records.ts'
import type { State } from './state.ts'

/** The numbers of the stored blocks from one to another, both included; without one from the lowest, or to the head. */
export function* storedNumbers({ head, lowest }: State, from?: bigint, to?: bigint): Generator<number> {
  if (head === null) return
  const first = from === undefined || from < BigInt(lowest) ? lowest : Number(from)
  const last = to === undefined || to > BigInt(head.number) ? head.number : Number(to)
  for (let number = first; number <= last; number++) yield number
}

/** A block of its row, its parts and its transactions, which are not copied. */
export function toStoredBlock(
  number: number,
  { hash, size, blobGasPrice, header, uncles, withdrawals }: BlockRow & BlockParts,
  transactions: readonly VerifiedTransaction[],
): StoredBlock {
  return {
    number: BigInt(number),
    hash,
    raw: {
      header,
      transactions: transactions.map(({ bytes }) => bytes),
      uncles,
      ...(withdrawals && { withdrawals }),
      receipts: transactions.map(({ receipt }) => receipt),
    },
    size,
    ...(blobGasPrice !== undefined && { blobGasPrice }),
    transactions,
  }
}
