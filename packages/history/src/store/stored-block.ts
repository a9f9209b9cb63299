import { equalBytes, type RawBlock, type VerifiedTransaction } from '@lectern/chain'
import { damaged } from './seal.ts'
import type { View } from './view.ts'

/** What is held of a block: its parts, without requests, and each thing derived from them that is kept. */
export interface StoredBlock {
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly raw: RawBlock
  /** The length in bytes of the whole block's RLP. */
  readonly size: number
  /** Wei per blob gas; from Cancun on. */
  readonly blobGasPrice?: bigint
  readonly transactions: readonly VerifiedTransaction[]
}

/** The blocks that a view holds from one number to another, both included. */
export function* storedBlocks(view: View, from?: bigint, to?: bigint): Generator<StoredBlock> {
  const { head, lowest } = view.state()
  if (head === null) return
  const first = from === undefined || from < BigInt(lowest) ? lowest : Number(from)
  const last = to === undefined || to > BigInt(head.number) ? head.number : Number(to)
  for (let number = first; number <= last; number++) {
    // Where the chain was unwound meanwhile, the rest is gone.
    if (number > (view.state().head?.number ?? -1)) return
    yield readBlock(view, number)
  }
}

function readBlock(view: View, number: number): StoredBlock {
  const block = view.block(number)
  if (block === undefined) throw damaged(`block ${number}`)
  const { hash, size, blobGasPrice, header, uncles, withdrawals } = block
  const hashes = view.blockHashes(block)
  const transactions = Array.from({ length: block.count }, (_, index) => {
    const held = view.transactionAt(block.first + index)
    const { hash, from, bytes, receipt, gasUsed, firstLogIndex } = held
    const listed = hashes.subarray(32 * index, 32 * index + 32)
    if (held.number !== number || held.index !== index || !equalBytes(hash, listed))
      throw damaged(`transaction ${index} of block ${number}`)
    return { hash, from, bytes, receipt, gasUsed, firstLogIndex }
  })
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
