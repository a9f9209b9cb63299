import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, show, toHex } from '../bytes.ts'
import { refuse } from '../error.ts'
import { bytesRoot, depthOf, merkleRoot, withLength } from './merkle.ts'

/** The encodings of a type of value as SSZ (consensus-specs, ssz/simple-serialize.md) and as the beacon API's JSON, and its root. */
export interface Type<T> {
  /** The length of its SSZ in bytes; undefined if it varies. */
  readonly size: number | undefined
  /** Returns the value that is all zeros. */
  readonly empty: () => T
  readonly encode: (value: T) => Uint8Array
  /** Strict: no byte is left over, and `encode` returns the same bytes. Throws ConsensusError `ssz`. */
  readonly decode: (bytes: Uint8Array) => T
  /** Returns the 32-byte hash_tree_root. */
  readonly root: (value: T) => Uint8Array
  readonly toJson: (value: T) => unknown
  /** Throws ConsensusError `json`, with the path of the value. */
  readonly fromJson: (json: unknown, path: string) => T
}

const encodeUint = (value: bigint, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))

const uint = (size: number): Type<bigint> => ({
  size,
  empty: () => 0n,
  encode: (value) => encodeUint(value, size),
  decode(bytes) {
    checkSize(bytes, size)
    return bytes.reduceRight((value, octet) => (value << 8n) | BigInt(octet), 0n)
  },
  root: (value) => encodeUint(value, 32),
  toJson: String,
  fromJson(json, path) {
    const value = typeof json === 'string' && /^(?:0|[1-9]\d{0,77})$/.test(json) ? BigInt(json) : -1n
    if (value < 0n || value >> BigInt(8 * size) > 0n)
      refuse('json', `${path} must be a decimal string of at most ${8 * size} bits; got ${show(json)}.`)
    return value
  },
})

/** A number below 2^64. */
export const uint64: Type<bigint> = /* @__PURE__ */ uint(8)
/** A number below 2^256. */
export const uint256: Type<bigint> = /* @__PURE__ */ uint(32)

/** Bytes of a fixed length; also a vector of eight times as many bits, the lowest bit of each byte first. */
export const bytes = (size: number): Type<Uint8Array> => byteString(size, size)

export const bytes32: Type<Uint8Array> = /* @__PURE__ */ bytes(32)

/** Bytes up to a limit. */
export const byteList = (limit: number): Type<Uint8Array> => byteString(0, limit)

/** A fixed number of values of one type, whose size is fixed. */
export const vector = <T>(item: Type<T>, length: number): Type<readonly T[]> => series(item, length, length)

/** Values of one type, whose size is fixed, up to a limit. */
export const list = <T>(item: Type<T>, limit: number): Type<readonly T[]> => series(item, 0, limit)

function byteString(least: number, most: number): Type<Uint8Array> {
  const isFixed = least === most
  const fits = ({ length }: Uint8Array) => length >= least && length <= most
  return {
    size: isFixed ? most : undefined,
    empty: () => new Uint8Array(least),
    encode: (value) => value,
    decode(bytes) {
      if (!fits(bytes)) checkSize(bytes, most)
      return new Uint8Array(bytes) // a copy, also of a Buffer
    },
    root: (value) => rootOf(isFixed, bytesRoot(value, Math.ceil(most / 32)), value),
    toJson: toHex,
    fromJson(json, path) {
      const value = fromHex(json)
      if (!value || !fits(value))
        refuse(
          'json',
          `${path} must be 0x and ${isFixed ? '' : 'at most '}${2 * most} hexadecimal digits; got ${show(json)}.`,
        )
      return value
    },
  }
}

function series<T>(item: Type<T>, least: number, most: number): Type<readonly T[]> {
  const isFixed = least === most
  const size = item.size!
  return {
    size: isFixed ? size * most : undefined,
    empty: () => Array.from({ length: least }, item.empty),
    encode: (values) => concatBytes(...values.map(item.encode)),
    decode(bytes) {
      if (isFixed) checkSize(bytes, size * most)
      if (bytes.length % size > 0) refuse('ssz', `${bytes.length} bytes are no series of ${size} bytes each.`)
      return Array.from({ length: bytes.length / size }, (_, at) =>
        item.decode(bytes.subarray(size * at, size * at + size)),
      )
    },
    root: (values) => rootOf(isFixed, merkleRoot(values.map(item.root), depthOf(most)), values),
    toJson: (values) => values.map(item.toJson),
    fromJson(json, path) {
      if (!Array.isArray(json)) refuse('json', `${path} must be an array; got ${show(json)}.`)
      if (isFixed && json.length !== most)
        refuse('json', `${path} must have ${most} items; got ${json.length}.`)
      return json.map((one: unknown, at) => item.fromJson(one, `${path}/${at}`))
    },
  }
}

/** A list's root is of its content and its length. */
const rootOf = (isFixed: boolean, content: Uint8Array, { length }: { readonly length: number }): Uint8Array =>
  isFixed ? content : withLength(content, length)

export function checkSize(bytes: Uint8Array, size: number): void {
  if (bytes.length !== size) refuse('ssz', `${size} bytes must be here, but there are ${bytes.length}.`)
}
