import { expect, onTestFinished, test } from 'vitest'
import { noMembers } from '../../../test/cassandra/state-row.ts'
import { makeChain } from '../../../test/synthetic.ts'
import { emptyState } from '../records/state.ts'
import type { Connection } from './connection.ts'
import type { StateRow } from './state-row.ts'
import { createWriter } from './writer.ts'

const ask = () => Promise.reject(new Error('a node was asked'))
const [block] = makeChain(1, 0, 7)

test.each([
  [8_192, 'a node was asked'],
  [8_193, 'in a cluster that replaces 8192 blocks at most'],
])('a commit that replaces %i blocks: %s', async (replaced, message) => {
  const connection = { keyspace: 'k', read: ask, write: ask, update: ask } as unknown as Connection
  const state = { ...emptyState, head: { number: replaced, hash: Buffer.alloc(32, 9) }, lowest: 1 }
  const row: StateRow = { ...noMembers, state, epoch: 3n, sequence: 9n }
  const writer = createWriter(connection, row, 300_000)
  onTestFinished(() => writer[Symbol.asyncDispose]())
  await expect(writer.commit({ keepUpTo: 0n, blocks: [block!] })).rejects.toThrow(message)
})

test('the rows of a block depend on nothing but the block: a commit that does not end writes them over its own', async () => {
  const blocks = makeChain(4, 3, 7)
  const written = async (from: number) => {
    const cells: unknown[] = []
    const write: Connection['write'] = async (statements) =>
      void cells.push(
        ...statements.filter(({ query }) => query.startsWith('INSERT')).map(({ params }) => params),
      )
    const connection = { keyspace: 'k', read: ask, write, update: async () => true } as unknown as Connection
    const writer = createWriter(
      connection,
      { ...noMembers, state: emptyState, epoch: 3n, sequence: 9n },
      300_000,
    )
    onTestFinished(() => writer[Symbol.asyncDispose]())
    await writer.commit({ blocks: blocks.slice(from) })
    return cells
  }
  expect(await written(0)).toEqual(expect.arrayContaining(await written(2)))
})
