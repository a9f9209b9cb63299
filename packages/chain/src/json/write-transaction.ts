import type { Transaction as TransactionJson } from '@lectern/spec'
import { show } from '../encoding/bytes.ts'
import { ChainError } from '../error.ts'
import { fieldSources } from './field-sources.ts'
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
import { type JsonWriter, putQuantity } from './writer.ts'
import { nowhere, placeSources, type TransactionPlace } from './context-sources.ts'
import { protectedChainId } from '../crypto/sender.ts'
import { integerField, placesOf, priceSource, readTransactionSpans } from './transaction-spans.ts'
import { decodeTransaction, fieldsOf, type TransactionType } from '../block/transaction.ts'

/**
 * Writes the JSON of a mined transaction from its EIP-2718 bytes, with exactly its type's keys, in geth's order; `follows` says that the one
 * written last was of the same block, in the same text. Throws ChainError `transaction`, `rlp`, or `unsupported` for a type other than 0-4.
 */
export function writeTransaction(
  writer: JsonWriter,
  bytes: Uint8Array,
  place: TransactionPlace,
  follows = false,
): void {
  scene.context = place
  if (!follows) scene.shared.length = 0
  if (readTransactionSpans(scene, bytes) && writeObject(writer, choosePlan(scene), scene)) return
  decodeTransaction(bytes) // says what is wrong
  throw new ChainError('transaction', `transaction: ${show(bytes)} cannot be written as JSON.`)
}

const scene = createScene(nowhere)

const head = {
  blockHash: 'blockHash',
  blockNumber: 'blockNumber',
  blockTimestamp: 'blockTimestamp',
  from: 'from',
  gas: 'gas',
}
const fees = { maxFeePerGas: 'maxFeePerGas', maxPriorityFeePerGas: 'maxPriorityFeePerGas' }
const body = {
  hash: 'hash',
  input: 'input',
  nonce: 'nonce',
  to: 'to',
  transactionIndex: 'index',
  value: 'value',
  type: 'type',
}
const access = { accessList: 'accessList', chainId: 'chainId' }
const signature = { r: 'r', s: 's' }
const typedSignature = { v: 'yParity', ...signature, yParity: 'yParity' }

/** The members of each type, in geth's order, and what each is written from: a signed field, or a row of `derived`. */
const members: {
  readonly [T in TransactionType]: Members<Extract<TransactionJson, { type: `0x${T}` }>>
} = {
  0: { ...head, gasPrice: 'gasPrice', ...body, chainId: 'protected', v: 'v', ...signature },
  1: { ...head, gasPrice: 'gasPrice', ...body, ...access, ...typedSignature },
  2: { ...head, gasPrice: 'price', ...fees, ...body, ...access, ...typedSignature },
  3: {
    ...head,
    gasPrice: 'price',
    ...fees,
    maxFeePerBlobGas: 'maxFeePerBlobGas',
    ...body,
    ...access,
    blobVersionedHashes: 'blobVersionedHashes',
    ...typedSignature,
  },
  4: {
    ...head,
    gasPrice: 'price',
    ...fees,
    ...body,
    ...access,
    authorizationList: 'authorizationList',
    ...typedSignature,
  },
}

const derived: Readonly<Record<string, Source<TransactionPlace>>> = {
  ...placeSources,
  price: priceSource(),
  protected: digitsSource((writer, scene) => putQuantity(writer, protectedId(scene)!)),
}

const vPlaces = placesOf('v')
const protectedId = (scene: Scene): bigint | undefined =>
  protectedChainId(BigInt(integerField(scene, vPlaces) ?? 0))

function planOf(type: TransactionType, rows: Readonly<Record<string, string>> = members[type]) {
  const sources = { ...fieldSources(fieldsOf(type)), ...derived, type: { text: `"0x${type}"` } }
  return planObject<TransactionPlace>(rows, sources, ['blockHash', 'blockNumber', 'blockTimestamp'])
}

const plans = [planOf(0), planOf(1), planOf(2), planOf(3), planOf(4)] as const
const { chainId: _, ...withoutChainId } = members[0]
const unprotected = planOf(0, withoutChainId)

function choosePlan(scene: Scene): Plan<TransactionPlace> {
  return scene.type === 0 && !protectedId(scene) ? unprotected : plans[scene.type] // geth leaves out the id 0
}
