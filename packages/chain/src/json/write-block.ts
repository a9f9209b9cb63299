import type { Block as BlockJson, Withdrawal as WithdrawalJson } from '@lectern/spec'
import { show, toBigInt } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import { fieldSources, putDigits } from './field-sources.ts'
import { rowsOf, sizes } from '../block/fields.ts'
import { decodeHeader, FRONTIER_FIELDS, headerFields } from '../block/header.ts'
import {
  createScene,
  digitsSource,
  type Members,
  type Plan,
  planObject,
  type Scene,
  type Source,
  writeObject,
} from './template.ts'
import { type JsonWriter, putHex, putNumber, putText, toText } from './writer.ts'
import type { BlockPlace } from './context-sources.ts'
import { readSpans } from '../encoding/rlp.ts'
import { writeTransaction } from './write-transaction.ts'
import { decodeWithdrawal, withdrawalFields } from '../block/withdrawal.ts'

/** What a block's JSON is made of, its transactions apart. */
export interface BlockParts {
  /** RLP. */
  readonly header: Uint8Array
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The length in bytes of the whole block's RLP. */
  readonly size: number
  /** The uncles' hashes. */
  readonly uncles: readonly Uint8Array[]
  /** RLP items; from Shanghai on. */
  readonly withdrawals?: readonly Uint8Array[] | undefined
}

/** A transaction of a block that is written whole. */
export interface BlockTransaction {
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The sender, 20 bytes. */
  readonly from: Uint8Array
  /** EIP-2718. */
  readonly bytes: Uint8Array
}

/**
 * Writes the JSON of a block, with exactly its fork's keys, in geth's order (the alphabet's); its transactions as hashes, which are 32 bytes
 * each, one after the other, or whole. Throws ChainError `header`, `withdrawal`, `transaction`, `rlp` or `unsupported`.
 */
export function writeBlock(
  writer: JsonWriter,
  parts: BlockParts,
  transactions: Uint8Array | readonly BlockTransaction[],
): void {
  const { header } = parts
  scene.bytes = header
  scene.context = { ...parts, transactions }
  readSpans(header, 0, scene.spans)
  const { count } = scene.spans
  if (
    count >= FRONTIER_FIELDS &&
    writeObject(writer, choosePlan(count, parts.withdrawals !== undefined), scene)
  )
    return
  decodeHeader(header) // says what is wrong
  throw new ChainError('header', `header: ${show(header)} cannot be written as JSON.`)
}

interface BlockContext extends BlockParts {
  readonly transactions: Uint8Array | readonly BlockTransaction[]
}

const scene = createScene<BlockContext>({
  header: new Uint8Array(),
  hash: new Uint8Array(),
  size: 0,
  uncles: [],
  transactions: [],
})
const withdrawalScene = createScene(undefined)

/** The members of a block, in geth's order, and what each is written from: a field of the header, or a row of `derived`. A header without a field has no member of it. */
const members: Members<BlockJson> = {
  baseFeePerGas: 'baseFeePerGas',
  blobGasUsed: 'blobGasUsed',
  blockAccessListHash: 'blockAccessListHash',
  difficulty: 'difficulty',
  excessBlobGas: 'excessBlobGas',
  extraData: 'extraData',
  gasLimit: 'gasLimit',
  gasUsed: 'gasUsed',
  hash: 'hash',
  logsBloom: 'logsBloom',
  miner: 'miner',
  mixHash: 'mixHash',
  nonce: 'nonce',
  number: 'number',
  parentBeaconBlockRoot: 'parentBeaconBlockRoot',
  parentHash: 'parentHash',
  receiptsRoot: 'receiptsRoot',
  requestsHash: 'requestsHash',
  sha3Uncles: 'sha3Uncles',
  size: 'size',
  slotNumber: 'slotNumber',
  stateRoot: 'stateRoot',
  timestamp: 'timestamp',
  transactions: 'transactions',
  transactionsRoot: 'transactionsRoot',
  uncles: 'uncles',
  withdrawals: 'withdrawals',
  withdrawalsRoot: 'withdrawalsRoot',
}

const withdrawalMembers: Members<WithdrawalJson> = {
  index: 'index',
  validatorIndex: 'validatorIndex',
  address: 'address',
  amount: 'amount',
}
const WITHDRAWAL_FIELDS = rowsOf(withdrawalFields).length
const planWithdrawal = planObject(withdrawalMembers, fieldSources(withdrawalFields))

const derived: Readonly<Record<string, Source<BlockContext>>> = {
  hash: digitsSource((writer, { context }) => putHex(writer, context.hash)),
  size: digitsSource((writer, { context }) => putNumber(writer, context.size)),
  uncles: eachSource(({ uncles }) => uncles, putDigits),
  withdrawals: eachSource(({ withdrawals }) => withdrawals!, putWithdrawal),
  transactions: {
    shape: 'list',
    put(writer, scene) {
      const { transactions } = scene.context
      if (transactions instanceof Uint8Array) putHashes(writer, transactions)
      else putTransactions(writer, transactions, placeOf(scene))
      return true
    },
  },
}

/** The source of a list, from its items and what writes one. */
function eachSource(
  itemsOf: (context: BlockContext) => readonly Uint8Array[],
  put: (writer: JsonWriter, item: Uint8Array) => void,
): Source<BlockContext> {
  return {
    shape: 'list',
    put(writer, scene) {
      for (const [index, item] of itemsOf(scene.context).entries()) {
        if (index > 0) putText(writer, comma)
        put(writer, item)
      }
      return true
    },
  }
}

function putWithdrawal(writer: JsonWriter, bytes: Uint8Array): void {
  withdrawalScene.bytes = bytes
  readSpans(bytes, 0, withdrawalScene.spans)
  if (
    withdrawalScene.spans.count === WITHDRAWAL_FIELDS &&
    writeObject(writer, planWithdrawal, withdrawalScene)
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
  transactions: readonly BlockTransaction[],
  block: BlockPlace,
): void {
  for (const [index, { bytes, hash, from }] of transactions.entries()) {
    if (index > 0) putText(writer, comma)
    writeTransaction(writer, bytes, { hash, from, index, block }, index > 0)
  }
}

function placeOf({ bytes, spans, context }: Scene<BlockContext>): BlockPlace {
  const [number, timestamp, baseFeePerGas] = placeFields.map((name) => {
    const at = names.indexOf(name)
    return at < spans.count ? toBigInt(bytes.subarray(spans.starts[at], spans.ends[at])) : undefined
  })
  return { hash: context.hash, number: number!, timestamp: timestamp!, baseFeePerGas }
}
const placeFields = ['number', 'timestamp', 'baseFeePerGas']

const names: readonly string[] = rowsOf(headerFields).map(([name]) => name)
const sources = { ...fieldSources(headerFields), ...derived }
const plans = new Map<number, Plan<BlockContext>>()

/** The plan of a block whose header has so many fields; made once. */
function choosePlan(fields: number, hasWithdrawals: boolean): Plan<BlockContext> {
  const key = 2 * Math.min(fields, names.length) + Number(hasWithdrawals)
  let plan = plans.get(key)
  if (plan === undefined) {
    const rows = Object.entries(members).filter(([, source]) =>
      source === 'withdrawals' ? hasWithdrawals : !(names.indexOf(source) >= fields),
    )
    plans.set(key, (plan = planObject(Object.fromEntries(rows), sources)))
  }
  return plan
}

const comma = toText(',')
const firstHash = toText('"0x')
const nextHash = toText('","0x')
const lastHash = toText('"')
