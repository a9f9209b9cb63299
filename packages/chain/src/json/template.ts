import { type JsonWriter, putAgain, putText, type Text, toText } from './writer.ts'
import { createSpans, type Spans } from '../encoding/rlp.ts'
import type { TransactionType } from '../block/transaction.ts'

/**
 * What the members of an object are written from: an RLP list of fields, and a context that its sources read. All scenes come from
 * `createScene`, so that they have one hidden class: with several, each read of a member is a lookup.
 */
export interface Scene<C = unknown> {
  bytes: Uint8Array
  /** EIP-2718's, of a transaction or receipt. */
  type: TransactionType
  readonly spans: Spans
  /** How many objects are before it in its list. */
  index: number
  /** Where the members that are the same in each object of the scene were written last; a length of 0 before the first. */
  readonly shared: { at: number; length: number }
  context: C
}

/** A scene of no bytes yet, to be used again and again. */
export function createScene<C>(context: C): Scene<C> {
  const shared = { at: 0, length: 0 }
  return { bytes: new Uint8Array(), type: 0, spans: createSpans(), index: 0, shared, context }
}

/** Writes a member's value; gives false where the bytes are not what they must be. */
export type Put<C = unknown> = (writer: JsonWriter, scene: Scene<C>) => boolean

/** What a member's value is written from: a text that is always the same, or what puts it. */
export type Source<C = unknown> =
  | { readonly text: string }
  | { readonly shape: keyof typeof shapes; readonly put: Put<C> }

/** The source of a string of digits that can always be written. */
export function digitsSource<C>(put: (writer: JsonWriter, scene: Scene<C>) => void): Source<C> {
  const putAlways: Put<C> = (writer, scene) => {
    put(writer, scene)
    return true
  }
  return { shape: 'digits', put: putAlways }
}

/** An object's members in their order, each with the name of its source. */
export type Members<Json> = { readonly [K in keyof Json]-?: string }

/** How an object is written: for each member the text before its value, and the value. */
export interface Plan<C = unknown> {
  readonly steps: readonly Step<C>[]
  readonly end: Text
}

interface Step<C> {
  readonly text: Text
  readonly put: Put<C>
}

/** The plan of an object from its members, and the sources that they name; `shared` are members next to each other that are the same in each object of a scene. */
export function planObject<C>(
  members: Readonly<Record<string, string>>,
  sources: Readonly<Record<string, Source<C>>>,
  shared: readonly string[] = [],
): Plan<C> {
  const steps: Step<C>[] = []
  const keys: string[] = []
  let before = '{'
  for (const [key, name] of Object.entries(members)) {
    const source = sources[name]!
    if ('text' in source) {
      before += `"${key}":${source.text},`
      continue
    }
    const [open, close] = shapes[source.shape]
    steps.push({ text: toText(`${before}"${key}":${open}`), put: source.put })
    keys.push(key)
    before = `${close},`
  }
  if (shared.length > 0) {
    const start = keys.indexOf(shared[0]!)
    steps.splice(start, shared.length, shareSteps(steps.slice(start, start + shared.length)))
  }
  return { steps, end: toText(`${before.slice(0, -1)}}`) }
}

/** Writes an object; gives false where the bytes are not what they must be. */
export function writeObject<C>(writer: JsonWriter, { steps, end }: Plan<C>, scene: Scene<C>): boolean {
  if (!writeSteps(writer, steps, scene)) return false
  putText(writer, end)
  return true
}

/** What stands around a value: digits are a string's after `0x`, a list brings its elements, a value everything. */
const shapes = { digits: ['"0x', '"'], list: ['[', ']'], value: ['', ''] } as const

function writeSteps<C>(writer: JsonWriter, steps: readonly Step<C>[], scene: Scene<C>): boolean {
  for (let i = 0; i < steps.length; i++) {
    const { text, put } = steps[i]!
    putText(writer, text)
    if (!put(writer, scene)) return false
  }
  return true
}

/** Steps as one, which copies what it has written before in the same scene. */
function shareSteps<C>([first, ...rest]: readonly Step<C>[]): Step<C> {
  return {
    text: first!.text,
    put(writer, scene) {
      const { shared } = scene
      if (shared.length > 0) {
        putAgain(writer, shared.at, shared.length)
        return true
      }
      const start = writer.at
      if (!first!.put(writer, scene) || !writeSteps(writer, rest, scene)) return false
      shared.at = start
      shared.length = writer.at - start
      return true
    },
  }
}
