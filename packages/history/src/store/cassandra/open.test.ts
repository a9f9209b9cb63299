import { expect, test, vi } from 'vitest'
import { emptyState, encodeState } from '../records/state.ts'
import type { Connection } from './connection.ts'
import { openCassandraStore } from './open.ts'
import { sealIdentity } from '../records/identity.ts'

let shown: { readonly epoch: bigint; readonly sequence: bigint; readonly head: number }

/** A cluster whose nodes show one row of the state or another. */
vi.mock('./connection.ts', () => ({
  async connect() {
    const connection = {
      keyspace: 'k',
      hosts: ['127.0.0.1'],
      async read(query: string) {
        if (query.includes('system_schema'))
          return ['state', 'blocks', 'hashes'].map((name) => ({ table_name: name }))
        const { head, ...versions } = shown
        const state = { ...emptyState, head: { number: head, hash: Buffer.alloc(32, head) }, lowest: 0 }
        const none = { dirty_from: null, dirty_to: null, writer: null, timestamp: 1n }
        const recent = Buffer.alloc(32, head)
        return [{ ...none, ...versions, identity: sealIdentity(null), state: encodeState(state), recent }]
      },
      [Symbol.asyncDispose]: async () => {},
    }
    return connection as unknown as Connection
  },
}))

test('the head that a server has seen never goes back, whichever node answers', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  shown = { epoch: 2n, sequence: 5n, head: 50 }
  await using store = await openCassandraStore({ url: 'cassandra://127.0.0.1/k' }, { readOnly: true })
  const heads: (bigint | undefined)[] = []
  for (const [epoch, sequence, head] of [
    [2n, 5n, 50],
    [2n, 4n, 49],
    [1n, 9n, 60],
    [2n, 6n, 40], // a reorg
    [2n, 5n, 50],
    [3n, 0n, 41],
  ] as const) {
    shown = { epoch, sequence, head }
    vi.advanceTimersByTime(250)
    await using snapshot = await store.snapshot()
    heads.push(snapshot.head?.number)
  }
  vi.useRealTimers()
  expect(heads).toEqual([50n, 50n, 50n, 40n, 40n, 41n])
})
