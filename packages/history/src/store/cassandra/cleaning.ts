import { damaged } from '../../error.ts'
import { decodeHashes, splitHashes } from '../records/records.ts'
import { isWithin } from '../records/state.ts'
import { createBlockStatements, encodeCanon } from './block-rows.ts'
import { HASHES, joinParts } from './cells.ts'
import type { Connection, Statement } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { createRows } from './rows.ts'
import { isCold, isEqual, type Heights, numbersOf, recentHash, stampOf, type StateRow } from './state-row.ts'

/** Removes rows of other blocks than the chain's, in all copies, so that all agree. Throws HistoryError `unavailable` or `damaged`. */
export const cleanHeights = (connection: Connection, row: StateRow, heights: Heights): Promise<void> =>
  inParallel(numbersOf(heights), 4, (number) => cleanHeight(connection, row, number))

/** Removes the rows of the hot form from heights of cold blocks. Later writes have higher timestamps. Throws HistoryError `unavailable` while a node is down. */
export function cleanMoved(connection: Connection, row: StateRow, heights: Heights): Promise<void> {
  const { removeTransactions } = createBlockStatements(connection)
  return inParallel(numbersOf(heights), 16, (number) =>
    connection.write([removeTransactions(number, stampOf(row) + 15n)], 'all'),
  )
}

async function cleanHeight(connection: Connection, row: StateRow, number: number): Promise<void> {
  const { keyspace } = connection
  const { setCanon, removeCanon, removeRow, removeHash, removeTransactions } =
    createBlockStatements(connection)
  const stamp = stampOf(row) + 15n
  const write = (statement: Statement) => connection.write([statement], 'all')
  const rows = await connection.read(
    `SELECT idx, block, canon FROM ${keyspace}.blocks WHERE number = ?`,
    [BigInt(number)],
    'all',
  )
  const canon = rows[0]?.['canon'] as Buffer | null | undefined
  const recent = recentHash(row, number)
  const isStored = isWithin(row.state, number)
  const right = isStored ? (recent ?? canon?.subarray(0, 32)) : undefined
  if (isStored && right === undefined) throw damaged(`block ${number}`)
  const others = Map.groupBy(
    rows.filter((one) => one['idx'] !== null && !isEqual(one['block'] as Uint8Array, right)),
    (one) => (one['block'] as Buffer).toString('hex'),
  )
  for (const [name, own] of others) {
    const block = Buffer.from(name, 'hex')
    const indexes = new Set(own.map((one) => one['idx'] as number))
    await inParallel([...(await readHashes(connection, number, block)), block], 16, (hash) =>
      write(removeHash(hash, block, stamp)),
    )
    indexes.delete(HASHES) // last: the others are found by it
    await inParallel(indexes, 16, (idx) => write(removeRow(number, idx, block, stamp)))
    await write(removeRow(number, HASHES, block, stamp))
  }
  // The chain's block may have rows of its other form: of a commit that did not end, or from before a reorg.
  const own = new Set(
    rows.filter(({ idx, block }) => idx !== null && isEqual(block, right)).map(({ idx }) => idx as number),
  )
  const frames = [...own].filter((idx) => idx < HASHES)
  if (!isCold(row, number))
    await inParallel(frames, 16, (idx) => write(removeRow(number, idx, right!, stamp)))
  else if (number <= row.cold!.removed && [...own].some((idx) => idx >= 0))
    await write(removeTransactions(number, stamp))
  if (!isStored) await write(removeCanon(number, stamp))
  else if (right) {
    const value = recent ? encodeCanon(recent, stampOf(row)) : canon!
    await write(setCanon(number, value, stamp - 1n))
  }
}

/** Reads the hashes of a block's transactions; none if they were never written. */
async function readHashes(connection: Connection, number: number, block: Buffer) {
  const rows = await createRows(connection).ofBlock(number, [HASHES], 'body', 'all')
  const sealed = joinParts(rows, block, 'body').get(HASHES)
  return sealed ? splitHashes(decodeHashes(sealed, number)) : []
}
