import { sealIdentity } from '../records/identity.ts'
import { emptyState, encodeState } from '../records/state.ts'
import { HistoryError } from '../../error.ts'
import type { Replication } from '../location.ts'
import type { Connection } from './connection.ts'

/** Rows are keyed by their block's hash, so blocks of two chains coexist: `canon` says which one counts. No timestamp is of a clock. */
const tables: Readonly<Record<string, string>> = {
  // idx: -1 what transactions need of their block, -2 header, uncles and withdrawals, -3 the hashes of its transactions, from 0 on its transactions.
  // A cold block has its frames, from -4 down, in place of transactions.
  blocks: `(number bigint, idx int, block blob, part int, canon blob STATIC, body blob, receipt blob,
    PRIMARY KEY (number, idx, block, part))`,
  // Of transactions and, as idx -1, of blocks.
  hashes: '(hash blob, block blob, number bigint, idx int, PRIMARY KEY (hash, block))',
  // One row, changed by conditional updates alone.
  state: `(id text PRIMARY KEY, identity blob, epoch bigint, sequence bigint, state blob, timestamp bigint,
    recent blob, dirty_from bigint, dirty_to bigint, cold bigint, removed bigint, writer text)`,
}

/** The settings of each table. The default speculative retry (99th percentile) would add load to a busy cluster. */
const settings = `compaction = {'class': 'UnifiedCompactionStrategy'} AND speculative_retry = 'MAX(99p,50ms)'`

/** Creates the keyspace and the tables of an empty store, if they are missing. Throws HistoryError `foreign` for a keyspace with other tables. */
export async function createTables(connection: Connection, replication: Replication): Promise<void> {
  const { keyspace, datacenter } = connection
  const copies = typeof replication === 'number' ? { [datacenter]: replication } : replication
  for (const [name, count] of Object.entries(copies))
    if (!/^[\w-]+$/.test(name) || !Number.isSafeInteger(count) || count < 1)
      throw new HistoryError('location', `A replication must be 1 or more, not ${count} in "${name}".`)
  await checkTables(connection)
  const options = Object.entries(copies).map(([name, count]) => `'${name}': ${count}`)
  await connection.define(
    `CREATE KEYSPACE IF NOT EXISTS ${keyspace} WITH replication = {'class': 'NetworkTopologyStrategy', ${options.join(', ')}}`,
  )
  for (const [name, columns] of Object.entries(tables))
    await connection.define(`CREATE TABLE IF NOT EXISTS ${keyspace}.${name} ${columns} WITH ${settings}`)
  await connection.update(
    `INSERT INTO ${keyspace}.state (id, identity, epoch, sequence, state, recent) VALUES ('store', ?, 0, 0, ?, ?) IF NOT EXISTS`,
    [sealIdentity(null), encodeState(emptyState), Buffer.alloc(0)],
  )
}

async function checkTables({ read, keyspace }: Connection): Promise<boolean> {
  const rows = await read(
    'SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?',
    [keyspace],
    'one',
  )
  const found = rows.map((row) => row['table_name'] as string)
  const other = found.find((name) => !Object.hasOwn(tables, name))
  if (other !== undefined)
    throw new HistoryError(
      'foreign',
      `The keyspace ${keyspace} holds something else than a store, the table "${other}": name another one.`,
    )
  return found.length === Object.keys(tables).length
}

/** Throws HistoryError `missing` for a keyspace without a store, `foreign` for one with other tables. */
export async function requireTables(connection: Connection): Promise<void> {
  if (await checkTables(connection)) return
  const message = `There is no store in the keyspace ${connection.keyspace}: run lectern store create first.`
  throw new HistoryError('missing', message)
}
