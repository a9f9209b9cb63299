// How a verified block goes from one thread of this process to another.
import type { RawBlock } from '../block/block.ts'
import { decodeHeader } from '../block/header.ts'
import type { VerifiedBlock } from './verify.ts'

/** What `verify` computed of a block beyond its parts, as bytes and numbers that threads can exchange. */
export interface Verdict {
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly size: number
  readonly blobGasPrice?: bigint
  /** Of each transaction: hash (32 bytes), sender (20), gas used (8), index of its first log (4). */
  readonly transactions: Uint8Array
}

/** Makes the verdict of a verified block. */
export function toVerdict({ number, hash, size, blobGasPrice, transactions }: VerifiedBlock): Verdict {
  const bytes = new Uint8Array(ROW * transactions.length)
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const { hash, from, gasUsed, firstLogIndex } of transactions) {
    bytes.set(hash, at)
    bytes.set(from, at + FROM)
    view.setBigUint64(at + GAS, gasUsed)
    view.setUint32(at + LOGS, firstLogIndex)
    at += ROW
  }
  return { number, hash, size, ...(blobGasPrice !== undefined && { blobGasPrice }), transactions: bytes }
}

/** Makes the verified block of a verdict and its parts. It checks nothing: `verify` must have given the verdict of these bytes in another thread of this process. */
export function fromVerdict(raw: RawBlock, verdict: Verdict): VerifiedBlock {
  const { number, hash, size, blobGasPrice, transactions: rows } = verdict
  const view = new DataView(rows.buffer, rows.byteOffset)
  const transactions = raw.transactions.map((bytes, index) => {
    const at = ROW * index
    return {
      hash: rows.subarray(at, at + FROM),
      from: rows.subarray(at + FROM, at + GAS),
      bytes,
      receipt: raw.receipts[index]!,
      gasUsed: view.getBigUint64(at + GAS),
      firstLogIndex: view.getUint32(at + LOGS),
    }
  })
  const header = decodeHeader(raw.header)
  const price = blobGasPrice !== undefined && { blobGasPrice }
  const block: Omit<VerifiedBlock, symbol> = { number, hash, header, raw, size, ...price, transactions }
  return block as VerifiedBlock
}

const FROM = 32
const GAS = 52
const LOGS = 60
const ROW = 64
