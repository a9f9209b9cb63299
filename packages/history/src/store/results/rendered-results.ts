/** An answer's JSON, which nobody may change, and the block it is of. */
export interface Rendered {
  readonly json: Uint8Array
  readonly number: number
  /** 32 bytes. */
  readonly hash: Uint8Array
  /** The commit at which the block was last found to be held. */
  commit: number
}

/** What an answer tells: of a transaction, by its hash; of a block, by its number. */
export type Told = keyof typeof tellings

/** Answers that were written before, by what they tell and the hash or number as hex. Whether an answer's block is still held under its number is for the caller to see. */
export interface RenderedAnswers {
  /** The most bytes of JSON that are kept. */
  readonly limit: number
  get(told: Told, name: string): Rendered | undefined
  add(told: Told, name: string, answer: Rendered): void
}

/** Keeps up to so many bytes of JSON together, and gives up first what came first and was not asked for since; 0 keeps nothing. */
export function createRenderedAnswers(limit: number): RenderedAnswers {
  const kept = new Map<number, Kept>()
  let hand = kept.entries() // goes on where it was: at the front a Map has a hole for each that went
  let held = 0
  const drop = (spot: number, { json }: Kept) => {
    kept.delete(spot)
    held -= json.length
  }
  return {
    limit,
    get(told, name) {
      const one = kept.get(spotOf(told, name))
      if (one?.name !== name) return undefined
      one.wasAsked = true
      return one
    },
    add(told, name, { json, number, hash, commit }) {
      const { length } = json
      if (length > limit) return
      const spot = spotOf(told, name)
      const last = kept.get(spot)
      if (last !== undefined) drop(spot, last)
      let spared = 0
      for (;;) {
        if (held + length <= limit) break
        const { value: [oldest, one] = [] } = hand.next()
        if (oldest === undefined || one === undefined) hand = kept.entries()
        else if (one.wasAsked && spared++ < mostSpared) {
          one.wasAsked = false
          kept.delete(oldest)
          kept.set(oldest, one)
        } else drop(oldest, one)
      }
      const ownName = Buffer.from(name, 'latin1').toString('latin1') // not a part of the text of a whole batch
      kept.set(spot, { name: ownName, json, number, hash, commit, wasAsked: false })
      held += length
    },
  }
}

interface Kept extends Rendered {
  readonly name: string
  wasAsked: boolean
}

/** How many that were asked for are passed over in search of one that was not, so that no call waits for all. */
const mostSpared = 16

const tellings = { transaction: 0, receipt: 1, block: 2, wholeBlock: 3 } as const

/** What is told, and the last 28 bits of the name: V8 makes a string unique before it looks it up in a Map, which took 1 µs of the 15 of a request. Two names may have one, and then drive each other out. */
function spotOf(told: Told, name: string): number {
  let bits = 0
  for (let i = Math.max(2, name.length - 7); i < name.length; i++) {
    const code = name.charCodeAt(i)
    bits = (bits << 4) | ((code & 0xf) + 9 * (code >> 6)) // a hexadecimal digit of either case
  }
  return (bits << 2) | tellings[told]
}
