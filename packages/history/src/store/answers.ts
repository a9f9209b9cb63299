import {
  type BlockPlace,
  blockToJson,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  decodeWithdrawal,
  fromHex,
  hashHeader,
  receiptToJson,
  toHex,
  type TransactionPlace,
  transactionToJson,
} from '@lectern/chain'
import { errors, type Json, type Methods, type Result } from '@lectern/spec'
import { HistoryError } from '../error.ts'
import type { HeldBlock, HeldTransaction } from './records.ts'
import { damaged } from './seal.ts'
import type { State } from './state.ts'
import type { View } from './view.ts'

/** The methods of the document, answered with JSON bytes from what is held. */
export function createAnswers(view: View): Methods {
  return {
    eth_getTransactionByHash(hash) {
      const held = view.transaction(parseHash(hash))
      if (held === undefined) return null
      return toJson(transactionToJson(decodeTransaction(held.bytes), placeOf(held, findPlace(view, held))))
    },
    eth_getTransactionReceipt(hash) {
      const held = view.transaction(parseHash(hash))
      if (held === undefined) return null
      const { firstLogIndex, gasUsed } = held
      const transaction = decodeTransaction(held.bytes)
      const place = { ...placeOf(held, findPlace(view, held)), transaction, gasUsed, firstLogIndex }
      return toJson(receiptToJson(decodeReceipt(held.receipt), place))
    },
    eth_getBlockByNumber(numberOrTag, full) {
      const number = findNumber(view.state(), numberOrTag)
      if (number === null) return null
      const block = view.block(number)
      if (block === undefined) throw damaged(`block ${number}`)
      const facts = {
        ...block,
        header: decodeHeader(block.header),
        uncles: block.uncles.map(hashHeader),
        withdrawals: block.withdrawals?.map(decodeWithdrawal),
      }
      return toJson(blockToJson(facts, full ? transactionsOf(view, number, block) : hashesOf(view, block)))
    },
  }
}

/** One call for all, since a call for each takes three times as long. */
function hashesOf(view: View, block: HeldBlock): `0x${string}`[] {
  const hex = toHex(view.blockHashes(block))
  return Array.from(
    { length: block.count },
    (_, index): `0x${string}` => `0x${hex.slice(2 + 64 * index, 66 + 64 * index)}`,
  )
}

function transactionsOf(view: View, number: number, block: HeldBlock) {
  const place = toPlace(number, block)
  return Array.from({ length: block.count }, (_, index) => {
    const held = view.transactionAt(block.first + index)
    return transactionToJson(decodeTransaction(held.bytes), placeOf(held, place))
  })
}

function findPlace(view: View, { number }: HeldTransaction): BlockPlace {
  const state = view.state()
  let places = placesAt.get(state)
  if (places === undefined || places.size === PLACES) placesAt.set(state, (places = new Map()))
  let place = places.get(number)
  if (place === undefined) {
    const block = view.block(number)
    if (block === undefined) throw damaged(`block ${number}`)
    places.set(number, (place = toPlace(number, block)))
  }
  return place
}

// Reading a row takes 3 µs of the 14 that a transaction takes, and people ask for those of the same blocks. At another state it may be another block.
const placesAt = new WeakMap<State, Map<number, BlockPlace>>()
const PLACES = 4096

const toPlace = (
  number: number,
  { hash, timestamp, baseFeePerGas, blobGasPrice }: HeldBlock,
): BlockPlace => ({
  hash,
  number: BigInt(number),
  timestamp,
  baseFeePerGas,
  blobGasPrice,
})

const placeOf = ({ hash, from, index }: HeldTransaction, block: BlockPlace): TransactionPlace => ({
  hash,
  from,
  index,
  block,
})

/** The number a parameter stands for; null where no block does. Throws HistoryError 4444 below the lowest block held. */
function findNumber(state: State, numberOrTag: string): number | null {
  const { head, lowest } = state
  const tag = Object.hasOwn(tags, numberOrTag) ? tags[numberOrTag as keyof typeof tags] : undefined
  if (tag) return tag(state)
  if (!/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/.test(numberOrTag))
    throw new HistoryError(
      errors.InvalidParams.code,
      `${JSON.stringify(numberOrTag)} must be a block number or a tag.`,
    )
  const number = BigInt(numberOrTag)
  if (head === null || number > BigInt(head.number)) return null
  if (number < BigInt(lowest))
    throw new HistoryError(
      errors.PrunedHistoryUnavailable.code,
      `${errors.PrunedHistoryUnavailable.message}: block ${number} is below ${lowest}, the lowest block held.`,
    )
  return Number(number)
}

const tags: { readonly [tag: string]: (state: State) => number | null } = {
  earliest: ({ head, lowest }) => head && lowest,
  latest: ({ head }) => head && head.number,
  safe: ({ anchor }) => anchor && anchor.number,
  finalized: ({ anchor }) => anchor && anchor.number,
  pending: () => null,
}

function parseHash(hash: string): Uint8Array {
  if (/^0x[0-9a-fA-F]{64}$/.test(hash)) return fromHex(hash)
  throw new HistoryError(errors.InvalidParams.code, `${JSON.stringify(hash)} must be a hash of 32 bytes.`)
}

/** An answer's bytes; it is all ASCII, and latin1 is the fastest to write. */
const toJson = <T extends Result<keyof Methods>>(value: T): Json<T> =>
  Buffer.from(JSON.stringify(value), 'latin1')
