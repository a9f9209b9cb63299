import { equalBytes } from '@lectern/chain/internal'
import { askAgain, damaged } from '../../error.ts'
import {
  type BlockRow,
  decodeBlockRow,
  decodeParts,
  decodeReceipt,
  decodeTransactionRecord,
} from '../records/records.ts'
import { unseal, sealOf } from '../records/seal.ts'
import type { TransactionLocation } from '../interface.ts'
import type { BlockParts, Reader, TransactionRecord } from '../results/reader.ts'
import type { State } from '../records/state.ts'
import { joinParts, toBytes } from './cells.ts'
import type { Copies, Row } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { type Columns, nameOf, type Rows } from './rows.ts'
import { headOf, isDirty, isEqual, isWithin, recentHash, stampOf, type StateRow } from './state-row.ts'

/** A block's row with its number. */
export interface ClusterBlock extends BlockRow {
  readonly number: number
}

/** Reads the store as one row of `state` says. */
export interface ClusterReader extends Reader<ClusterBlock> {
  /** Where the transaction of a hash is, without its record. */
  locate(hash: Uint8Array): Promise<TransactionLocation | undefined>
  block(number: number): Promise<(ClusterBlock & BlockParts) | undefined>
  blockRecord(number: number): Promise<ClusterBlock | undefined>
  blockHashes(block: ClusterBlock): Promise<Uint8Array>
  transactions(
    block: ClusterBlock,
    from?: number,
    to?: number,
    hasReceipts?: boolean,
  ): Promise<Iterable<TransactionRecord>>
}

/** The idx of the rows of a block that are not its transactions. */
export const ROW = -1
export const PARTS = -2
export const HASHES = -3

/** Where the seals of a transaction's record say that it is: below 2^53 up to block 2^33. */
export const sealKey = (number: number, index: number): number => number * 2 ** 20 + index

/** What was found with one row of `state`: the rows of some blocks, and the hashes of some transactions that are nowhere. */
export interface Found {
  block(number: number): ClusterBlock | undefined
  addBlock(number: number, block: ClusterBlock): void
  /** Whether a majority does not have the transaction of a hash. Who waits for one asks for it again and again. */
  isAbsent(hash: string): boolean
  addAbsent(hash: string): void
}

const makeRoom = (found: Map<unknown, unknown> | Set<unknown>): void => {
  if (found.size >= REMEMBERED) found.delete(found.keys().next().value)
}
const REMEMBERED = 4096

/** Remembers what was found last. */
export function rememberFound(): Found {
  const blocks = new Map<number, ClusterBlock>()
  const absent = new Set<string>()
  return {
    block: (number) => blocks.get(number),
    addBlock(number, block) {
      makeRoom(blocks)
      blocks.set(number, block)
    },
    isAbsent: (hash) => absent.has(hash),
    addAbsent(hash) {
      makeRoom(absent)
      absent.add(hash)
    },
  }
}

/** Remembers nothing: for a reader whose row of `state` changes. */
export const rememberNone: Found = {
  block: () => undefined,
  addBlock() {},
  isAbsent: () => false,
  addAbsent() {},
}

/**
 * Reads at one copy what that one has, and asks a majority before anything is absent: rows never change, so one that is found is right.
 *
 * @param rows - what reads the rows
 * @param shown - the row of `state`; throws once it may no longer be read
 * @param known - what was found with this one
 */
