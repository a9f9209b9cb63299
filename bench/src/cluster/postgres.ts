import { createRequire } from 'node:module'
import { installRivals } from '@lectern/bench-tools'
import type { VerifiedTransaction } from '@lectern/chain'

interface Pool {
  query(query: string | { name: string; text: string; values: unknown[] }): Promise<{ rows: unknown[] }>
}

const folder = new URL('../../rivals/postgres/', import.meta.url)

/**
 * Fills a table of a running server with records by their hash, in place of one that was made so before. Gives what finds one: a prepared
 * statement on one of 64 connections.
 */
export async function fillPostgres(
  url: string,
  transactions: readonly VerifiedTransaction[],
): Promise<(hash: Uint8Array) => Promise<unknown>> {
  installRivals(folder)
  const { Pool: Client } = createRequire(folder)('pg') as { Pool: new (options: object) => Pool }
  const pool = new Client({ connectionString: url, max: 64, allowExitOnIdle: true })
  await pool.query('DROP TABLE IF EXISTS lectern_records')
  await pool.query('CREATE TABLE lectern_records (hash bytea PRIMARY KEY, body bytea, receipt bytea)')
  for (let at = 0; at < transactions.length; at += 500) {
    const some = transactions.slice(at, at + 500)
    const values = some.flatMap(({ hash, bytes, receipt }) =>
      [hash, bytes, receipt].map((one) => Buffer.from(one)),
    )
    const marks = some.map((_, index) => `($${3 * index + 1}, $${3 * index + 2}, $${3 * index + 3})`)
    const text = `INSERT INTO lectern_records VALUES ${marks.join()} ON CONFLICT DO NOTHING`
    await pool.query({ name: `insert ${some.length}`, text, values })
  }
  const text = 'SELECT body, receipt FROM lectern_records WHERE hash = $1'
  return async (hash) => (await pool.query({ name: 'find', text, values: [Buffer.from(hash)] })).rows[0]
}
