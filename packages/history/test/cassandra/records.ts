import type { ClusterLocation } from '../../src/store/location.ts'
import { connect } from '../../src/store/cassandra/connection.ts'
import { createReader } from '../../src/store/cassandra/reader.ts'
import { createRows } from '../../src/store/cassandra/rows.ts'
import { readStateRow } from '../../src/store/cassandra/state-row.ts'
import type { Reader } from '../../src/store/results/reader.ts'

/** The records of a store by their hashes, each read at so many copies: what a get takes without its JSON. */
export async function openRecords(
  location: ClusterLocation,
  copies: 'one' | 'majority',
): Promise<Pick<Reader, 'transaction'> & AsyncDisposable> {
  const connection = await connect(location)
  const row = await readStateRow(connection, 'majority')
  const rows = createRows({
    keyspace: connection.keyspace,
    read: (query, params) => connection.read(query, params, copies),
  })
  const { transaction } = createReader(rows, () => row)
  return { transaction, [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose]() }
}
