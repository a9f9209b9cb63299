import {
  decodeReceipt,
  hashTransaction,
  type Header,
  keccak256,
  orderedTrieRoot,
  encodeWithdrawal,
} from '@lectern/chain'
import {
  encodeList,
  encodeRlp,
  envelopeType,
  fromBigInt,
  GAS_PER_BLOB,
  joinBloom,
  listItems,
  stringContent,
} from '@lectern/chain/internal'
import { makeChain } from '@lectern/history/testing'
import { createSigner } from './signer.ts'

/** A block without its position in a chain. */
export interface Body {
  /** Its number, parent and timestamp are for the chain to say. */
  readonly header: Omit<Header, 'number' | 'parentHash' | 'timestamp'>
  readonly transactions: readonly Uint8Array[]
  readonly receipts: readonly Uint8Array[]
  readonly withdrawals: readonly Uint8Array[]
  /** The rows of a Verification, as `verify` would find them. */
  readonly rows: Uint8Array
}

/**
 * Returns a function that makes the body of a number: a block like mainnet's, each transaction with another nonce, hash and signature.
 * `count` must be even: two transactions together use the same gas, so a block uses half its limit and the base fee stays (EIP-1559).
 * Nothing is executed, so the state stays empty.
 * Inputs and logs are those of a thousand synthetic transactions of all types: making them takes 0.7 ms each.
 */
export function createBodies(): (number: number, count: number) => Body {
  const templates = makeChain(1, TEMPLATES, 11)[0]!.transactions.map(toTemplate)
  const signer = createSigner(1)
  return (number, count) => {
    const transactions: Uint8Array[] = []
    const receipts: Uint8Array[] = []
    const logsBloom = new Uint8Array(256)
    const rows = new Uint8Array(ROW * count)
    const view = new DataView(rows.buffer)
    let [gasUsed, blobGasUsed, firstLogIndex] = [0n, 0n, 0]
    for (let index = 0; index < count; index++) {
      const position = number * count + index
      const template = templates[(Math.imul(position, 0x9e3779b1) >>> 7) % TEMPLATES]!
      const spread = BigInt(((position - (index & 1)) * 7919) % 100_000)
      const gas = 21_000n + (index & 1 ? 100_000n - spread : spread)
      const fields = template.fields.with(template.nonceAt, encodeNumber(BigInt(position)))
      const { r, s, yParity, key } = signer.sign(
        keccak256(envelop(template.type, [...fields, ...template.replay])),
        position,
      )
      const parity = encodeNumber(BigInt(template.type === 0 ? 37 + yParity : yParity)) // EIP-155, chain 1
      const bytes = envelop(template.type, [...fields, parity, encodeRlp(r), encodeRlp(s)])
      gasUsed += gas
      transactions.push(bytes)
      receipts.push(
        envelop(template.type, [template.status, encodeNumber(gasUsed), template.bloom, template.logs]),
      )
      rows.set(hashTransaction(bytes), ROW * index)
      rows.set(signer.senders[key]!, ROW * index + 32)
      view.setBigUint64(ROW * index + 52, gas)
      view.setUint32(ROW * index + 60, firstLogIndex)
      firstLogIndex += template.logCount
      if (template.type === 3) blobGasUsed += GAS_PER_BLOB
      joinBloom(logsBloom, template.bloomBits)
    }
    const withdrawals = Array.from({ length: 16 }, (_, index) =>
      encodeWithdrawal({
        index: BigInt(number * 16 + index),
        validatorIndex: BigInt((number * 16 + index) % 1_000_000),
        address: signer.senders[index]!,
        amount: 19_000_000n + BigInt((number * 31 + index) % 100_000),
      }),
    )
    const header = {
      sha3Uncles: keccak256(encodeList([])),
      miner: signer.senders[number % signer.senders.length]!,
      stateRoot: EMPTY_TRIE,
      transactionsRoot: orderedTrieRoot(transactions),
      receiptsRoot: orderedTrieRoot(receipts),
      logsBloom,
      difficulty: 0n,
      gasLimit: 2n * gasUsed,
      gasUsed,
      extraData: new Uint8Array(0),
      mixHash: keccak256(fromBigInt(BigInt(number), 9)),
      nonce: new Uint8Array(8),
      baseFeePerGas: BASE_FEE,
      withdrawalsRoot: orderedTrieRoot(withdrawals),
      blobGasUsed,
      excessBlobGas: 0n,
      parentBeaconBlockRoot: keccak256(fromBigInt(BigInt(number), 10)),
      requestsHash: keccak256(fromBigInt(BigInt(number), 11)),
    }
    return { header, transactions, receipts, withdrawals, rows }
  }
}

const TEMPLATES = 1000
/** The average gas per transaction. */
export const GAS_USED = 71_000n
/** Of each block, in wei. */
export const BASE_FEE = 70_000_000n
/** The root of a trie without entries: keccak256(0x80). */
export const EMPTY_TRIE: Uint8Array = keccak256(Uint8Array.of(0x80))
const ROW = 64

type Template = ReturnType<typeof toTemplate>

/** Returns the constant parts of a transaction and its receipt, as RLP. */
function toTemplate({ bytes, receipt }: { readonly bytes: Uint8Array; readonly receipt: Uint8Array }) {
  const type = envelopeType(bytes, 'transaction')
  const items = (envelope: Uint8Array) => listItems(envelope.subarray(type === 0 ? 0 : 1))
  const [status, , bloom, logs] = items(receipt) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  return {
    type,
    /** The fields that are signed, without the chain id of EIP-155. */
    fields: items(bytes).slice(0, -3),
    nonceAt: type === 0 ? 0 : 1,
    replay: type === 0 ? [encodeNumber(1n), encodeNumber(0n), encodeNumber(0n)] : [],
    status,
    bloom,
    bloomBits: stringContent(bloom),
    logs,
    logCount: decodeReceipt(receipt).logs.length,
  }
}

const encodeNumber = (number: bigint): Uint8Array => encodeRlp(fromBigInt(number))

/** EIP-2718. */
function envelop(type: Template['type'], fields: readonly Uint8Array[]): Uint8Array {
  const list = encodeList(fields)
  if (type === 0) return list
  const bytes = new Uint8Array(list.length + 1)
  bytes[0] = type
  bytes.set(list, 1)
  return bytes
}
