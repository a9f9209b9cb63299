import type { Head } from '../interface.ts'

/** A result's JSON, which nobody may change, and its block. */
export interface Rendered {
  readonly json: Uint8Array
  readonly number: number
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The head with which the block was last found to be stored. */
  head: Head
}

/** The result of a transaction's method, by its hash; a block's, by its number. */
export type ResultKind = keyof typeof kinds

/** Cache of rendered results, keyed by kind and by hash or number as hex. Whether a result's block is still stored under its number is for its user to see. */
export interface RenderedResults {
  /** The most bytes of JSON that are cached. */
  readonly limit: number
  get(kind: ResultKind, key: string): Rendered | undefined
  /** Whether a result was asked for before, not long ago, and is worth caching: what is asked for once, as by those who read a whole history, would only evict others. */
  isAskedAgain(kind: ResultKind, key: string): boolean
  add(kind: ResultKind, key: string, result: Rendered): void
  /** The results that are being made, by kind and key, for the head that they are made from: who asks for one meanwhile waits for it. */
  readonly inFlight: Map<string, ResultInFlight>
}

interface ResultInFlight {
  readonly head: Head | null
  readonly json: Promise<Uint8Array | null>
}

/** A cache of up to so many bytes of JSON together, which evicts first what came first and was not asked for since; 0 caches nothing. */
export function createRenderedResults(limit: number): RenderedResults {
  const entries = new Map<number, Entry>()
  let hand = entries.entries() // resumes where it was: at the front a Map has a hole for each that went
  let bytes = 0
  const asked = new Int32Array(askedBlocks + askedTransactions).fill(-1)
  const drop = (slot: number, { json }: Entry) => {
    entries.delete(slot)
    bytes -= json.length
  }
  return {
    limit,
    inFlight: new Map(),
    get(kind, key) {
      const entry = entries.get(slotOf(kind, key))
      if (entry?.key !== key) return undefined
      entry.wasAsked = true
      return entry
    },
    isAskedAgain(kind, key) {
      if (limit === 0) return false
      const slot = slotOf(kind, key)
      const spread = Math.imul(slot, 0x9e3779b1)
      const isBlock = kinds[kind] >= kinds.block
      const at = 2 * (isBlock ? spread >>> 24 : askedBlocks / 2 + (spread >>> 17))
      if (asked[at] === slot || asked[at + 1] === slot) return true
      asked[at + 1] = asked[at]! // two places, so that two that come in turn do not drive each other out
      asked[at] = slot
      return false
    },
    add(kind, key, { json, number, hash, head }) {
      const { length } = json
      if (length > limit) return
      const slot = slotOf(kind, key)
      const last = entries.get(slot)
      if (last !== undefined) drop(slot, last)
      let spared = 0
      for (;;) {
        if (bytes + length <= limit) break
        const { value: [oldest, entry] = [] } = hand.next()
        if (oldest === undefined || entry === undefined) hand = entries.entries()
        else if (entry.wasAsked && spared++ < mostSpared) {
          entry.wasAsked = false
          entries.delete(oldest)
          entries.set(oldest, entry)
        } else drop(oldest, entry)
      }
      const ownKey = Buffer.from(key, 'latin1').toString('latin1') // not a part of the text of a whole batch
      entries.set(slot, { key: ownKey, json, number, hash, head, wasAsked: false })
      bytes += length
    },
  }
}

interface Entry extends Rendered {
  readonly key: string
  wasAsked: boolean
}

/** How many of what was asked for last are remembered: with eight times as many blocks each fifth of requests that are spread over 20,000 would be cached, for nothing. */
const askedBlocks = 2 ** 9
/** A batch alone asks for hundreds, and there are so many that hardly one is asked for again by chance. */
const askedTransactions = 2 ** 16

/** How many that were asked for are skipped in search of one that was not, so that no call waits for all. */
const mostSpared = 16

const kinds = { transaction: 0, receipt: 1, block: 2, wholeBlock: 3 } as const

/** The kind and the last 28 bits of the key: V8 makes a string unique before it looks it up in a Map, which took 1 µs of the 15 of a request. Two keys may share a slot, and then evict each other. */
function slotOf(kind: ResultKind, key: string): number {
  let bits = 0
  for (let i = Math.max(2, key.length - 7); i < key.length; i++) {
    const code = key.charCodeAt(i)
    bits = (bits << 4) | ((code & 0xf) + 9 * (code >> 6)) // a hexadecimal digit of either case
  }
  return (bits << 2) | kinds[kind]
}
