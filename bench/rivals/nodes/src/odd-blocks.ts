import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  blockToJson,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  fromHex,
  hashTransaction,
  receiptToJson,
  toHex,
  transactionToJson,
  type Receipt,
  type Transaction,
} from '@lectern/chain'
import { blockSize, encodeRlp, decodeRlp } from '@lectern/chain/internal'

type Json = Record<string, unknown>
type Hex = `0x${string}`

/** A block of the corpus as its lines have it. */
interface Line {
  readonly hash: Hex
  readonly header: Hex
  readonly txs: readonly Hex[]
  readonly senders: readonly (Hex | null)[]
  readonly uncles: readonly Hex[] | null
  readonly receipts: readonly Hex[] | null
}

/** What another chain's node answers of one real block: with members, types and fees of its own. */
export interface OddBlock {
  readonly whole: Json
  readonly transactions: ReadonlyMap<string, Json>
  readonly receipts: ReadonlyMap<string, Json>
}

/** The members that a chain's nodes add to Ethereum's, by what they are added to. */
interface Extras {
  readonly block?: Json
  readonly transaction?: Json
  readonly receipt?: Json
}

/** Chains with a block of real data in the corpus, and what their nodes add: op-geth and nitro by their sources, others nothing. */
// oxfmt-ignore
export const oddChains: Readonly<Record<string, Extras>> = {
  optimism: { receipt: { l1BaseFeeScalar: '0x146b', l1BlobBaseFee: '0x1', l1BlobBaseFeeScalar: '0xf79c5', l1Fee: '0x1a2b', l1GasPrice: '0x3b9aca00', l1GasUsed: '0x640' } },
  'arbitrum-one': { block: { l1BlockNumber: '0x11a2b3c', sendCount: '0x1d4a5', sendRoot: `0x${'5e'.repeat(32)}` }, receipt: { gasUsedForL1: '0x5208', l1BlockNumber: '0x11a2b3c', timeboosted: false } },
  polygon: {},
  hyperliquid: {},
}

/** The answers of a chain's first block with receipts in the corpus' file of its blocks. */
export function readOddBlock(path: string, { block: more, transaction, receipt }: Extras): OddBlock {
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  const line = lines.map((text) => JSON.parse(text) as Line).find(({ receipts }) => receipts !== null)!
  const header = decodeHeader(fromHex(line.header))
  const context = { ...header, hash: fromHex(line.hash) }
  const raw = line.txs.map((hex) => fromHex(hex))
  let [cumulative, firstLogIndex] = [0n, 0]
  const items = raw.map((bytes, index) => {
    const hash = hashTransaction(bytes)
    const from = line.senders[index] ?? null
    const read = readReceipt(fromHex(line.receipts![index]!))
    const own = { hash, from: fromHex(from ?? `0x${'00'.repeat(20)}`), index, block: context }
    const known = isKnown(bytes) ? decodeTransaction(bytes) : undefined
    const gasUsed = read.cumulativeGasUsed - cumulative
    const stand = known ?? standIn
    const json: Json = known
      ? { ...transactionToJson(known, own) }
      : oddTransaction(bytes, transactionToJson(standIn, own))
    const written = receiptToJson(
      { ...read, type: stand.type },
      { ...own, transaction: stand, gasUsed, firstLogIndex },
    )
    cumulative = read.cumulativeGasUsed
    firstLogIndex += read.logs.length
    const odd = known ? {} : { type: json['type'], from: json['from'], to: json['to'], contractAddress: null }
    return {
      hash: toHex(hash),
      transaction: { ...json, ...transaction },
      receipt: { ...written, ...odd, effectiveGasPrice: json['gasPrice'] ?? '0x0', ...receipt },
    }
  })
  const uncles: Uint8Array[] = []
  const size = blockSize({ header: fromHex(line.header), transactions: raw, uncles })
  const block = blockToJson({ header, hash: context.hash, size, uncles: [] }, [])
  return {
    whole: { ...block, transactions: items.map(({ transaction }) => transaction), ...more },
    transactions: new Map(items.map(({ hash, transaction }) => [hash, transaction])),
    receipts: new Map(items.map(({ hash, receipt }) => [hash, receipt])),
  }
}

// Only its numbers are looked at, where the real type is one that Ethereum does not have.
const standIn: Transaction = {
  type: 0,
  nonce: 0n,
  gasPrice: 0n,
  gas: 0n,
  to: new Uint8Array(20),
  value: 0n,
  input: new Uint8Array(),
  v: 0n,
  r: 0n,
  s: 0n,
}

type Fields = readonly Uint8Array[]
const text = (bytes: Uint8Array | undefined): Hex => (bytes === undefined ? '0x' : (toHex(bytes) as Hex))
const quantity = (bytes: Uint8Array | undefined): Hex =>
  `0x${BigInt(text(bytes) === '0x' ? 0 : text(bytes)).toString(16)}`
const arbos = '0x00000000000000000000000000000000000a4b05'

/** The types of rollups: what their answers have beside, or instead of, a legacy transaction's members. */
const oddTypes: Readonly<Record<number, (fields: Fields) => Json>> = {
  // A deposit: ethereum-optimism specs, deposits.
  0x7e: ([sourceHash, from, to, mint, value, gas, isSystemTx, input]) => ({
    sourceHash: text(sourceHash),
    from: text(from),
    to: text(to),
    mint: quantity(mint),
    value: quantity(value),
    gas: quantity(gas),
    isSystemTx: isSystemTx!.length > 0,
    input: text(input),
    depositReceiptVersion: '0x1',
  }),
  // The first transaction of each block: OffchainLabs/go-ethereum, ArbitrumInternalTx.
  0x6a: ([chainId, input]) => ({ chainId: quantity(chainId), input: text(input), from: arbos, to: arbos }),
}

const isKnown = (bytes: Uint8Array) => bytes[0]! >= 0xc0 || bytes[0]! <= 4

function oddTransaction(bytes: Uint8Array, legacy: object): Json {
  const type = bytes[0]!
  const fields = decodeRlp(bytes.subarray(1)) as Fields
  return { ...legacy, ...oddTypes[type]!(fields), type: `0x${type.toString(16)}` }
}

/** A receipt of any type, by the four members that all have first. */
function readReceipt(bytes: Uint8Array): Receipt {
  const body = bytes[0]! >= 0xc0 ? bytes : bytes.subarray(1)
  const members = decodeRlp(body) as readonly (Uint8Array | readonly Uint8Array[])[]
  return decodeReceipt(encodeRlp(members.slice(0, 4) as Parameters<typeof encodeRlp>[0]))
}
