import { fromHex, hashHeader, toHex } from '@lectern/chain'
import {
  type BlockContext,
  equalBytes,
  type JsonWriter,
  type TransactionContext,
  writeBlock,
  writeReceipt,
  writeTransaction,
} from '@lectern/chain/internal'
import { errors, type Methods } from '@lectern/spec'
import { HistoryError } from '../../error.ts'
import { writeAnswer } from './json-result.ts'
import type { HeldTransaction } from '../embedded/records.ts'
import type { Rendered, RenderedAnswers } from './rendered-results.ts'
import { damaged } from '../embedded/seal.ts'
import type { State } from '../embedded/state.ts'
import { requireBlock } from '../embedded/stored-block.ts'
import type { View } from '../embedded/view.ts'

/** The blocks that answers are given from. */
export interface Coverage {
  readonly head: { readonly number: number; readonly hash: `0x${string}` }
  /** The lowest block held. */
  readonly lowest: number
}

/** The methods of the document, and what they cover: null while nothing is held; one object for each state. */
export type Answers = Methods & { coverage(): Coverage | null }

/** The methods, answered with JSON bytes from what is held; blocks that were written before, and transactions and receipts of the newest, are not written again. */
export function createAnswers(view: View, rendered: RenderedAnswers): Answers {
  const newest = rendered.limit > 0 ? NEWEST : 0
  return {
    coverage: () => coverageOf(view.state()),
    eth_getTransactionByHash: (hash) =>
      answer('transaction', hash, (writer, { bytes }, place) => writeTransaction(writer, bytes, place)),
    eth_getTransactionReceipt: (hash) =>
      answer('receipt', hash, (writer, { bytes, receipt, firstLogIndex, gasUsed }, place) =>
        writeReceipt(writer, receipt, { ...place, transaction: bytes, gasUsed, firstLogIndex }),
      ),
    eth_getBlockByNumber(numberOrTag, full) {
      const number = findNumber(view.state(), numberOrTag)
      if (number === null) return null
      const told = full ? 'wholeBlock' : 'block'
      const name = `0x${number.toString(16)}`
      const kept = rendered.get(told, name)
      if (kept !== undefined && isHeld(view, kept)) return kept.json
      const answer = renderBlock(view, number, full)
      rendered.add(told, name, answer)
      return answer.json
    },
  }

  function answer(
    told: 'transaction' | 'receipt',
    hash: string,
    write: (writer: JsonWriter, held: HeldTransaction, place: TransactionContext) => void,
  ): Uint8Array | null {
    const kept = newest > 0 ? rendered.get(told, hash) : undefined
    if (kept !== undefined && isHeld(view, kept)) return kept.json
    const held = view.transaction(parseHash(hash))
    if (held === undefined) return null
    const { number } = held
    const block = findPlace(view, number)
    const { head, commit } = view.state()
    const isKept = number > head!.number - newest
    const json = writeAnswer((writer) => write(writer, held, placeOf(held, block)), { isKept })
    if (isKept) rendered.add(told, hash, { json, number, hash: block.hash, commit })
    return json
  }
}

/** Of so many blocks up to the head, where most questions are, transactions and receipts stay as they were written; others would only drive them out. */
const NEWEST = 128

/** Whether an answer's block is held, so that the answer is true: its block's hash says the rest. */
function isHeld(view: View, answer: Rendered): boolean {
  const { number, hash } = answer
  const { head, lowest, commit } = view.state()
  if (answer.commit === commit) return true
  if (head === null || number < lowest || number > head.number) return false
  if (!equalBytes(findPlace(view, number).hash, hash)) return false
  answer.commit = commit
  return true
}

function renderBlock(view: View, number: number, full: boolean): Rendered {
  const block = requireBlock(view, number)
  const transactions = full
    ? Array.from({ length: block.count }, (_, index) => view.transactionAt(block.first + index))
    : view.blockHashes(block)
  const parts = { ...block, uncles: block.uncles.map(hashHeader) }
  const json = writeAnswer((writer) => writeBlock(writer, parts, transactions), { isKept: true })
  return { json, number, hash: block.hash, commit: view.state().commit }
}

/** What is told of a block with each of its transactions. */
function findPlace(view: View, number: number): BlockContext {
  const state = view.state()
  let places = placesAt.get(state)
  if (places === undefined) placesAt.set(state, (places = []))
  const kept = places[number % PLACES]
  if (kept?.number === number) return kept.place
  const held = view.place(number)
  if (held === undefined) throw damaged(`block ${number}`)
  const { hash, timestamp, baseFeePerGas, blobGasPrice } = held
  const place = { hash, number: BigInt(number), timestamp, baseFeePerGas, blobGasPrice }
  places[number % PLACES] = { number, place }
  return place
}

// Reading a row takes 1.4 µs of the 13 that a transaction takes, and people ask for those of the same blocks; more of them than this would
// cost those who do not as much again, in garbage. At another state it may be another block.
const placesAt = new WeakMap<State, { readonly number: number; readonly place: BlockContext }[]>()
const PLACES = 256

const placeOf = ({ hash, from, index }: HeldTransaction, block: BlockContext): TransactionContext => ({
  hash,
  from,
  index,
  block,
})

function coverageOf(state: State): Coverage | null {
  const { head, lowest } = state
  let coverage = coverages.get(state)
  if (coverage === undefined && head !== null)
    coverages.set(state, (coverage = { head: { number: head.number, hash: toHex(head.hash) }, lowest }))
  return coverage ?? null
}
const coverages = new WeakMap<State, Coverage>()

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
  safe: ({ head, safe }) => head && safe,
  finalized: ({ head, finalized }) => head && finalized,
  pending: () => null,
}

function parseHash(hash: string): Uint8Array {
  try {
    if (hash.length === 66) return fromHex(hash)
  } catch {
    // The sentence below says it.
  }
  throw new HistoryError(errors.InvalidParams.code, `${JSON.stringify(hash)} must be a hash of 32 bytes.`)
}
