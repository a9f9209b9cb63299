import type { Block as BlockJson, BlockTransactions, Withdrawal as WithdrawalJson } from '@lectern/spec'
import { type AnyFields, rowsOf, sizes } from '../block/fields.ts'
import { decodeHeader, encodeHeader, FRONTIER_FIELDS, hashHeader, headerRows } from '../block/header.ts'
import { decodeWithdrawal, encodeWithdrawal } from '../block/withdrawal.ts'
import { show, toBigInt, toHex } from '../encoding/bytes.ts'
import { readSpans, rlpLength } from '../encoding/rlp.ts'
import { ChainError } from '../error.ts'
import { fieldSources, putDigits } from './field-sources.ts'
import {
  createInput,
  createTemplate,
  digitsSource,
  type Input,
  type JsonTemplate,
  type Source,
  type Sources,
  writeObject,
} from './template.ts'
import { type BlockContext, writeTransaction } from './write-transaction.ts'
import { type JsonWriter, parseWritten, putHex, putNumber, putText, toText } from './writer.ts'
import { ethereum, type Header, headerFields, type Withdrawal, withdrawalFields } from '../family/ethereum.ts'
import type { Claims } from '../family/claims.ts'
import type { Family } from '../family/family.ts'
import { type ClaimColumns, putClaims } from './claims.ts'
import type { VerifiedTransaction } from '../verify/verify.ts'

/** The values of a block's JSON, without its transactions. */
export interface BlockFacts extends Omit<BlockParts, 'header' | 'withdrawals'> {
  readonly header: Header
  /** From Shanghai on. */
  readonly withdrawals?: readonly Withdrawal[] | undefined
}

/**
 * Returns the JSON of a block, with exactly its fork's keys, in geth's order (the alphabet's).
 * @param transactions Their hashes, or their JSON, as the block's member `transactions`.
 * @throws ChainError `header` if a header lacks a field before one that it has.
 */
export function blockToJson(facts: BlockFacts, transactions: BlockTransactions): BlockJson {
  const header = encodeHeader(facts.header, facts.family)
  const withdrawals = facts.withdrawals?.map(encodeWithdrawal)
  const json = parseWritten((writer) => writeBlock(writer, { ...facts, header, withdrawals }, []))
  return { ...(json as BlockJson), transactions }
}

/** The bytes of a block's JSON, without its transactions. */
export interface BlockParts {
  /** RLP. */
  readonly header: Uint8Array
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The length in bytes of the block's RLP. */
  readonly size: number
  /** The uncles' hashes. */
  readonly uncles: readonly Uint8Array[]
  /** RLP items; from Shanghai on. */
  readonly withdrawals?: readonly Uint8Array[] | undefined
  /** The rules of its chain. @default ethereum */
  readonly family?: Family | undefined
  /** The claims of a node about it, of `readClaims`. */
  readonly claims?: Claims<ClaimColumns> | undefined
}

/** A transaction that is written as an object. */
export type BlockTransaction = Pick<VerifiedTransaction, 'hash' | 'from' | 'bytes'>

/**
 * Writes the JSON of a block, with exactly its fork's keys, in geth's order (the alphabet's).
 * @param transactions Their hashes, one after the other in one array, or the transactions to write as objects.
 * @throws ChainError `header`, `withdrawal`, `transaction`, `rlp` or `unsupported`.
 */
export function writeBlock(
  writer: JsonWriter,
  parts: BlockParts,
  transactions: Uint8Array | Iterable<BlockTransaction>,
): void {
  write(writer, { ...parts, transactions }, true)
}

/** Writes the JSON of an uncle as geth does: a block without the member `transactions`. Throws ChainError `header` or `rlp`. */
export function writeUncle(writer: JsonWriter, header: Uint8Array): void {
  const size = rlpLength(header.length + 2) // its transactions and uncles are empty lists, a byte each
  write(writer, { header, hash: hashHeader(header), size, uncles: [], transactions: none }, false)
}

function write(writer: JsonWriter, block: BlockSource, hasTransactions: boolean): void {
  const { header, withdrawals, family = ethereum, claims } = block
  input.bytes = header
  input.context = block
  readSpans(header, 0, input.spans)
  const { count, starts, ends } = input.spans
  const nonce = FRONTIER_FIELDS - 1
  const isSealed = family.sealedHeader !== undefined && ends[nonce]! - starts[nonce]! !== sizes.bytes8
  const hasWithdrawals = withdrawals !== undefined
  const rows = headerRows(family, isSealed)
  if (
    count >= FRONTIER_FIELDS &&
    writeObject(writer, chooseTemplate(rows, count, hasWithdrawals, hasTransactions), input)
  ) {
    if (family.repeated) putClaims(writer, repeatedBy(header, family), 0)
    return putClaims(writer, claims?.block, 0)
  }
  decodeHeader(header, family) // says what is wrong
  throw new ChainError('header', `header: ${show(header)} cannot be written as JSON.`)
}

interface BlockSource extends BlockParts {
  readonly transactions: Uint8Array | Iterable<BlockTransaction>
}

