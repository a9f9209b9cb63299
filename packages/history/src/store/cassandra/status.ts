import { HistoryError } from '../../error.ts'
import type { StoreStatus } from '../location.ts'
import type { Connection } from './connection.ts'
import { checkTables } from './schema.ts'
import { headOf, readStateRow } from './state-row.ts'

/** Reads the status of a store and of each node of its cluster. */
export async function readStatus(connection: Connection): Promise<StoreStatus> {
  if (!(await checkTables(connection)))
    throw new HistoryError(
      'missing',
      `There is no store in the keyspace ${connection.keyspace}: run lectern store create first.`,
    )
  const row = await readStateRow(connection, 'majority')
  const { chain, state, epoch, sequence, writer } = row
  const { head, lowest, transactions } = state
  const blocks = head ? head.number - lowest + 1 : 0
  return {
    chain,
    head: headOf(row),
    writer,
    report: { blocks, transactions, bytes: await readBytes(connection) },
    cluster: { epoch, sequence, nodes: await connection.nodes() },
  }
}

/** Sums the disk space of the store's tables on the nodes that answer, each rounded to MiB. */
export async function readBytes({ askEach, keyspace }: Connection): Promise<number> {
  const answers = await askEach('SELECT mebibytes FROM system_views.disk_usage WHERE keyspace_name = ?', [
    keyspace,
  ])
  const rows = answers.flatMap((rows) => rows ?? [])
  return rows.reduce((sum, row) => sum + Number(row['mebibytes']) * 2 ** 20, 0)
}
