import { toHex } from '@lectern/chain'
import { type EmbeddedStore, useFastEngine, verifyHistory } from '@lectern/history'
import { expect, onTestFinished, test } from 'vitest'
import { follow, temporaryStore, until } from '../test/following.ts'
import { account, needsLiveNodes, type LiveNode, startAnvil, startHardhat } from '../test/live-nodes.ts'

await useFastEngine()

/** A node that ends with the test. */
async function use(starting: Promise<LiveNode>): Promise<LiveNode> {
  const node = await starting
  onTestFinished(() => node[Symbol.asyncDispose]())
  return node
}

async function send(node: LiveNode, count: number): Promise<void> {
  for (let value = 1; value <= count; value++)
    await node.ask('eth_sendTransaction', {
      from: account,
      to: `0x${'22'.repeat(20)}`,
      value: `0x${value.toString(16)}`,
      gas: '0x5208',
    })
}
const headOf = async (node: LiveNode) =>
  (await node.ask('eth_getBlockByNumber', 'latest', false)) as { hash: string; number: string }

/** Waits until a store has a node's newest block, and compares both chains. */
async function equals(store: EmbeddedStore, node: LiveNode): Promise<void> {
  const { hash } = await headOf(node)
  await until(
    () => store.head && toHex(store.head.hash),
    (stored) => stored === hash,
  )
  for (const { number, hash } of store.headers()) {
    const json = (await node.ask('eth_getBlockByNumber', `0x${number.toString(16)}`, false)) as {
      hash: string
    }
    expect(toHex(hash)).toBe(json.hash)
  }
}

test.each([
  ['anvil', startAnvil, 0n],
  ['hardhat', startHardhat, 1n],
])(
  '%s is followed from its first sound block: bodies, receipts and signatures',
  needsLiveNodes,
  async (name, start, from) => {
    const node = await use(start())
    const store = await temporaryStore(await node.identity())
    const { follower } = follow({ store, urls: [node.url], from })
    for (let block = 0; block < 5; block++) {
      await send(node, name === 'anvil' ? 4 : 1)
      if (name === 'anvil') await node.ask('anvil_mine', '0x1')
    }
    await equals(store, node)
    expect(store.report()).toMatchObject({
      blocks: 6 - Number(from),
      transactions: name === 'anvil' ? 20 : 5,
    })
    expect(follower.status().sources[0]).toMatchObject({ up: true, blamed: {} })
    await verifyHistory(store)
  },
)

test(
  'a node whose block 0 is unsound is blamed for it: the transactionsRoot of hardhat is the hash of nothing',
  needsLiveNodes,
  async () => {
    const node = await use(startHardhat())
    const store = await temporaryStore(await node.identity())
    const { follower } = follow({ store, urls: [node.url] })
    await until(() => follower.status().sources[0]!.blamed['transactionsRoot'])
    expect(store.head).toBe(null)
  },
)

test(
  'a reorg of anvil is followed, and one of its rollbacks is lag until it goes another way',
  needsLiveNodes,
  async () => {
    const node = await use(startAnvil())
    await node.ask('anvil_mine', '0x14')
    const store = await temporaryStore(await node.identity())
    const { codes } = follow({ store, urls: [node.url], finality: 'none' })
    await equals(store, node)
    const transaction = { from: account, to: account, value: '0x1' }
    for (const depth of [1, 5, 12]) {
      await node.ask('anvil_reorg', depth, [[transaction, 0]])
      await node.ask('anvil_mine', '0x1')
      await equals(store, node)
    }
    expect(codes().filter((code) => code === 'reorg')).toHaveLength(3)
    await node.ask('anvil_rollback', 3)
    await until(codes) // a moment
    expect(store.head!.number).toBe(BigInt((await headOf(node)).number) + 3n)
    await send(node, 1)
    await node.ask('anvil_mine', '0x5')
    await equals(store, node)
  },
)
