import { equalBytes } from '@lectern/chain/internal'
import { askAgain, damaged } from '../../error.ts'
import { rulesOf } from '../../family.ts'
import {
  type BlockRow,
  decodeBlockRow,
  decodeHashes,
  decodeParts,
  decodeReceipt,
  decodeTransactionRecord,
  splitHashes,
} from '../records/records.ts'
import { isWithin, type State } from '../records/state.ts'
import type { BlockParts, Reader, TransactionRecord } from '../results/reader.ts'
import { HASHES, joinParts, PARTS, ROW, sealKey, toBytes } from './cells.ts'
import { frameIdx, framesOf, openTransactions } from './cold-rows.ts'
import type { Consistency, Row } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { type BlockColumns, nameOf, type Rows } from './rows.ts'
import {
  headOf,
  isCold,
  isDirty,
  isEqual,
  numbersOf,
  recentHash,
  stampOf,
  type StateRow,
} from './state-row.ts'

export interface ClusterBlock extends BlockRow {
  readonly number: number
}

/** Reads the store as one row of `state` says. */
export interface ClusterReader extends Reader<ClusterBlock> {
  /** Reads the row of a stored block. Throws HistoryError `damaged` without one. */
  requireRow(number: number): Promise<ClusterBlock>
  requireBlock(number: number): Promise<ClusterBlock & BlockParts>
}

/** Rows of blocks, and hashes of absent transactions, that were found with one row of `state`. */
export interface ReadCache {
  readonly blocks: Map<number, ClusterBlock>
  /** A majority lacks them. A client that waits for one asks again and again. */
  readonly absent: Set<string>
}

export const createReadCache = (): ReadCache => ({ blocks: new Map(), absent: new Set() })

function makeRoom(found: ReadCache['blocks'] | ReadCache['absent']): void {
  for (const oldest of found.keys())
    if (found.size >= REMEMBERED) found.delete(oldest as never)
    else return
}

const REMEMBERED = 4096