const none = new Uint8Array()
const input = createInput<BlockSource>({ header: none, hash: none, size: 0, uncles: [], transactions: [] })
const withdrawalInput = createInput<unknown>(undefined)

const withdrawalTemplate = createTemplate(fieldSources(withdrawalFields) satisfies Sources<WithdrawalJson>)
const WITHDRAWAL_FIELDS = rowsOf(withdrawalFields).length

/** The members of a block that its body adds to the header's fields. A header without a field has no member of it. */
const body: Sources<Omit<BlockJson, keyof Header>, BlockSource> = {
  hash: digitsSource((writer, { context }) => putHex(writer, context.hash)),
  size: digitsSource((writer, { context }) => putNumber(writer, context.size)),
  uncles: eachSource(({ uncles }) => uncles, putDigits),
  withdrawals: eachSource(({ withdrawals }) => withdrawals!, putWithdrawal),
  transactions: {
    shape: 'list',
    put(writer, input) {
      const { transactions } = input.context
      if (transactions instanceof Uint8Array) putHashes(writer, transactions)
      else putTransactions(writer, transactions, contextOf(input))
      return true
    },
  },
}

/** The source of a list, from its items and what writes one. */
function eachSource(
  itemsOf: (context: BlockSource) => readonly Uint8Array[],
  put: (writer: JsonWriter, item: Uint8Array) => void,
): Source<BlockSource> {
  return {
    shape: 'list',
    put(writer, input) {
      for (const [index, item] of itemsOf(input.context).entries()) {
        if (index > 0) putText(writer, comma)
        put(writer, item)
      }
      return true
    },
  }
}

function putWithdrawal(writer: JsonWriter, bytes: Uint8Array): void {
  withdrawalInput.bytes = bytes
  readSpans(bytes, 0, withdrawalInput.spans)
  if (
    withdrawalInput.spans.count === WITHDRAWAL_FIELDS &&
    writeObject(writer, withdrawalTemplate, withdrawalInput)
  )
    return
  decodeWithdrawal(bytes) // says what is wrong
  throw new ChainError('withdrawal', `withdrawal: ${show(bytes)} cannot be written as JSON.`)
}

function putHashes(writer: JsonWriter, hashes: Uint8Array): void {
  for (let at = 0; at < hashes.length; at += sizes.hash) {
    putText(writer, at === 0 ? firstHash : nextHash)
    putHex(writer, hashes, at, at + sizes.hash)
  }
  if (hashes.length > 0) putText(writer, lastHash)
}

function putTransactions(
  writer: JsonWriter,
  transactions: Iterable<BlockTransaction>,
  block: BlockContext,
): void {
  let index = 0
  for (const { bytes, hash, from } of transactions) {
    if (index > 0) putText(writer, comma)
    writeTransaction(writer, bytes, { hash, from, index, block }, index > 0)
    index++
  }
}

function contextOf({ bytes, spans, context }: Input<BlockSource>): BlockContext {
  const [number, timestamp, baseFeePerGas] = contextFields.map((name) => {
    const at = names.indexOf(name)
    return at < spans.count ? toBigInt(bytes.subarray(spans.starts[at], spans.ends[at])) : undefined
  })
  const { hash, family, claims } = context
  return { hash, number: number!, timestamp: timestamp!, baseFeePerGas, family, claims }
}
const contextFields = ['number', 'timestamp', 'baseFeePerGas']

const names: readonly string[] = rowsOf(headerFields).map(([name]) => name)
const templates = new WeakMap<AnyFields, Map<number, JsonTemplate<BlockSource>>>()

/** The template of a block whose header has so many of the fields, in geth's order (the alphabet's); made once. */
function chooseTemplate(
  rows: AnyFields,
  fields: number,
  hasWithdrawals: boolean,
  hasTransactions: boolean,
): JsonTemplate<BlockSource> {
  let known = templates.get(rows)
  if (known === undefined) templates.set(rows, (known = new Map()))
  const key = 4 * Math.min(fields, names.length) + 2 * Number(hasTransactions) + Number(hasWithdrawals)
  let template = known.get(key)
  if (template === undefined) {
    const isThere: Readonly<Record<string, boolean>> = {
      withdrawals: hasWithdrawals,
      transactions: hasTransactions,
    }
    const own = Object.keys(rows)
    const members = Object.entries({ ...fieldSources(rows as typeof headerFields), ...body })
      .filter(([name]) => isThere[name] ?? own.indexOf(name) < fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    known.set(key, (template = createTemplate(Object.fromEntries(members))))
  }
  return template
}

/** Returns the members of a block that repeat its header's. */
function repeatedBy(header: Uint8Array, family: Family): Readonly<Record<string, string>> {
  const { extraData, mixHash } = decodeHeader(header, family)
  const json = { extraData: toHex(extraData), mixHash: toHex(mixHash) }
  return family.earlierRules?.(json) ? {} : family.repeated!({ ...json, sendRoot: '' })
}

const comma = toText(',')
const firstHash = toText('"0x')
const nextHash = toText('","0x')
const lastHash = toText('"')
