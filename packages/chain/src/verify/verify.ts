import { blockSize, type RawBlock } from '../block/block.ts'
import type { ChainConfig } from '../block/config.ts'
import { type Check, ChainError } from '../error.ts'
import { checkFields, decodeHeader, hashHeader, type Header } from '../block/header.ts'
import { hashTransaction } from '../block/transaction.ts'
import { checks, type Parent, type Work } from './checks.ts'

declare const verified: unique symbol

/** A block that `verify` has checked against its own header and its parent. Nothing else makes one, but `fromVerification`, of what `verify` gave in another thread. */
export interface VerifiedBlock {
  readonly [verified]: true
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly header: Header
  readonly raw: RawBlock
  /** The length in bytes of the whole block's RLP. */
  readonly size: number
  /** Wei per blob gas; from Cancun on. */
  readonly blobGasPrice?: bigint
  readonly transactions: readonly VerifiedTransaction[]
}

/** A transaction of a verified block, with what JSON needs and no root commits to. */
export interface VerifiedTransaction {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** 20 bytes, recovered from the signature. */
  readonly from: Uint8Array
  /** EIP-2718 bytes. */
  readonly bytes: Uint8Array
  /** The receipt's EIP-2718 bytes, with bloom. */
  readonly receipt: Uint8Array
  readonly gasUsed: bigint
  /** How many logs the block's earlier transactions wrote. */
  readonly firstLogIndex: number
}

/** The options of `verify`. */
export interface VerifyOptions {
  readonly config: ChainConfig
  /** null for the first block of a store, which is trusted. */
  readonly parent: Parent | null
}

/**
 * Verifies a block: each part against the header, the header against its parent, and each field that JSON derives. Nothing
 * is executed: stateRoot, difficulty and prices are only as good as the hash that the next header, or a trusted head, gives.
 * @param raw The block's bytes. They are not copied, and must not change afterwards.
 * @throws ChainError whose `check` is the first check that failed, in the order of README.md, and whose `number` is the
 * block's; `unsupported` for a transaction type or a header's field that is not known.
 * @example
 * const block = verify({ ...splitBlock(rlp), receipts }, { config, parent })
 */
export function verify(raw: RawBlock, { config, parent }: VerifyOptions): VerifiedBlock {
  const header = attempt('header', undefined, () => decodeHeader(raw.header))
  const { number } = header
  attempt('header', number, () => checkFields(header))
  const work: Work = {
    raw,
    header,
    parent,
    config,
    transactions: [],
    receipts: [],
    senders: [],
    blobGasPrice: undefined,
  }
  for (const [check, findFault] of checks) {
    const fault = attempt(check, number, () => findFault(work))
    if (fault !== undefined) throw new ChainError(check, `block ${number}: ${fault}`, { number })
  }
  const block: Omit<VerifiedBlock, typeof verified> = {
    number,
    hash: hashHeader(raw.header),
    header,
    raw,
    size: blockSize(raw),
    ...(work.blobGasPrice !== undefined && { blobGasPrice: work.blobGasPrice }),
    transactions: derive(work),
  }
  return block as VerifiedBlock
}

function derive({ raw, receipts, senders }: Work): VerifiedTransaction[] {
  let cumulative = 0n
  let firstLogIndex = 0
  return raw.transactions.map((bytes, index) => {
    const { cumulativeGasUsed, logs } = receipts[index]!
    const gasUsed = cumulativeGasUsed - cumulative
    const transaction = {
      hash: hashTransaction(bytes),
      from: senders[index]!,
      bytes,
      receipt: raw.receipts[index]!,
      gasUsed,
      firstLogIndex,
    }
    cumulative = cumulativeGasUsed
    firstLogIndex += logs.length
    return transaction
  })
}

/** Runs a check; what does not decode fails it, except that `unsupported` says so, and that the check `config` may find that the header is at fault. */
function attempt<V>(check: Check, number: bigint | undefined, run: () => V): V {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    const name = error.check === 'unsupported' || check === 'config' ? error.check : check
    const where = number === undefined ? '' : `block ${number}: `
    throw new ChainError(name, `${where}${error.message}`, { number, cause: error })
  }
}

// How a verified block goes from one thread of this process to another.

/** What `verify` computed of a block beyond its parts, as bytes and numbers that threads can exchange. */
export interface Verification {
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly size: number
  readonly blobGasPrice?: bigint
  /** Of each transaction: hash (32 bytes), sender (20), gas used (8), index of its first log (4). */
  readonly transactions: Uint8Array
}

/** Makes the verification of a verified block. */
export function toVerification({
  number,
  hash,
  size,
  blobGasPrice,
  transactions,
}: VerifiedBlock): Verification {
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

/** Makes the verified block of a verification and its parts. It checks nothing: `verify` must have given the verification of these bytes in another thread of this process. */
export function fromVerification(raw: RawBlock, verification: Verification): VerifiedBlock {
  const { number, hash, size, blobGasPrice, transactions: rows } = verification
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
