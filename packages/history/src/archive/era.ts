import { decodeHeader, hashHeader, type Header, toHex } from '@lectern/chain'
import { equalBytes, toBigInt } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import type { MaybePromise } from '@lectern/spec'
import { accumulatorRoot } from './proofs/accumulator.ts'
import type { ArchiveFile } from './archive-file.ts'
import type { ProofRoots, ProvenBlock } from './proofs/block-proofs.ts'
import { type Entry, malformed, unpackEntry } from './e2store.ts'
import { readPart } from './era-block.ts'
import { ITEM_LIMIT, type RlpFileOptions } from './rlp-file.ts'

/** An era file whose headers, difficulties, accumulator, index and name agree. */
export interface Era {
  readonly path: string
  /** As its name says; undefined for another kind of name. */
  readonly network: string | undefined
  readonly first: bigint
  readonly last: bigint
  /** The 32 bytes that the first header names as its parent. */
  readonly parentHash: Uint8Array
  /** 32 bytes, of the last block. */
  readonly hash: Uint8Array
  /** The accumulator that its blocks add up to, and the last block that it counts. Undefined without total difficulties. */
  readonly accumulator: { readonly root: Uint8Array; readonly last: BlockName } | undefined
  /** The last block that the proofs prove; undefined if there are none, or none with a known root. */
  readonly proven?: ProvenBlock | undefined
  /** Of all blocks before the first, and up to the last; undefined if the file has none. */
  readonly difficulty: { readonly before: bigint; readonly total: bigint } | undefined
}

/** How an era file is inspected. */
export interface InspectOptions extends RlpFileOptions {
  /** The roots that its proofs are checked against. @default they are not checked */
  readonly proofs?: ProofRoots | undefined
  /** Called for each block, in order. An error ends the inspection. */
  readonly onHeader?: (number: bigint, hash: Uint8Array) => MaybePromise<void>
}

/** Which blocks of an era file are read. */
export interface EraReadOptions {
  readonly from?: bigint
  readonly signal?: AbortSignal | undefined
}

/** The headers of an era file, each of which names the one before it. */
export interface Headers {
  readonly first: Header
  readonly last: BlockName
  /** Of each its offset, its 32-byte hash and its difficulty. */
  readonly rows: readonly { readonly at: number; readonly hash: Uint8Array; readonly difficulty: bigint }[]
}

/** Collects headers. `add` throws HistoryError `archive` for one that does not follow. */
export function collectHeaders(
  file: ArchiveFile,
  { limit = ITEM_LIMIT, signal, onHeader }: InspectOptions,
): { add(entry: Entry): Promise<void>; end(): Headers } {
  let first: Header | undefined
  let last: BlockName | undefined
  const rows: Headers['rows'][number][] = []
  return {
    async add(entry) {
      signal?.throwIfAborted()
      const bytes = unpackEntry(file, entry, limit)
      const header = readPart(file, entry, 'a header', () => decodeHeader(bytes))
      const { number, parentHash, difficulty } = header
      first ??= header
      if (last && (number !== last.number + 1n || !equalBytes(parentHash, last.hash)))
        throw malformed(
          file,
          entry.at,
          `block ${number} does not follow block ${last.number} ${toHex(last.hash)}`,
        )
      last = { number, hash: hashHeader(bytes) }
      rows.push({ at: entry.at, hash: last.hash, difficulty })
      await onHeader?.(number, last.hash)
    },
    end() {
      if (first === undefined || last === undefined) throw malformed(file, 0, 'it holds no block')
      return { first, last, rows }
    },
  }
}

/** Returns the members of an era that its headers state. */
export const summarize = (
  path: string,
  { first, last }: Headers,
): Pick<Era, 'path' | 'first' | 'last' | 'parentHash' | 'hash'> => ({
  path,
  first: first.number,
  last: last.number,
  parentHash: first.parentHash,
  hash: last.hash,
})

/** Reads the total difficulties of a file, and checks their sums. Throws HistoryError `archive`. */
export function readDifficulties(
  file: ArchiveFile,
  { first, rows }: Headers,
  totals: readonly Entry[],
): Era['difficulty'] {
  if (totals.length === 0) return undefined
  let sum: bigint | undefined
  let before = 0n
  for (const [index, entry] of totals.entries()) {
    const { difficulty } = rows[index]!
    const total = readDifficulty(file, entry)
    if (sum === undefined) before = total - difficulty
    sum = sum === undefined ? total : sum + difficulty
    if (total !== sum || before < 0n)
      throw malformed(
        file,
        entry.at,
        `block ${first.number + BigInt(index)} has the total difficulty ${total}, but the blocks add up to ${sum}`,
      )
  }
  return { before, total: sum! }
}

/** Compares an accumulator with the blocks, or with those of proof of work. Throws HistoryError `archive`. */
export function checkAccumulator(
  file: ArchiveFile,
  { at, data }: Entry,
  { first, rows }: Headers,
  totals: readonly Entry[],
): Era['accumulator'] {
  const records = rows.map(({ hash, difficulty }, index) => ({
    number: first.number + BigInt(index),
    hash,
    difficulty,
    totalDifficulty: totals[index]!.data,
  }))
  const root = accumulatorRoot(records)
  if (equalBytes(root, data)) return { root, last: records.at(-1)! }
  const work = records.filter(({ difficulty }) => difficulty > 0n) // the era of the merge counts no more than these
  if (work.length > 0 && work.length < records.length && equalBytes(accumulatorRoot(work), data))
    return { root: data, last: work.at(-1)! }
  throw malformed(file, at, `the accumulator is ${toHex(data)}, but its blocks give ${toHex(root)}`)
}

function readDifficulty(file: ArchiveFile, { at, data }: Entry): bigint {
  if (data.length !== 32) throw malformed(file, at, `a total difficulty has ${data.length} bytes, not 32`)
  return toBigInt(data.toReversed())
}
