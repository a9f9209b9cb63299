import { expect, test } from 'vitest'
import { noMembers } from '../../../test/cassandra/state-row.ts'
import { HistoryError } from '../../error.ts'
import { emptyState } from '../records/state.ts'
import type { Consistency } from './connection.ts'
import { type ClusterReader, createReader, createReadCache } from './reader.ts'
import { createRows } from './rows.ts'
import type { StateRow } from './state-row.ts'

const hash = Buffer.alloc(32, 5)
const state = { ...emptyState, head: { number: 1000, hash: Buffer.alloc(32, 9) }, lowest: 0 }
const row: StateRow = { ...noMembers, state, epoch: 3n, sequence: 9n }

/** Reads where one copy lacks everything, and what a majority does. */
async function read(ask: (reader: ClusterReader) => Promise<unknown>, majority: () => []) {
  const asked: Consistency[] = []
  const rows = createRows({
    keyspace: 'k',
    async read(_, __, copies) {
      asked.push(copies)
      return copies === 'one' ? [] : majority()
    },
  })
  const result = await ask(createReader(rows, () => row, createReadCache())).catch(
    (error: unknown) => (error as HistoryError).code,
  )
  return { result, asked }
}

function fail(): never {
  throw new HistoryError('unavailable', 'Too few nodes answer.')
}

test.each<[string, (reader: ClusterReader) => Promise<unknown>, unknown]>([
  ['the number of a block', async (reader) => await reader.blockNumber(hash), undefined],
  ['a transaction', async (reader) => await reader.transaction(hash), undefined],
  ['a block that must be there', async (reader) => await reader.block(500), 'damaged'],
])(
  '%s that one copy lacks is absent if a majority lacks it too; too few nodes are an error',
  async (_, ask, absent) => {
    const asked = ['one', 'majority']
    expect(await read(ask, () => [])).toEqual({ result: absent, asked })
    expect(await read(ask, fail)).toEqual({ result: 'unavailable', asked })
  },
)
