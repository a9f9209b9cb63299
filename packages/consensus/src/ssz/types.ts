import { concatBytes } from '@noble/hashes/utils.js'
import { fromHex, show, toHex } from '../bytes.ts'
import { refuse } from '../error.ts'
import { bytesRoot, depthOf, merkleRoot, withLength } from './merkle.ts'

/** How a kind of value is written as SSZ (consensus-specs, ssz/simple-serialize.md) and as the beacon API's JSON, and its root. */
export interface Type<T> {
  /** The bytes of its SSZ; undefined where they vary. */
  readonly size: number | undefined
  /** The value that is all zeros. */
  readonly empty: () => T
  readonly encode: (value: T) => Uint8Array
  /** Strict: no byte is left over, and `encode` gives the same bytes. Throws ConsensusError `ssz`. */
  readonly decode: (bytes: Uint8Array) => T
  /** The 32-byte hash_tree_root. */
  readonly root: (value: T) => Uint8Array
  readonly toJson: (value: T) => unknown
  /** Throws ConsensusError `json`; `path` is where the value is, for its message. */
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

/** So many bytes; also a vector of eight times as many bits, the lowest bit of each byte first. */
export const bytes = (size: number): Type<Uint8Array> => ({
  ...byteString(size, size),
  size,
  empty: () => new Uint8Array(size),
  root: (value) => bytesRoot(value),
})

export const bytes32: Type<Uint8Array> = /* @__PURE__ */ bytes(32)

/** At most so many bytes. */
export const byteList = (limit: number): Type<Uint8Array> => ({
  ...byteString(0, limit),
  size: undefined,
  empty: () => new Uint8Array(),
  root: (value) => withLength(bytesRoot(value, Math.ceil(limit / 32)), value.length),
})

/** What bytes of a fixed and of a varying length have in common. */
function byteString(
  least: number,
  most: number,
): Pick<Type<Uint8Array>, 'encode' | 'decode' | 'toJson' | 'fromJson'> {
  const fits = ({ length }: Uint8Array) => length >= least && length <= most
  return {
    encode: (value) => value,
    decode(bytes) {
      if (!fits(bytes)) checkSize(bytes, most)
      return new Uint8Array(bytes) // a copy, also of a Buffer
    },
    toJson: toHex,
    fromJson(json, path) {
      const value = fromHex(json)
      if (!value || !fits(value))
        refuse(
          'json',
          `${path} must be 0x and ${least < most ? 'at most ' : ''}${2 * most} hexadecimal digits; got ${show(json)}.`,
        )
      return value
    },
  }
}

/** So many values of one kind, whose size is fixed. */
export const vector = <T>(item: Type<T>, length: number): Type<readonly T[]> => ({
  ...series(item),
  size: item.size! * length,
  empty: () => Array.from({ length }, item.empty),
  decode(bytes) {
    checkSize(bytes, item.size! * length)
    return series(item).decode(bytes)
  },
  root: (values) => merkleRoot(values.map(item.root), depthOf(length)),
  fromJson(json, path) {
    const values = series(item).fromJson(json, path)
    if (values.length !== length) refuse('json', `${path} must have ${length} items; got ${values.length}.`)
    return values
  },
})

/** At most so many values of one kind, whose size is fixed. */
export const list = <T>(item: Type<T>, limit: number): Type<readonly T[]> => ({
  ...series(item),
  size: undefined,
  empty: () => [],
  root: (values) => withLength(merkleRoot(values.map(item.root), depthOf(limit)), values.length),
})

/** What vectors and lists have in common. */
const series = <T>(item: Type<T>): Pick<Type<readonly T[]>, 'encode' | 'decode' | 'toJson' | 'fromJson'> => ({
  encode: (values) => concatBytes(...values.map(item.encode)),
  decode(bytes) {
    const size = item.size!
    if (bytes.length % size > 0) refuse('ssz', `${bytes.length} bytes are no series of ${size} bytes each.`)
    return Array.from({ length: bytes.length / size }, (_, at) =>
      item.decode(bytes.subarray(size * at, size * at + size)),
    )
  },
  toJson: (values) => values.map(item.toJson),
  fromJson(json, path) {
    if (!Array.isArray(json)) refuse('json', `${path} must be an array; got ${show(json)}.`)
    return json.map((one: unknown, at) => item.fromJson(one, `${path}/${at}`))
  },
})

export function checkSize(bytes: Uint8Array, size: number): void {
  if (bytes.length !== size) refuse('ssz', `${size} bytes must be here, but there are ${bytes.length}.`)
}
