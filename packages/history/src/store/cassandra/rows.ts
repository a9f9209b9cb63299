import { setImmediate as nextRound } from 'node:timers/promises'
import type { Connection, Consistency, Row } from './connection.ts'

/** Reads the rows of blocks and of the index. Reads of single rows in one round of the event loop become one query. */
export interface Rows {
  ofHash(hash: Uint8Array, copies: Consistency): Promise<readonly Row[]>
  /** Reads the rows of all blocks of a number with some idx, in the order of their keys. */
  ofBlock(
    number: number,
    idx: readonly number[],
    columns: BlockColumns,
    copies: Consistency,
  ): Promise<readonly Row[]>
  ofNumber(number: number, copies: Consistency): Promise<readonly Row[]>
  /** Reads the rows of transactions from one index to another, the last not included. */
  ofTransactions(
    number: number,
    from: number,
    to: number,
    columns: BlockColumns,
    copies: Consistency,
  ): Promise<readonly Row[]>
}

export type BlockColumns = 'body' | 'body, receipt'

export function createRows({ read, keyspace }: Pick<Connection, 'read' | 'keyspace'>): Rows {
  const byHash = (where: string) =>
    `SELECT hash, block, number, idx FROM ${keyspace}.hashes WHERE hash ${where}`
  const [oneHash, someHashes] = [byHash('= ?'), byHash('IN ?')]
  const ofAll = (columns: BlockColumns) =>
    `SELECT idx, block, part, canon, ${columns} FROM ${keyspace}.blocks WHERE number = ?`
  const ofBlocks = (columns: BlockColumns, where: string) => `${ofAll(columns)} AND ${where}`
  /** A range is one read for a node; a list is one per item. */
  const ofRange: Rows['ofTransactions'] = (number, from, to, columns, copies) =>
    read(ofBlocks(columns, 'idx >= ? AND idx < ?'), [BigInt(number), from, to], copies)
  const gatherHashes = createGatherer<string>()
  const gatherRows = createGatherer<number>()
  return {
    async ofHash(hash, copies) {
      const name = nameOf(hash)
      const rows = await gatherHashes(copies, [name], async (names) => {
        const keys = names.map((one) => Buffer.from(one, 'latin1'))
        const [query, key] = keys.length === 1 ? [oneHash, keys[0]] : [someHashes, keys]
        return Map.groupBy(await read(query, [key], copies), (row) => nameOf(row['hash'] as Uint8Array))
      })
      return rows.get(name) ?? []
    },
    async ofBlock(number, idx, columns, copies) {
      const rows = await gatherRows(`${number} ${columns} ${copies}`, idx, async (all) => {
        const [from, to] = [Math.min(...all), Math.max(...all) + 1]
        const isRun = all.length > 1 && to - from === all.length
        const found = isRun
          ? await ofRange(number, from, to, columns, copies)
          : await read(ofBlocks(columns, 'idx IN ?'), [BigInt(number), all], copies)
        return Map.groupBy(found, (row) => row['idx'] as number)
      })
      return idx.flatMap((one) => rows.get(one) ?? [])
    },
    ofNumber: (number, copies) => read(ofAll('body, receipt'), [BigInt(number)], copies),
    ofTransactions: ofRange,
  }
}

export const nameOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1')

type Gathered<K> = Promise<ReadonlyMap<K, readonly Row[]>>

let roundEnd: Promise<void> | undefined

/** Returns the end of this round of the event loop, one promise for all: the driver sends the requests of one turn with one write. */
const endOfRound = (): Promise<void> => (roundEnd ??= nextRound().then(() => (roundEnd = undefined)))

/** Collects the keys that are asked for in one round of the event loop, and asks for them at its end. */
function createGatherer<K>() {
  const open = new Map<string, { readonly keys: Set<K>; readonly rows: Gathered<K> }>()
  return (group: string, keys: readonly K[], ask: (keys: readonly K[]) => Gathered<K>): Gathered<K> => {
    let round = open.get(group)
    if (round === undefined || round.keys.size >= MOST) {
      const all = new Set<K>()
      const rows = endOfRound().then(() => {
        if (open.get(group)?.keys === all) open.delete(group)
        return ask([...all])
      })
      open.set(group, (round = { keys: all, rows }))
    }
    for (const key of keys) round.keys.add(key)
    return round.rows
  }
}

const MOST = 32 // one node asks the others for all keys of a query: more would burden it
