import { type RawBlock, type VerifiedTransaction } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { HeldBlock } from './records.ts'
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

/** A stored header, without the rest of its block. */
export interface StoredHeader {
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** As RLP. */
  readonly header: Uint8Array
}

/** The blocks that a view holds from one number to another, both included. The view must be of one commit. */
export function* storedBlocks(view: View, from?: bigint, to?: bigint): Generator<StoredBlock> {
  for (const number of storedNumbers(view, from, to)) yield readBlock(view, number)
}

/** Their headers. */
export function* storedHeaders(view: View, from?: bigint, to?: bigint): Generator<StoredHeader> {
  for (const number of storedNumbers(view, from, to)) {
    const { hash, header } = requireBlock(view, number)
    yield { number: BigInt(number), hash, header }
  }
}

function* storedNumbers(view: View, from?: bigint, to?: bigint): Generator<number> {
  const { head, lowest } = view.state()
  if (head === null) return
  const first = from === undefined || from < BigInt(lowest) ? lowest : Number(from)
  const last = to === undefined || to > BigInt(head.number) ? head.number : Number(to)
  for (let number = first; number <= last; number++) yield number
}

/** A block of a view without its transactions. Throws HistoryError `damaged` where it is not there. */
export function requireBlock(view: View, number: number): HeldBlock {
  const block = view.block(number)
  if (block === undefined) throw damaged(`block ${number}`)
  return block
}

function readBlock(view: View, number: number): StoredBlock {
  const block = requireBlock(view, number)
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
