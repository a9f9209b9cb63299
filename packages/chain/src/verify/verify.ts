import { blockSize, type RawBlock } from '../block/block.ts'
import type { ChainConfig } from '../block/config.ts'
import { fromHex, toHex } from '../encoding/bytes.ts'
import { type Check, ChainError } from '../error.ts'
import { checkFields, decodeHeader, hashHeader } from '../block/header.ts'
import { hashTransaction } from '../block/transaction.ts'
import { checks, type CheckState, type Parent } from './checks.ts'
import { ethereum, type Header } from '../family/ethereum.ts'
import type { Family } from '../family/family.ts'

declare const verified: unique symbol

/** A block that `verify` has checked against its header and its parent, in this thread or another. */
export interface VerifiedBlock {
  readonly [verified]: true
  readonly number: bigint
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly header: Header
  readonly raw: RawBlock
  /** The length in bytes of the block's RLP. */
  readonly size: number
  /** Wei per blob gas; from Cancun on. */
  readonly blobGasPrice?: bigint
  readonly transactions: readonly VerifiedTransaction[]
}

/** A transaction of a verified block, with the values of its JSON that no root commits to. */
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
  /** The number of logs of the block's earlier transactions. */
  readonly firstLogIndex: number
}

/** The options of `verify`. */
export interface VerifyOptions {
  readonly config: ChainConfig
  /** null for the first block of a store, which is trusted. */
  readonly parent: Parent | null
  /** The rules of the chain; `familyOf` finds them by its id. @default ethereum */
  readonly family?: Family | undefined
}

/**
 * Verifies a block: each part against the header, the header against its parent, and each field that JSON derives. It
 * executes nothing: stateRoot, difficulty and prices are as good as the block's hash.
 * @param raw The block's bytes. They are not copied, and must not change afterwards.
 * @throws ChainError whose `check` is the first check that failed; `unsupported` for an unknown transaction type or field
 * of a header.
 * @example
 * const block = verify({ ...splitBlock(rlp), receipts }, { config, parent })
 */
export function verify(raw: RawBlock, { config, parent, family = ethereum }: VerifyOptions): VerifiedBlock {
  const header = attempt('header', undefined, () => decodeHeader(raw.header, family))
  const { number } = header
  attempt('header', number, () => checkFields(header, family))
  const state: CheckState = {
    raw,
    header,
    parent,
    config,
    family,
    transactions: [],
    receipts: [],
    senders: [],
    blobGasPrice: undefined,
  }
  for (const [check, findFault] of checks) {
    const fault = attempt(check, number, () => findFault(state))
    if (fault !== undefined) throw new ChainError(check, `block ${number}: ${fault}`, { number })
  }
  const block: Omit<VerifiedBlock, typeof verified> = {
    number,
    hash: hashHeader(raw.header),
    header,
    raw,
    size: blockSize(raw),
    ...(state.blobGasPrice !== undefined && { blobGasPrice: state.blobGasPrice }),
    transactions: derive(state),
  }
  return block as VerifiedBlock
}

function derive({ raw, header: { number }, receipts, senders, family }: CheckState): VerifiedTransaction[] {
  let cumulative = 0n
  let firstLogIndex = 0
  const transactions = raw.transactions.map((bytes, index) => {
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
  if (raw.outside) {
    const hash = fromHex(family.outsideHash!(number, toHex(hashHeader(raw.header))))
    const from = new Uint8Array(20)
    const receipt = raw.outside
    transactions.push({ hash, from, bytes: family.outside!, receipt, gasUsed: 0n, firstLogIndex })
  }
  return transactions
}

/** Runs a check, and names it in its error; `unsupported`, and the errors of the check `config`, keep their names. */
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

/** The values that `verify` computed for a block, as bytes and numbers that threads can exchange. */
export interface Verification extends Pick<VerifiedBlock, 'number' | 'hash' | 'size' | 'blobGasPrice'> {
  /** A row per transaction: its hash, sender, gas, and the index of its first log. */
  readonly transactions: Uint8Array
}

/** Returns the verification of a verified block. */
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

/** Returns the verified block of a verification and its parts. It checks nothing: another thread must have verified these bytes. */
export function fromVerification(
  raw: RawBlock,
  verification: Verification,
  family: Family = ethereum,
): VerifiedBlock {
  const { number, hash, size, blobGasPrice, transactions: rows } = verification
  const transactions = once(() => readTransactions(raw, rows, family))
  const header = decodeHeader(raw.header, family)
  const block: Omit<VerifiedBlock, symbol> = {
    number,
    hash,
    header,
    raw,
    size,
    ...(blobGasPrice !== undefined && { blobGasPrice }),
    get transactions() {
      return transactions()
    },
  }
  return block as VerifiedBlock
}

/** Returns a function that makes a value when it is first called. */
export function once<V extends object>(make: () => V): () => V {
  let value: V | undefined
  return () => (value ??= make())
}

function readTransactions(raw: RawBlock, rows: Uint8Array, family: Family): VerifiedTransaction[] {
  const view = new DataView(rows.buffer, rows.byteOffset)
  const all = raw.outside ? [...raw.transactions, family.outside!] : raw.transactions
  return all.map((bytes, index) => {
    const at = ROW * index
    return {
      hash: rows.subarray(at, at + FROM),
      from: rows.subarray(at + FROM, at + GAS),
      bytes,
      receipt: raw.receipts[index] ?? raw.outside!,
      gasUsed: view.getBigUint64(at + GAS),
      firstLogIndex: view.getUint32(at + LOGS),
    }
  })
}

const FROM = 32
const GAS = 52
const LOGS = 60
const ROW = 64