export function createReader(rows: Rows, shown: () => StateRow, known: Found): ClusterReader {
  let last: number | undefined // whose transaction was found last
  let inTurn = 0 // how many of it
  let near: { number: number; block: Uint8Array; indexes: Promise<ReadonlyMap<string, number>> } | undefined

  /** What `use` makes of rows of the chain's block of a number that is stored; undefined says that some are missing. */
  async function look<T>(
    number: number,
    read: (copies: Copies) => Promise<readonly Row[]>,
    use: Use<T>,
  ): Promise<T> {
    const now = shown()
    const recent = recentHash(now, number)
    // Here one node alone may still have the `canon` of a block that was unwound.
    const isUnsure = recent === undefined && isDirty(now, number)
    const orders: readonly Copies[] = isUnsure ? ['majority'] : ['one', 'majority']
    for (const copies of orders) {
      const rows = await read(copies)
      const block = recent ?? canonOf(rows[0], number)
      const found = block && use(rows, block)
      if (found !== undefined) return found
    }
    shown()
    throw damaged(`block ${number}`)
  }

  /** The same of its rows with some idx. */
  const lookAt = <T>(number: number, idx: readonly number[], columns: Columns, use: Use<T>): Promise<T> =>
    look(number, (copies) => rows.ofBlock(number, idx, columns, copies), use)

  function canonOf(row: Row | undefined, number: number): Uint8Array | undefined {
    const canon = row?.['canon'] as Buffer | null | undefined
    if (canon == null) return undefined
    if (canon.readBigUInt64BE(32) > stampOf(shown())) throw askAgain(number)
    return toBytes(canon)!.slice(0, 32)
  }

  function keep(number: number, hash: Uint8Array, sealed: Uint8Array): ClusterBlock {
    const block = { ...decodeBlockRow(sealed, number), number }
    if (!equalBytes(block.hash, hash)) throw damaged(`block ${number}`)
    known.addBlock(number, block)
    return block
  }

  async function blockRecord(number: number): Promise<ClusterBlock | undefined> {
    if (!isWithin(shown().state, number)) return undefined
    return (
      known.block(number) ??
      (await lookAt(number, [ROW], 'body', (rows, block) => {
        const sealed = joinParts(rows, block, 'body').get(ROW)
        return sealed && keep(number, block, sealed)
      }))
    )
  }

  /** Looks up a hash: at one copy, and if that leads to nothing at a majority. */
  async function find<T>(
    hash: Uint8Array,
    isWanted: (idx: number) => boolean,
    follow: (at: IndexRow) => Promise<T | null>,
  ): Promise<T | undefined> {
    for (const copies of ['one', 'majority'] as const)
      for (const row of await rows.ofHash(hash, copies)) {
        const [number, idx, block] = [Number(row['number']), row['idx'] as number, row['block'] as Uint8Array]
        if (!isWanted(idx) || !isWithin(shown().state, number)) continue
        const found = await follow({ number, idx, block })
        if (found !== null) return found
      }
    return undefined
  }

  const reader: ClusterReader = {
    head: () => headOf(shown()),
    chainId: () => shown().chain?.config.chainId ?? null,
    blockRecord,
    async blockNumber(hash) {
      return await find(
        hash,
        (idx) => idx === ROW,
        async ({ number, block }) => (isEqual((await blockRecord(number))?.hash, block) ? number : null),
      )
    },
    async locate(hash) {
      return await find(hash, isIndex, async ({ number, idx, block }) =>
        isEqual((await blockRecord(number))?.hash, block) ? { number: BigInt(number), index: idx } : null,
      )
    },
    async block(number) {
      if (!isWithin(shown().state, number)) return undefined
      return await lookAt(number, [PARTS, ROW], 'body', (rows, block) => {
        const values = joinParts(rows, block, 'body')
        const [parts, row] = [values.get(PARTS), values.get(ROW)]
        return parts && row && { ...keep(number, block, row), ...decodeParts(parts, number) }
      })
    },
    async blockHashes({ number, hash, count }) {
      if (count === 0) return new Uint8Array(0)
      return await lookAt(number, [HASHES], 'body', (rows, block) => {
        if (!isEqual(block, hash)) throw askAgain(number)
        const sealed = joinParts(rows, block, 'body').get(HASHES)
        return sealed && unseal(sealed, sealOf('hashes', number), "a block's hashes").slice()
      })
    },
    async transactions({ number, hash, count }, from = 0, to = count, hasReceipts = true) {
      if (from >= to) return []
      const columns = hasReceipts ? 'body, receipt' : 'body'
      const read = (copies: Copies) => rows.ofTransactions(number, from, to, columns, copies)
      return await look(number, read, (rows, block) => {
        if (!isEqual(block, hash)) throw askAgain(number)
        const records = joinParts(rows, block, 'body')
        const receipts = hasReceipts ? joinParts(rows, block, 'receipt') : undefined
        if (records.size < to - from || (receipts && receipts.size < to - from)) return undefined
        return decodeAll(number, records, receipts)
      })
    },
    async transaction(hash) {
      const name = nameOf(hash)
      if (known.isAbsent(name)) return undefined
      const near = await findNear(name)
      const found = (near && (await readTransaction(near))) ?? (await find(hash, isIndex, readTransaction))
      if (found === undefined) known.addAbsent(name)
      return found
    },
  }
  return reader

  /** The transaction of a row of the index; null if that block is not the chain's. */
  async function readTransaction({ number, idx, block }: IndexRow): Promise<TransactionRecord | null> {
    const cached = known.block(number)
    if (cached !== undefined && !isEqual(cached.hash, block)) return null
    const record = await lookAt(number, cached ? [idx] : [ROW, idx], 'body, receipt', (rows, canon) => {
      if (!isEqual(canon, block)) return null
      const values = joinParts(rows, block, 'body')
      const [record, receipt] = [values.get(idx), joinParts(rows, block, 'receipt').get(idx)]
      const row = values.get(ROW)
      if (row && !cached) keep(number, block, row)
      return record && receipt && (row || cached) ? decodeOwn(number, idx, record, receipt) : undefined
    })
    if (record !== null) noteFound(number, block)
    return record
  }

  /** Reads the hashes of a block once many transactions in turn were of it: who asks for a batch asks for those of one block, mostly. */
  function noteFound(number: number, block: Uint8Array): void {
    inTurn = number === last ? inTurn + 1 : 1
    last = number
    if (inTurn === MANY) near = { number, block, indexes: listHashes(number) }
  }

  async function listHashes(number: number): Promise<ReadonlyMap<string, number>> {
    try {
      const hashes = await reader.blockHashes((await blockRecord(number))!)
      const names = Array.from({ length: hashes.length / 32 }, (_, index) =>
        nameOf(hashes.subarray(32 * index, 32 * index + 32)),
      )
      return new Map(names.map((name, index) => [name, index]))
    } catch {
      return new Map() // the index says what is wrong
    }
  }

  async function findNear(hash: string): Promise<IndexRow | undefined> {
    if (near === undefined) return undefined
    const { number, block, indexes } = near
    const idx = (await indexes).get(hash)
    return idx === undefined ? undefined : { number, idx, block }
  }
}

