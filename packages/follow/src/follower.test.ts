import { toHex } from '@lectern/chain'
import { type EmbeddedStore, useFastEngine } from '@lectern/history'
import { expect, test } from 'vitest'
import { makeTestChain } from '../test/chains.ts'
import { follow, temporaryStore, until } from '../test/following.ts'
import { startPaperNode } from '../test/paper-node.ts'

await useFastEngine()
const chain = makeTestChain(120)
const hashes = (store: EmbeddedStore) => Array.from(store.blocks(), ({ hash }) => toHex(hash))
const names = (blocks: readonly { readonly hash: Uint8Array }[]) => blocks.map(({ hash }) => toHex(hash))

test.each([
  ['eth_getBlockReceipts', []],
  ['eth_getTransactionReceipt', ['eth_getBlockReceipts']],
])('28: an empty store is filled by %s, and the newest block follows', async (_, lacks) => {
  await using node = await startPaperNode(chain.blocks.slice(0, 100))
  for (const method of lacks) node.lacks.add(method)
  const store = await temporaryStore(chain.identity)
  const { follower } = follow({ store, urls: [node.url] })
  await until(
    () => store.head?.number,
    (number) => number === 99n,
  )
  node.blocks = chain.blocks.slice(0, 101)
  await until(
    () => store.head?.number,
    (number) => number === 100n,
  )
  expect(hashes(store)).toEqual(names(node.blocks))
  await until(
    () => follower.status(),
    ({ phase, lagBlocks }) => phase === 'follow' && lagBlocks === 0,
  )
})

test('a node with debug_getRawBlock is asked for consensus bytes', async () => {
  await using node = await startPaperNode(chain.blocks.slice(0, 50))
  node.lacks.clear()
  const store = await temporaryStore(chain.identity)
  const { ended } = follow({ store, urls: [node.url], once: true })
  expect(await ended).toMatchObject({ exitCode: 0 })
  expect(hashes(store)).toEqual(names(node.blocks))
  expect(node.calls.map(({ method }) => method)).not.toContain('eth_getBlockByHash')
})

test.each([1, 2, 40, 64])('a reorg of %d blocks is one commit', async (depth) => {
  await using node = await startPaperNode(chain.blocks.slice(0, 81))
  const store = await temporaryStore(chain.identity)
  let commits = 0
  const counted = {
    ...store,
    chain: store.chain,
    commit: (change: never) => (commits++, store.commit(change)),
  }
  const { lines } = follow({ store: counted, urls: [node.url] })
  await until(
    () => store.head?.number,
    (number) => number === 80n,
  )
  commits = 0
  node.blocks = chain.branch(80 - depth, depth + 1)
  await until(
    () => store.head?.number,
    (number) => number === 81n,
  )
  expect(hashes(store)).toEqual(names(node.blocks))
  expect(commits).toBe(1)
  expect(lines.at(-1)).toMatchObject({ level: 'warn', code: 'reorg', fields: { depth } })
})

test('36: a follower that was down during a reorg finds the fork', async () => {
  await using node = await startPaperNode(chain.blocks.slice(0, 60))
  const store = await temporaryStore(chain.identity)
  await follow({ store, urls: [node.url], once: true }).ended
  node.blocks = chain.branch(40, 70)
  expect(await follow({ store, urls: [node.url], once: true }).ended).toMatchObject({ exitCode: 0 })
  expect(hashes(store)).toEqual(names(node.blocks))
})
