import type { Head } from '../interface.ts'

/** A result's JSON, which must not be changed, and its block. */
export interface Rendered {
  readonly json: Uint8Array
  readonly number: number
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The head with which the block was last found to be stored. */
  head: Head
}

/** A kind of result: of a transaction or receipt, by hash; of a block, by number. */
export type ResultKind = keyof typeof kinds

/** Cache of rendered results, keyed by kind and by hash or number as hex. The caller checks whether a result's block is still stored. */
export interface RenderedResults {
  readonly limit: number
  get(kind: ResultKind, key: string): Rendered | undefined
  /** Whether a result was asked for recently, and so is worth caching: a client that reads all of a history asks once. */
  isAskedAgain(kind: ResultKind, key: string): boolean
  add(kind: ResultKind, key: string, result: Rendered): void
  /** The results in flight, by kind and key, with their head: other callers wait for them. */
  readonly inFlight: Map<string, { readonly head: Head | null; readonly json: Promise<Uint8Array | null> }>
}

/** Creates a cache of up to so many bytes of JSON; 0 caches nothing. It evicts the oldest result that was not asked for since (CLOCK). */
export function createRenderedResults(limit: number): RenderedResults {
  const entries = new Map<number, Entry>()
  let hand = entries.entries() // resumes: the front of a Map has a hole for each deleted entry
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
      asked[at + 1] = asked[at]! // two places, so that two alternating ones do not evict each other
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
      const ownKey = Buffer.from(key, 'latin1').toString('latin1') // not a slice of the text of a batch
      entries.set(slot, { key: ownKey, json, number, hash, head, wasAsked: false })
      bytes += length
    },
  }
}

interface Entry extends Rendered {
  readonly key: string
  wasAsked: boolean
}

/** The number of recent requests for blocks to remember: with eight times as many, each fifth of requests spread over 20,000 blocks is cached. */
const askedBlocks = 2 ** 9
/** A batch asks for hundreds, and hardly one is asked for again by chance. */
const askedTransactions = 2 ** 16

/** The most asked-for entries to skip in search of one to evict: bounds the time of a call. */
const mostSpared = 16

const kinds = { transaction: 0, receipt: 1, block: 2, wholeBlock: 3, blockReceipts: 4 } as const

/** Returns the kind and the last 28 bits of a key: a string as key costs 1 µs, since V8 interns it first. Keys of one slot evict each other. */
function slotOf(kind: ResultKind, key: string): number {
  let bits = 0
  for (let i = Math.max(2, key.length - 7); i < key.length; i++) {
    const code = key.charCodeAt(i)
    bits = (bits << 4) | ((code & 0xf) + 9 * (code >> 6)) // a hexadecimal digit of either case
  }
  return (bits << 3) | kinds[kind]
}
