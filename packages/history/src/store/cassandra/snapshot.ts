import { HistoryError } from '../../error.ts'
import { prefetch } from '../../long-work.ts'
import type { Snapshot, StoredBlock } from '../interface.ts'
import { isWithin, storedNumbers } from '../records/state.ts'
import { toStoredBlock } from '../results/reader.ts'
import type { RenderedResults } from '../results/rendered-results.ts'
import { createMethods } from '../results/results.ts'
import { createChecks } from './check-rows.ts'
import { type ClusterReader, createReader, type ReadCache } from './reader.ts'
import type { Rows } from './rows.ts'
import { headOf, type StateRow } from './state-row.ts'

interface SnapshotOptions {
  readonly rendered: RenderedResults
  readonly known: ReadCache
  readonly limit: number
  readonly readLatest: () => Promise<StateRow>
}

/** Creates a snapshot at a row of `state`. It is good for `limit` milliseconds, after which its rows may be removed. */
export function createSnapshot(
  rows: Rows,
  row: StateRow,
  { rendered, known, limit, readLatest }: SnapshotOptions,
): Snapshot {
  const end = performance.now() + limit
  let isOpen = true
  const reader = createReader(rows, shown, known)
  return {
    ...createMethods(reader, rendered),
    ...createChecks(rows, reader, shown, readLatest),
    head: headOf(row),
    async blockHash(number) {
      return isWithin(row.state, number) ? (await reader.requireRow(Number(number))).hash : undefined
    },
    async blockNumber(hash) {
      const number = await reader.blockNumber(hash)
      return number === undefined ? undefined : BigInt(number)
    },
    headers: (from, to) =>
      prefetch(storedNumbers(row.state, from, to), headersAhead, async (number) => {
        const { hash, header } = await reader.requireBlock(number)
        return { number: BigInt(number), hash, header }
      }),
    blocks: (from, to) =>
      prefetch(storedNumbers(row.state, from, to), blocksAhead, (number) => readBlock(reader, number)),
    async [Symbol.asyncDispose]() {
      isOpen = false
    },
  }

  function shown(): StateRow {
    if (!isOpen) throw new HistoryError('closed', 'The snapshot has been disposed of.')
    if (performance.now() > end)
      throw new HistoryError(
        'closed',
        `The snapshot is older than ${limit / 1000} seconds: take another one.`,
      )
    return row
  }
}

const headersAhead = () => 64
const blocksAhead = () => 4

export async function readBlock(reader: ClusterReader, number: number): Promise<StoredBlock> {
  const block = await reader.requireBlock(number)
  return toStoredBlock(number, block, await reader.transactions(block), ({ hash }) => hash.slice())
}
