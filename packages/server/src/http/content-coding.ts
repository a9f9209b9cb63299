import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { Transform } from 'node:stream'
import type { MaybePromise } from '@lectern/spec'
import { BodyError, tooLarge } from '../error.ts'

/** A content coding by its name in HTTP. */
export type Coding = 'zstd' | 'br' | 'gzip'

/** The codings of requests and responses, the preferred one first. */
export const codings: readonly Coding[] = ['zstd', 'gzip', 'br']

/** The coding that a request's `Content-Encoding` names; undefined where it is none that we know, or several. */
export function toCoding(encoding: string | undefined): Coding | 'identity' | undefined {
  if (encoding === undefined) return 'identity'
  const name = encoding.trim().toLowerCase()
  if (name === 'identity' || name === '') return 'identity'
  return codings.find((coding) => coding === (name === 'x-gzip' ? 'gzip' : name))
}

/** The coding of a response by the request's `Accept-Encoding`; undefined for none (RFC 9110, 12.5.3). */
export function chooseCoding(accept: string | undefined): Coding | undefined {
  if (accept === undefined || accept.length > 1_024) return undefined
  const known = choices.get(accept)
  if (known !== undefined) return known ?? undefined
  const chosen = weighCodings(accept)
  if (choices.size >= 64) choices.clear() // real clients have a handful; a client that invents more gains nothing
  choices.set(accept, chosen)
  return chosen ?? undefined
}

const choices = new Map<string, Coding | null>()

/** Returns the names of a header of preferences in lower case, with their weights from 0 to 1 (RFC 9110, 12.4.2). */
export function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1'
    weights.set(name, /^[01](\.\d{0,3})?$/.test(weight) ? Number(weight) : 0)
  }
  return weights
}

function weighCodings(accept: string): Coding | null {
  const weights = readWeights(accept.toLowerCase().replaceAll('x-gzip', 'gzip'))
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [best] = codings.toSorted((a, b) => weightOf(b) - weightOf(a)) // stable: ours first among equals
  return best !== undefined && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0)
    ? best
    : null
}

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = zlib.constants

/** The compressors, at level 1: zstd makes the fewest bytes in the least time. */
const compressors = {
  zstd: {
    options: { params: { [ZSTD_c_compressionLevel]: 1 } },
    compress: zlib.zstdCompressSync,
    compressLarge: promisify(zlib.zstdCompress),
    stream: zlib.createZstdCompress,
    decompress: zlib.zstdDecompress,
  },
  br: {
    options: { params: { [BROTLI_PARAM_QUALITY]: 1 } },
    compress: zlib.brotliCompressSync,
    compressLarge: promisify(zlib.brotliCompress),
    stream: zlib.createBrotliCompress,
    decompress: zlib.brotliDecompress,
  },
  gzip: {
    options: { level: 1 },
    compress: zlib.gzipSync,
    compressLarge: promisify(zlib.gzip),
    stream: zlib.createGzip,
    decompress: zlib.gunzip,
  },
}

/** The most bytes that the event loop compresses, in up to 0.8 ms; a thread takes more CPU. */
export const largeBytes: { readonly [C in Coding]: number } = { zstd: 524_288, br: 131_072, gzip: 131_072 }

/** Compresses bytes; a promise where they are many. */
export function compress(bytes: Uint8Array, coding: Coding): MaybePromise<Uint8Array> {
  const { options, compress, compressLarge } = compressors[coding]
  if (bytes.length > largeBytes[coding])
    return compressLarge(bytes, { ...options, pledgedSrcSize: bytes.length })
  return compress(bytes, coding === 'gzip' ? gzipOptions(bytes) : options)
}

/** Options of gzip: for few bytes a small window, since to allocate the largest takes longer than to compress a receipt. */
export const gzipOptions = ({
  length,
}: Uint8Array): Pick<zlib.ZlibOptions, 'level' | 'windowBits' | 'memLevel'> =>
  length <= 32_768 ? { level: 1, windowBits: 12, memLevel: 5 } : { level: 1 }

/** Compresses as `compress` does, but the same array once per coding: for bytes that never change. A failed compression is tried again. */
export function compressOnce(bytes: Uint8Array, coding: Coding): MaybePromise<Uint8Array> {
  const known = compressedOf(bytes)
  const compressed = (known[coding] ??= compress(bytes, coding))
  if (compressed instanceof Promise) compressed.catch(() => delete known[coding])
  return compressed
}

/** The compressed forms of an array: by itself, or as a part of a reply. */
type Compressed = { [C in Coding]?: MaybePromise<Uint8Array> } & {
  [C in 'gzip tail' | 'zstd tail']?: MaybePromise<CompressedTail>
}

/** The compressed end of a reply, with the CRC-32 and length of its text, and the factor for the CRC-32 before it (gzip). */
export interface CompressedTail {
  readonly bytes: Uint8Array
  readonly crc: number
  readonly length: number
  readonly shift: number
}

/** Returns what an array was compressed to so far; it lives as long as the array. */
export function compressedOf(bytes: Uint8Array): Compressed {
  let known = compressed.get(bytes)
  if (known === undefined) compressed.set(bytes, (known = {}))
  return known
}

const compressed = new WeakMap<Uint8Array, Compressed>()

/** A stream that compresses what is written to it. */
export function createCompressor(coding: Coding): Transform {
  const { options, stream } = compressors[coding]
  const compressor = stream(options)
  open += 1
  return compressor.once('close', () => (open -= 1))
}

let open = 0

/** How many compressors are open. */
export const countCompressors = (): number => open

/** Decompresses a body; throws a BodyError for more than `most` bytes, and for bytes of another coding. */
export function decompress(bytes: Uint8Array, coding: Coding, most: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  // `info` adds the engine, which knows how much it has read; Node's types leave it out for some of the three.
  const options = { maxOutputLength: most, info: true }
  const decompress = compressors[coding].decompress as (
    bytes: Uint8Array,
    options: object,
    done: Decompressed,
  ) => void
  decompress(bytes, options, (error, result) => {
    if (error !== null) reject(error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(most) : notOfCoding(error))
    else if (result.engine.bytesWritten !== bytes.length) reject(notOfCoding()) // more behind its end
    else resolve(result.buffer)
  })
  return promise
}

const notOfCoding = (cause?: unknown): BodyError =>
  new BodyError(400, 'The body is not what its content-encoding says.', cause)

type Decompressed = (
  error: NodeJS.ErrnoException | null,
  result: { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } },
) => void