/** Creates a reader of one copy, and of a majority before anything is absent: rows never change. `known` was found with the row `shown`. */
export function createReader(rows: Rows, shown: () => StateRow, known?: ReadCache): ClusterReader {
  let last: number | undefined // the block of the transaction that was found last
  let inTurn = 0 // how many of its transactions were found in turn
  let near: { number: number; block: Uint8Array; indexes: Promise<ReadonlyMap<string, number>> } | undefined

  /** Reads rows of the stored block of a number, and returns what `use` makes of them; undefined: some are missing. */
  async function look<T>(
    number: number,
    read: (copies: Consistency) => Promise<readonly Row[]>,
    use: Use<T>,
  ): Promise<T> {
    const now = shown()
    const recent = recentHash(now, number)
    // One node alone may still have the `canon` of a removed block.
    const isUnsure = recent === undefined && isDirty(now, number)
    const orders: readonly Consistency[] = isUnsure ? ['majority'] : ['one', 'majority']
    for (const copies of orders) {
      const rows = await read(copies)
      const block = recent ?? canonOf(rows[0], number)
      const found = block && use(rows, block)
      if (found !== undefined) return found
    }
    shown()
    throw damaged(`block ${number}`)
  }

  const lookAt = <T>(number: number, idx: readonly number[], columns: BlockColumns, use: Use<T>) =>
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
    if (known) {
      makeRoom(known.blocks)
      known.blocks.set(number, block)
    }
    return block
  }

  async function requireRow(number: number): Promise<ClusterBlock> {
    return (
      known?.blocks.get(number) ??
      (await lookAt(number, [ROW], 'body', (rows, block) => {
        const sealed = joinParts(rows, block, 'body').get(ROW)
        return sealed && keep(number, block, sealed)
      }))
    )
  }

  const requireBlock = (number: number): Promise<ClusterBlock & BlockParts> =>
    lookAt(number, [PARTS, ROW], 'body', (rows, block) => {
      const values = joinParts(rows, block, 'body')
      const [parts, row] = [values.get(PARTS), values.get(ROW)]
      return parts && row && { ...keep(number, block, row), ...decodeParts(parts, number) }
    })

  /** Looks up a hash at one copy, and at a majority if that leads to nothing. */
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
    family: () => rulesOf(shown().chain?.config ?? {}),
    requireRow,
    requireBlock,
    blockRecord: async (number) => (isWithin(shown().state, number) ? await requireRow(number) : undefined),
    block: async (number) => (isWithin(shown().state, number) ? await requireBlock(number) : undefined),
    blockNumber: (hash) =>
      find(
        hash,
        (idx) => idx === ROW,
        async ({ number, block }) => (isEqual((await requireRow(number)).hash, block) ? number : null),
      ),
    async blockHashes({ number, hash, count }) {
      if (count === 0) return new Uint8Array(0)
      return await lookAt(number, [HASHES], 'body', (rows, block) => {
        if (!isEqual(block, hash)) throw askAgain(number)
        const sealed = joinParts(rows, block, 'body').get(HASHES)
        return sealed && decodeHashes(sealed, number).slice()
      })
    },
    async transactions({ number, hash, count }, from = 0, to = count, hasReceipts = true) {
      if (from >= to) return []
      const columns = hasReceipts ? 'body, receipt' : 'body'
      const range = { number, count, from, to, hasReceipts }
      const isOld = isCold(shown(), number)
      const idx = [HASHES, ...framesOf(from, to).map(frameIdx)]
      const read = (copies: Consistency) =>
        isOld
          ? rows.ofBlock(number, idx, columns, copies)
          : rows.ofTransactions(number, from, to, columns, copies)
      return await look(number, read, (rows, block) => {
        if (!isEqual(block, hash)) throw askAgain(number)
        if (isOld) return openTransactions(rows, block, range)
        const records = joinParts(rows, block, 'body')
        const receipts = hasReceipts ? joinParts(rows, block, 'receipt') : undefined
        if (records.size < to - from || (receipts && receipts.size < to - from)) return undefined
        return decodeAll(number, records, receipts)
      })
    },
    async transaction(hash, hasReceipt = true) {
      const name = nameOf(hash)
      if (known?.absent.has(name)) return undefined
      const near = await findNear(name)
      const follow = (at: IndexRow) => readTransaction(at, hasReceipt)
      const found = (near && (await follow(near))) ?? (await find(hash, (idx) => idx >= 0, follow))
      if (found !== undefined || known === undefined) return found
      makeRoom(known.absent)
      known.absent.add(name)
      return undefined
    },
  }
  return reader

  /** Reads the transaction of a row of the index; null if that block is not the chain's. */
  async function readTransaction({ number, idx, block }: IndexRow, hasReceipt: boolean) {
    const cached = known?.blocks.get(number)
    if (cached !== undefined && !isEqual(cached.hash, block)) return null
    const isOld = isCold(shown(), number)
    const own = isOld ? [HASHES, ...framesOf(idx, idx + 1).map(frameIdx)] : [idx]
    const all = cached ? own : [ROW, ...own]
    const columns = hasReceipt ? 'body, receipt' : 'body'
    const record = await lookAt(number, all, columns, (rows, canon) => {
      if (!isEqual(canon, block)) return null
      const values = joinParts(rows, block, 'body')
      const sealed = values.get(ROW)
      const row = cached ?? (sealed && keep(number, block, sealed))
      if (row === undefined) return undefined
      const range = { number, count: row.count, from: idx, to: idx + 1, hasReceipts: hasReceipt }
      if (isOld) return openTransactions(rows, block, range)?.next().value
      const record = values.get(idx)
      if (!hasReceipt) return record && decodeOwn(number, idx, record)
      const receipt = joinParts(rows, block, 'receipt').get(idx)
      return record && receipt && decodeOwn(number, idx, record, receipt)
    })
    if (record !== null) noteFound(number, block)
    return record
  }

  /** Reads the hashes of a block once many transactions in turn were of it: most batches are of one block. */
  function noteFound(number: number, block: Uint8Array): void {
    inTurn = number === last ? inTurn + 1 : 1
    last = number
    if (inTurn !== MANY) return
    const indexes = requireRow(number)
      .then(reader.blockHashes)
      .then((hashes) => new Map(splitHashes(hashes).map((hash, index) => [nameOf(hash), index])))
      .catch(() => new Map()) // the index says what is wrong
    near = { number, block, indexes }
  }

  async function findNear(hash: string): Promise<IndexRow | undefined> {
    if (near === undefined) return undefined
    const { number, block, indexes } = near
    const idx = (await indexes).get(hash)
    return idx === undefined ? undefined : { number, idx, block }
  }
}

/** Counts the transactions of the stored blocks up to a number: all, less those of the blocks above it. */
export async function countUpTo(
  reader: Pick<ClusterReader, 'requireRow'>,
  { head, transactions }: State,
  number: number,
): Promise<number> {
  const above = numbersOf({ from: number + 1, to: head?.number ?? number })
  let counted = 0
  await inParallel(above, READ_AT_ONCE, async (one) => {
    const { count } = await reader.requireRow(one)
    counted += count
  })
  return transactions - counted
}

const READ_AT_ONCE = 32

interface IndexRow {
  readonly number: number
  readonly idx: number
  readonly block: Uint8Array
}

// Transactions of one batch are found together, block by block: a few in turn mean nothing.
const MANY = 8

function* decodeAll(
  number: number,
  records: ReadonlyMap<number, Uint8Array>,
  receipts: ReadonlyMap<number, Uint8Array> | undefined,
): Generator<TransactionRecord, void> {
  for (const [idx, sealed] of records) {
    const record = decodeTransactionRecord(sealed, sealKey(number, idx))
    const receipt = receipts?.get(idx)
    yield receipt ? { ...record, receipt: decodeReceipt(receipt, sealKey(number, idx)) } : record
  }
}

/** Makes something of rows of a block; undefined: some are missing. */
type Use<T> = (rows: readonly Row[], block: Uint8Array) => T | undefined

/** Decodes a record into fresh memory: its reader waits for other rows first. */
function decodeOwn(number: number, idx: number, sealed: Uint8Array, receipt?: Uint8Array): TransactionRecord {
  const key = sealKey(number, idx)
  const record = decodeTransactionRecord(sealed, key)
  const { hash, from, bytes } = record
  const own = { hash: hash.slice(), from: from.slice(), bytes: bytes.slice() }
  return { ...record, ...own, receipt: receipt ? decodeReceipt(receipt, key) : NONE }
}

const NONE = new Uint8Array(0)
