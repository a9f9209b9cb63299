import { type JsonWriter, putAgain, putText, type Text, toText } from './writer.ts'
import { createSpans, type Spans } from '../encoding/rlp.ts'
import { type TransactionType } from '../family/ethereum.ts'

/** The source of an object: an RLP list, and its context. Only `createInput` creates one: with a single hidden class, no read is a lookup. */
export interface Input<C = unknown> {
  bytes: Uint8Array
  /** EIP-2718's, of a transaction or receipt. */
  type: TransactionType
  readonly spans: Spans
  /** The index of the object in its list. */
  index: number
  /** The last position of the members that all objects of one context share; its length is 0 before the first object. */
  readonly shared: { at: number; length: number }
  context: C
}

/** Creates an input without bytes, to be filled again and again. */
export function createInput<C>(context: C): Input<C> {
  const shared = { at: 0, length: 0 }
  return { bytes: new Uint8Array(), type: 0, spans: createSpans(), index: 0, shared, context }
}

/** Writes a member's value. Returns false for malformed bytes. */
export type Put<C = unknown> = (writer: JsonWriter, input: Input<C>) => boolean

/** The source of a member's value: a constant text, or a function that writes it. */
export type Source<C = unknown> =
  | { readonly text: string }
  | { readonly shape: keyof typeof shapes; readonly put: Put<C> }

/** A source for each member of an object in JSON, in the order of its members. */
export type Sources<Json, C = unknown> = { readonly [K in keyof Json]-?: Source<C> }

/** Returns the source of a string of digits that can always be written. */
export function digitsSource<C>(put: (writer: JsonWriter, input: Input<C>) => void): Source<C> {
  const putAlways: Put<C> = (writer, input) => {
    put(writer, input)
    return true
  }
  return { shape: 'digits', put: putAlways }
}

/** The parts of an object in JSON: for each member the text before its value, and the value. */
export interface JsonTemplate<C = unknown> {
  readonly names: ReadonlySet<string>
  readonly steps: readonly Step<C>[]
  readonly end: Text
}

interface Step<C> {
  readonly text: Text
  readonly put: Put<C>
}

/** Creates the template of an object from its members in order, without those that lack a source. `shared` names adjacent members that all objects of one context share. */
export function createTemplate<C>(
  sources: Readonly<Record<string, Source<C> | undefined>>,
  shared: readonly string[] = [],
): JsonTemplate<C> {
  const steps: Step<C>[] = []
  const keys: string[] = []
  const names = new Set<string>()
  let before = '{'
  for (const [key, source] of Object.entries(sources)) {
    if (source === undefined) continue
    names.add(key)
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
  return { names, steps, end: toText(`${before.slice(0, -1)}}`) }
}

/** Writes an object. Returns false for malformed bytes. */
export function writeObject<C>(
  writer: JsonWriter,
  { steps, end }: JsonTemplate<C>,
  input: Input<C>,
): boolean {
  if (!writeSteps(writer, steps, input)) return false
  putText(writer, end)
  return true
}

/** The text around a value: digits are a string's after `0x`, a list writes its elements, a value everything. */
const shapes = { digits: ['"0x', '"'], list: ['[', ']'], value: ['', ''] } as const

function writeSteps<C>(writer: JsonWriter, steps: readonly Step<C>[], input: Input<C>): boolean {
  for (let i = 0; i < steps.length; i++) {
    const { text, put } = steps[i]!
    putText(writer, text)
    if (!put(writer, input)) return false
  }
  return true
}

/** Several steps as one, which copies what it wrote before for the same context. */
function shareSteps<C>([first, ...rest]: readonly Step<C>[]): Step<C> {
  return {
    text: first!.text,
    put(writer, input) {
      const { shared } = input
      if (shared.length > 0) {
        putAgain(writer, shared.at, shared.length)
        return true
      }
      const start = writer.at
      if (!first!.put(writer, input) || !writeSteps(writer, rest, input)) return false
      shared.at = start
      shared.length = writer.at - start
      return true
    },
  }
}
