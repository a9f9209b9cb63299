import { concatBytes } from '@noble/hashes/utils.js'
import { show } from '../bytes.ts'
import { refuse } from '../error.ts'
import { depthOf, merkleRoot } from './merkle.ts'
import { checkSize, type Type, uint64 } from './types.ts'

/** The type of an object. */
export interface Container<T> extends Type<T> {
  /** The root of each member, in their order: the leaves of the object's tree. */
  readonly fieldRoots: (value: T) => readonly Uint8Array[]
}

/** The type of each member, in their order. */
export type Fields<T> = { readonly [K in keyof T]-?: Type<T[K]> }

/** Creates the type of an object from those of its members, in their order. Its JSON has names in snake_case; other members are ignored. */
export function container<T extends object>(fields: Fields<T>): Container<T> {
  const rows = Object.entries(fields) as [keyof T & string, Type<unknown>][]
  const sizes = rows.map(([, type]) => type.size)
  const head = sizes.reduce<number>((sum, size) => sum + (size ?? OFFSET), 0)
  const make = (value: (type: Type<unknown>, name: keyof T & string) => unknown) =>
    Object.fromEntries(rows.map(([name, type]) => [name, value(type, name)])) as T
  const fieldRoots = (value: T) => rows.map(([name, type]) => type.root(value[name]))
  return {
    size: sizes.includes(undefined) ? undefined : head,
    empty: () => make((type) => type.empty()),
    encode(value) {
      const parts = rows.map(([name, type]) => type.encode(value[name]))
      let end = head
      const heads = parts.map((part, at) => {
        if (sizes[at] !== undefined) return part
        end += part.length
        return uint64.encode(BigInt(end - part.length)).subarray(0, OFFSET)
      })
      return concatBytes(...heads, ...parts.filter((_, at) => sizes[at] === undefined))
    },
    decode(bytes) {
      if (bytes.length < head) checkSize(bytes, head)
      const view = new DataView(bytes.buffer, bytes.byteOffset)
      const starts: number[] = []
      let at = 0
      for (const size of sizes) {
        if (size === undefined) starts.push(view.getUint32(at, true))
        at += size ?? OFFSET
      }
      if (starts.length === 0) checkSize(bytes, head)
      else if (starts[0] !== head) refuse('ssz', `The first offset must be ${head}; got ${starts[0]}.`)
      starts.push(bytes.length)
      at = 0
      return make((type) => {
        if (type.size !== undefined) return type.decode(bytes.subarray(at, (at += type.size)))
        at += OFFSET
        const [start, end] = [starts.shift()!, starts[0]!]
        if (end < start || end > bytes.length)
          refuse('ssz', `The offset ${end} lies outside of ${start} to ${bytes.length}.`)
        return type.decode(bytes.subarray(start, end))
      })
    },
    fieldRoots,
    root: (value) => merkleRoot(fieldRoots(value), depthOf(rows.length)),
    toJson: (value) =>
      Object.fromEntries(rows.map(([name, type]) => [toSnakeCase(name), type.toJson(value[name])])),
    fromJson(json, path) {
      if (typeof json !== 'object' || json === null || Array.isArray(json))
        refuse('json', `${path} must be an object; got ${show(json)}.`)
      return make((type, name) => {
        const member = toSnakeCase(name)
        if (!Object.hasOwn(json, member)) refuse('json', `${path} has no member ${member}.`)
        return type.fromJson((json as Record<string, unknown>)[member], `${path}/${member}`)
      })
    },
  }
}

/** The bytes of the offset of a member of varying size. */
const OFFSET = 4

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
