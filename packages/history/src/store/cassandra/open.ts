import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { when } from '@lectern/spec'
import { HistoryError } from '../../error.ts'
import { checkChain, hasOtherGenesis, lowerHead } from '../changes.ts'
import type { Proofs, Store } from '../interface.ts'
import type { ClusterLocation, OpenOptions, StoreAdapter } from '../location.ts'
import { countBlocks, isWithin } from '../records/state.ts'
import { settle } from '../results/maybe-promise.ts'
import { createProofs } from '../results/proofs.ts'
import { createRenderedResults } from '../results/rendered-results.ts'
import { type Connection, connect } from './connection.ts'
import { createReader, createReadCache } from './reader.ts'
import { createRows } from './rows.ts'
import { requireTables, createTables } from './schema.ts'
import { createSnapshot } from './snapshot.ts'
import { changeStateRow, headOf, joinRanges, readStateRow, type StateRow } from './state-row.ts'
import { type ClusterWriter, createWriter } from './writer.ts'

export interface ClusterOptions extends OpenOptions {
  /** Milliseconds until removed blocks are deleted: a snapshot is good for nine tenths of them. @default 300000 */
  readonly grace?: number
}

/** Opens the store of a keyspace. Opening it for writing takes it over, and fences any other writer. */
export async function openCassandraStore(
  location: ClusterLocation,
  {
    readOnly = false,
    chain,
    renderedBytes = 2 ** 26,
    provenBytes = 2 ** 26,
    grace = 300_000,
  }: ClusterOptions = {},
): Promise<Store> {
  await using parts = new AsyncDisposableStack()
  const connection = parts.use(await connect(location))
  const { keyspace } = connection
  await requireTables(connection)
  const found = await readStateRow(connection, readOnly ? 'majority' : 'serial')
  if (readOnly && chain) checkChain(found.chain, chain, -1n)
  const writer = readOnly
    ? undefined
    : parts.use(createWriter(connection, await acquire(connection, found, chain), grace))
  const rows = createRows(connection)
  const rendered = createRenderedResults(renderedBytes)

  let shown = writer?.row() ?? found
  let readAt = performance.now()
  let reading: Promise<StateRow> | undefined
  let known = createReadCache()
  let isOpen = true
  function latest(row = writer?.row()): StateRow {
    if (row === undefined || row === shown || !isLater(row, shown)) return shown
    if (row.state !== shown.state) known = createReadCache()
    return (shown = row)
  }
  /** Returns the row as it was at most `POLL` milliseconds ago. */
  function refresh(): StateRow | Promise<StateRow> {
    if (!isOpen) throw new HistoryError('closed', 'The store is closed.')
    if (performance.now() - readAt < POLL) return latest()
    const begin = performance.now()
    reading ??= readStateRow(connection, 'majority', shown)
      .then((row) => {
        readAt = begin
        latest()
        return latest(row)
      })
      .finally(() => (reading = undefined))
    return reading
  }
  function requireWriter(): ClusterWriter {
    if (writer) return writer
    throw new HistoryError('read-only', `The store in the keyspace ${keyspace} was opened for reading only.`)
  }
  const reader = createReader(rows, () => latest())
  const proofs = createProofs(reader, provenBytes)
  const readLatest = () => readStateRow(connection, 'serial')
  const onceRefreshed = (prove: Proofs['receipt']): Proofs['receipt'] =>
    function* (hash) {
      yield* settle(when(refresh(), () => undefined))
      return yield* prove(hash)
    }
  const open = parts.move()
  return {
    get chain() {
      return latest().chain
    },
    snapshot: () =>
      when(refresh(), (row) =>
        createSnapshot(rows, row, { rendered, known, limit: 0.9 * grace, readLatest }),
      ),
    commit: async (change) => await requireWriter().commit(change),
    compact: async (options) => await requireWriter().compact(options),
    async report() {
      return await readReport(connection, await refresh())
    },
    // `checkBlock` looks up each stored hash; others are absent if a majority lacks them.
    *checkIndex() {},
    proofs: {
      block: async (number) => {
        await refresh()
        return proofs.block(number)
      },
      transaction: onceRefreshed(proofs.transaction),
      receipt: onceRefreshed(proofs.receipt),
    },
    async [Symbol.asyncDispose]() {
      isOpen = false
      await open.disposeAsync()
    },
  }
}

const POLL = 250 // milliseconds until a reader sees a commit of another process

const isLater = (a: StateRow, b: StateRow): boolean =>
  a.epoch > b.epoch || (a.epoch === b.epoch && a.sequence > b.sequence)

/** Makes this process the one writer. An empty store, or one with an untrusted block 0 alone, may take another chain. Throws HistoryError `chain`. */
async function acquire(connection: Connection, found: StateRow, chain: OpenOptions['chain']) {
  let row = found
  const writer = `${hostname()}, process ${process.pid}, ${randomUUID()}`
  for (;;) {
    const now = row
    let { state, dirty, timestamp, recent, cold } = now
    if (chain && timestamp !== null) {
      const genesis = isWithin(state, 0)
        ? (await createReader(createRows(connection), () => now).requireRow(0)).hash
        : undefined
      if (hasOtherGenesis(state, [row.chain, chain], timestamp, genesis)) {
        ;[state, timestamp, recent] = [lowerHead(state, null, 0), null, new Uint8Array(0)]
        ;[dirty, cold] = [joinRanges(dirty, { from: 0, to: 0 }), null]
      }
    }
    const sequence = row.sequence + 1n
    const next = { ...row, state, dirty, timestamp, recent, cold, sequence, epoch: row.epoch + 1n, writer }
    try {
      return await changeStateRow(connection, row, { ...next, chain: chain ?? row.chain })
    } catch (error) {
      if ((error as HistoryError).code !== 'fenced') throw error
      row = await readStateRow(connection, 'serial') // it has been changed meanwhile
    }
  }
}

/** Counts what is stored. The bytes are those of the tables on the nodes that answer, each rounded to MiB. */
async function readReport({ askEach, keyspace }: Connection, { state, cold }: StateRow) {
  const query = 'SELECT mebibytes FROM system_views.disk_usage WHERE keyspace_name = ?'
  const rows = (await askEach(query, [keyspace])).flatMap((rows) => rows ?? [])
  const bytes = rows.reduce((sum, row) => sum + Number(row['mebibytes']) * 2 ** 20, 0)
  const { lowest, transactions } = state
  return {
    blocks: countBlocks(state),
    transactions,
    bytes,
    ...(cold && { cold: cold.number - lowest + 1 }),
  }
}

export const adapter: StoreAdapter = {
  openStore: openCassandraStore,
  async createStore(location, { replication }) {
    await using connection = await connect(location)
    await createTables(connection, replication)
  },
  async readStatus(location) {
    await using connection = await connect(location)
    await requireTables(connection)
    const row = await readStateRow(connection, 'majority')
    const { chain, epoch, sequence, writer } = row
    const report = await readReport(connection, row)
    return {
      chain,
      head: headOf(row),
      writer,
      report,
      cluster: { epoch, sequence, nodes: await connection.nodes() },
    }
  },
}