/** How many transactions the stored blocks up to a number have: those of the blocks above it are taken off. */
export async function countUpTo(
  reader: Pick<ClusterReader, 'blockRecord'>,
  { head, transactions }: State,
  number: number,
): Promise<number> {
  const above = Array.from({ length: head!.number - number }, (_, index) => number + 1 + index)
  let counted = 0
  await inParallel(above, READ_AT_ONCE, async (one) => {
    const { count } = (await reader.blockRecord(one))!
    counted += count
  })
  return transactions - counted
}

const READ_AT_ONCE = 32

/** What the index has of a hash. */
interface IndexRow {
  readonly number: number
  readonly idx: number
  readonly block: Uint8Array
}

// Those that were asked for together are found together, block by block: a few in turn say nothing.
const MANY = 8

const isIndex = (idx: number): boolean => idx >= 0

/** The records of a block, each decoded when it is read. */
function* decodeAll(
  number: number,
  records: ReadonlyMap<number, Uint8Array>,
  receipts: ReadonlyMap<number, Uint8Array> | undefined,
): Generator<TransactionRecord, void> {
  for (const [idx, sealed] of records) {
    const record = decodeTransactionRecord(sealed, sealKey(number, idx))
    const receipt = receipts?.get(idx)
    yield receipt === undefined ? record : withReceipt(record, decodeReceipt(receipt, sealKey(number, idx)))
  }
}

const withReceipt = (record: TransactionRecord, receipt: Uint8Array): TransactionRecord => {
  const { hash, from, number, index, firstLogIndex, gasUsed, bytes } = record
  return { hash, from, number, index, firstLogIndex, gasUsed, bytes, receipt }
}

/** What is made of rows of a block; undefined says that some are missing. */
type Use<T> = (rows: readonly Row[], block: Uint8Array) => T | undefined

/** A record in memory of its own: what reads it waits for other rows first. */
function decodeOwn(number: number, idx: number, sealed: Uint8Array, receipt: Uint8Array): TransactionRecord {
  const key = sealKey(number, idx)
  const record = decodeTransactionRecord(sealed, key)
  const { hash, from, bytes } = record
  const own = { hash: hash.slice(), from: from.slice(), bytes: bytes.slice() }
  return { ...withReceipt(record, decodeReceipt(receipt, key)), ...own }
}
