import { expect, test } from 'vitest'
import { noMembers } from '../../../test/cassandra/state-row.ts'
import { emptyState } from '../records/state.ts'
import { cleanHeights } from './cleaning.ts'
import type { Connection } from './connection.ts'
import type { StateRow } from './state-row.ts'

const [stored, other] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)]
const canon = Buffer.concat([stored, Buffer.alloc(8)])

/** Cleans block 500, of which the copies have the rows of two blocks, and returns what was written. */
async function clean(copies: (level: string) => Buffer | null): Promise<string[]> {
  const written: string[] = []
  const connection = {
    keyspace: 'k',
    async read(query: string, _: unknown, level: string) {
      if (!query.includes('canon')) return []
      return [stored, other].flatMap((block) => [-3, 0].map((idx) => ({ idx, block, canon: copies(level) })))
    },
    async write(statements: Parameters<Connection['write']>[0], level: string) {
      for (const { query, params } of statements)
        written.push(
          `${level}: ${query.split(' ')[0]} ${params
            .filter((param) => Buffer.isBuffer(param))
            .map((param) => param.toString('hex').slice(0, 2))
            .join()}`,
        )
    },
  } as unknown as Connection
  const state = { ...emptyState, head: { number: 1000, hash: Buffer.alloc(32, 9) }, lowest: 0 }
  const row: StateRow = { ...noMembers, state, epoch: 3n, sequence: 9n }
  await cleanHeights(connection, row, { from: 500, to: 500 })
  return written
}

test('the block that any copy names stays, and the rows of others go', async () => {
  const written = await clean((level) => (level === 'all' ? canon : null))
  expect(written).toEqual(['all: DELETE 08,08', 'all: DELETE 08', 'all: DELETE 08', 'all: UPDATE 07'])
})

test('where no copy names a block, nothing of a stored height is removed', async () => {
  await expect(clean(() => null)).rejects.toMatchObject({ code: 'damaged' })
})
