import { setTimeout as wait } from 'node:timers/promises'
import { toHex, type VerifiedBlock } from '@lectern/chain'
import { type EmbeddedStore, HistoryError, useFastEngine } from '@lectern/history'
import { expect, onTestFinished, test } from 'vitest'
import { makeTestChain } from '../test/chains.ts'
import { follow, type Following, temporaryStore, until } from '../test/following.ts'
import { type PaperCall, type PaperNode, startPaperNode } from '../test/paper-node.ts'
import { askIdentity, type BeaconFinality, type FollowerOptions } from './index.ts'
import { createRpc } from './node/rpc.ts'

// Faults of nodes, and what becomes of them. The numbers are those of docs/follow.md.

await useFastEngine()
const chain = makeTestChain(60)
const { blocks } = chain
const other = chain.branch(7, 40)
const { blocks: emptyBlocks, identity } = makeTestChain(20, 0)

/** A node of the test chain up to a block; it ends with the test. */
async function startNode(last: number, from = blocks): Promise<PaperNode> {
  const node = await startPaperNode(from.slice(0, last + 1))
  onTestFinished(() => node[Symbol.asyncDispose]())
  return node
}

/** A store that has blocks 0 to 9 already. */
async function startStore(last = 9): Promise<EmbeddedStore> {
  const store = await temporaryStore(chain.identity)
  store.commit({ blocks: blocks.slice(0, last + 1) })
  return store
}

const reaches = (store: EmbeddedStore, number: number) =>
  until(
    () => Number(store.head?.number),
    (head) => head === number,
  )
const isChain = (store: EmbeddedStore, right = blocks) =>
  expect(Array.from(store.blocks(), ({ hash }) => toHex(hash))).toEqual(
    right.slice(0, Number(store.head!.number) + 1).map(({ hash }) => toHex(hash)),
  )

type Lie = (call: PaperCall, result: never) => unknown
const isBody = ({ method, params }: PaperCall) => method === 'eth_getBlockByHash' && params[1] === true
const isReceipts = ({ method, params }: PaperCall) =>
  method === 'eth_getBlockReceipts' && params[0] !== 'latest'
const ofBody =
  (change: (block: Record<string, never>) => unknown): Lie =>
  (call, result) =>
    isBody(call) && result ? { ...(result as object), ...(change(result) as object) } : result
const ofReceipts =
  (change: (receipts: Record<string, unknown>[]) => unknown): Lie =>
  (call, result) =>
    isReceipts(call) && result ? change(result) : result
const withFirst = (list: readonly object[], part: object) => [{ ...list[0], ...part }, ...list.slice(1)]

test.each<[string, Lie, string]>([
  ['2: no receipts', ofReceipts(() => []), 'receiptsCount'],
  ['4 and 6: the receipts of another block', ofReceipts((list) => list.toReversed()), 'receiptsRoot'],
  ['7: a header field altered', ofBody(() => ({ miner: `0x${'11'.repeat(20)}` })), 'header'],
  [
    '8: a transaction altered',
    ofBody(({ transactions }) => ({ transactions: withFirst(transactions!, { value: '0x1' }) })),
    'transactionsRoot',
  ],
  [
    '9: a signature altered',
    ofBody(({ transactions }) => ({ transactions: withFirst(transactions!, { r: '0x1' }) })),
    'transactionsRoot',
  ],
  ['10: a withdrawal altered', ofBody(() => ({ withdrawals: [] })), 'withdrawalsRoot'],
  [
    '11: a receipt altered',
    ofReceipts((list) => withFirst(list, { cumulativeGasUsed: '0x1' })),
    'receiptsRoot',
  ],
  [
    '12: another block',
    ofBody(() => ({ ...structuredClone({ hash: toHex(blocks[1]!.hash), number: '0x1' }), timestamp: '0x1' })),
    'other',
  ],
  ['a block without transactions', ofBody(() => ({ transactions: undefined })), 'json'],
])('%s is refuted, and its node blamed; another node gives the block', async (_, lie, check) => {
  const [liar, honest] = [await startNode(14), await startNode(9)]
  liar.lie = lie as PaperNode['lie']
  const store = await startStore()
  const { follower } = follow({ store, urls: [liar.url, honest.url] })
  await until(() => follower.status().sources[0]!.blamed[check])
  expect(store.head!.number).toBe(9n)
  honest.blocks = blocks.slice(0, 15)
  await reaches(store, 14)
  isChain(store)
  expect(follower.status().sources.map(({ up, blamed }) => [up, blamed])).toEqual([
    [false, { [check]: 1 }],
    [true, {}],
  ])
})

function setLogIndexes(receipts: Record<string, unknown>[]): unknown {
  for (const { logs } of receipts)
    for (const log of logs as object[]) Object.assign(log, { logIndex: '0x7f' })
  return receipts
}

test.each<[string, Lie]>([
  ['5: the index of a log', ofReceipts(setLogIndexes)],
  [
    '9: the sender',
    ofBody(({ transactions }) => ({
      transactions: withFirst(transactions!, { from: `0x${'11'.repeat(20)}` }),
    })),
  ],
])('%s, which no root commits to, is derived; the log warns', async (_, lie) => {
  const node = await startNode(14)
  node.lie = lie as PaperNode['lie']
  const store = await startStore()
  const { codes, follower } = follow({ store, urls: [node.url] })
  await reaches(store, 14)
  isChain(store)
  expect(codes()).toContain('derived-odd')
  expect(follower.status().sources[0]!.blamed).toEqual({})
})

test.each(['eth_getBlockReceipts', 'eth_getTransactionReceipt'])(
  'receipts of %s without a type have that of their transactions: nobody is blamed',
  async (method) => {
    const node = await startNode(14)
    if (method !== 'eth_getBlockReceipts') node.lacks.add('eth_getBlockReceipts')
    node.lie = (call, result) =>
      call.method === method
        ? JSON.parse(JSON.stringify(result, (key, value: unknown) => (key === 'type' ? undefined : value)))
        : result
    const store = await startStore()
    const { follower } = follow({ store, urls: [node.url] })
    await reaches(store, 14)
    isChain(store)
    expect(follower.status().sources[0]!.blamed).toEqual({})
  },
)

/** Lies for the first calls that fit. */
const atFirst =
  (times: number, fits: (call: PaperCall) => boolean, lie: unknown): Lie =>
  (call, result) =>
    fits(call) && times-- > 0 ? lie : result

test.each<[string, Lie, string]>([
  ['1: receipts that are null at first', atFirst(3, isReceipts, null), 'receipts-late'],
  ['1: a body that is null at first', atFirst(2, isBody, null), 'receipts-late'],
  [
    '3: an error for one call of a batch',
    atFirst(2, isReceipts, { error: { code: -32000, message: 'try again' } }),
    'asked-again',
  ],
])('%s are asked for again, and nobody is blamed', async (_, lie, code) => {
  const node = await startNode(12)
  node.lie = lie as PaperNode['lie']
  const store = await startStore()
  const { codes, follower } = follow({ store, urls: [node.url] })
  await reaches(store, 12)
  isChain(store)
  expect(codes()).toContain(code)
  expect(follower.status().sources[0]).toMatchObject({ up: true, blamed: {} })
})

test('1: receipts that stay null cost rank: another node is asked, and nobody is blamed', async () => {
  const [late, good] = [await startNode(12), await startNode(12)]
  late.lie = (call, result) => (isReceipts(call) ? null : result)
  const store = await startStore()
  const { follower } = follow({ store, urls: [late.url, good.url], patience: 300 })
  await reaches(store, 12)
  isChain(store)
  expect(follower.status().sources.map(({ blamed }) => blamed)).toEqual([{}, {}])
})

test.each<[string, (node: PaperNode) => void, string]>([
  ['13: of another chain id', (node) => void (node.chainId = 5n), 'serves chain 5, not chain 1'],
  ['14: of another genesis', (node) => void (node.blocks = other.slice(0, 1)), 'has the genesis block'],
])('a node %s is left out; the other one is followed', async (_, change, reason) => {
  const [wrong, right] = [await startNode(12), await startNode(12)]
  change(wrong)
  if (wrong.chainId === 1n) wrong.blocks = makeTestChain(3, 1).blocks
  const store = await startStore()
  const { follower, codes } = follow({ store, urls: [wrong.url, right.url] })
  await reaches(store, 12)
  isChain(store)
  await until(codes, (all) => all.includes('source-wrong'))
  expect(follower.status().sources[0]).toMatchObject({ up: false, why: expect.stringContaining(reason) })
})

test('which chain a new store is of is what most hosts say; where as many say another nobody decides', async () => {
  const nodes = [await startNode(12), await startNode(12), await startNode(12)]
  nodes[0]!.chainId = 5n
  const urls = nodes.map(({ url }) => url)
  expect((await askIdentity(urls)).config.chainId).toBe(1n)
  expect((await askIdentity([...urls, 'http://127.0.0.1:1'])).config.chainId).toBe(1n)
  const genesis = toHex(blocks[0]!.hash)
  await expect(askIdentity([urls[0]!, `${urls[0]}/again`, urls[1]!])).rejects.toThrow(
    `The nodes are of different chains: ${urls[0]} is of chain 5 with the genesis ${genesis}. ${urls[0]} is of chain 5 with the genesis ${genesis}. ${urls[1]} is of chain 1 with the genesis ${genesis}.`,
  )
})

test('15: when all nodes are of other chains it ends with exit code 2 and a sentence', async () => {
  const node = await startNode(12)
  node.chainId = 5n
  const { ended } = follow({ store: await startStore(), urls: [node.url] })
  expect(await ended).toEqual({
    exitCode: 2,
    message: `No node can be followed. ${node.url} serves chain 5, not chain 1.`,
  })
})

const forkLie: PaperNode['lie'] = (call, result) =>
  call.method === 'eth_getBlockByNumber' && call.params[0] === 'latest'
    ? { ...(result as object), inventedRoot: `0x${'ab'.repeat(32)}`, hash: `0x${'cd'.repeat(32)}` }
    : result

test('49: a node whose chain has a fork that is not known is left out, and not blamed; the other one is followed', async () => {
  const [forked, right] = [await startNode(12), await startNode(12)]
  forked.lie = forkLie
  const store = await startStore()
  const { follower, codes } = follow({ store, urls: [forked.url, right.url] })
  await reaches(store, 12)
  isChain(store)
  await until(codes, (all) => all.includes('source-fork'))
  expect(follower.status().sources[0]).toMatchObject({
    up: false,
    blamed: {},
    why: expect.stringContaining(
      'inventedRoot may be of a fork that is not known: a newer Lectern is needed',
    ),
  })
})

const priceFrom = (activationTime: bigint, baseFeeUpdateFraction: number) => ({
  activationTime: Number(activationTime),
  blobSchedule: { target: 1, max: 2, baseFeeUpdateFraction },
})

test('49: a node that prices blobs by a schedule that is not known is left out from its time on, and not blamed', async () => {
  const [newer, other] = [await startNode(12), await startNode(12)]
  const from = newer.blocks[7]!.header.timestamp
  newer.lie = ({ method }, result) =>
    method === 'eth_config' ? { current: priceFrom(0n, 3338477), next: priceFrom(from, 123) } : result
  const store = await startStore()
  const { ended, codes, follower } = follow({ store, urls: [newer.url] })
  const { exitCode, message } = await ended
  expect({ exitCode, message: message.replace(/block \d+/, 'BLOCK') }).toEqual({
    exitCode: 1,
    message: `The chain has blocks that cannot be verified here. ${newer.url}: BLOCK: blobs are priced by the fraction 123 from the time ${from} on, which is not known: a newer Lectern is needed, or a genesis.json that has it.`,
  })
  expect(codes()).toContain('fork-unknown')
  expect(follower.status().sources[0]!.blamed).toEqual({})

  const { codes: both } = follow({ store, urls: [newer.url, other.url] })
  await reaches(store, 12)
  expect(both().filter((code) => code === 'source-blamed')).toEqual([])
})

const hasBlobs = ({ header }: VerifiedBlock) => header.blobGasUsed! > 0n
const rawForms = ['debug_getRawBlock', 'debug_getRawReceipts']

test.each([
  ['JSON', rawForms],
  ['bytes', []],
])(
  '49: a node that sends %s and states no blob prices, which are not those assumed, stops it with the flag to give',
  async (_, lacks) => {
    const node = await startNode(12)
    node.lacks.clear()
    for (const method of lacks) node.lacks.add(method)
    const store = await temporaryStore(await askIdentity([node.url]))
    const { ended, codes, follower } = follow({ store, urls: [node.url], once: true })
    const first = blocks.find(hasBlobs)!
    const { exitCode, message } = await ended
    expect({ exitCode, message }).toEqual({
      exitCode: 1,
      message: expect.stringMatching(
        new RegExp(
          `block ${first.number}: the blobGasPrice of transaction [01] is "0x${first.blobGasPrice!.toString(16)}", not 0x[0-9a-f]+ as assumed: begin a new store with the chain's genesis.json \\(--genesis FILE\\)`,
        ),
      ),
    })
    expect(store.head?.number ?? -1n).toBeLessThan(first.number)
    expect(codes()).not.toContain('source-blamed')
    expect(follower.status().sources[0]!.blamed).toEqual({})
  },
)

test('49: a receipt with another blob price than the assumed one excludes its node alone, unblamed; the others are followed', async () => {
  const nodes = [await startNode(12), await startNode(12), await startNode(12)]
  const priced = priceFrom(blocks[11]!.header.timestamp, 3338477)
  for (const node of nodes)
    node.lie = ({ method }, result) => (method === 'eth_config' ? { current: priced } : result)
  nodes[0]!.lie = ofReceipts((list) =>
    list.map((receipt) => ({ ...receipt, blobGasPrice: '0x7' })),
  ) as PaperNode['lie']
  const urls = nodes.map(({ url }) => url)
  const store = await temporaryStore(await askIdentity(urls))
  const { codes, follower } = follow({ store, urls, quorum: 2 })
  await reaches(store, 12)
  isChain(store)
  expect(Array.from(store.blocks(), ({ blobGasPrice }) => blobGasPrice)).toEqual(
    blocks.slice(0, 13).map(({ blobGasPrice }) => blobGasPrice),
  )
  await until(codes, (all) => all.includes('source-fork'))
  expect(follower.status().sources.map(({ up, blamed }) => [up, blamed])).toEqual([
    [false, {}],
    [true, {}],
    [true, {}],
  ])
})

test('the blob prices of a new store are those that most hosts state, not those of the first; before these they are assumed', async () => {
  const nodes = [await startNode(12), await startNode(12), await startNode(12)]
  const [liar, ...honest] = nodes
  const urls = nodes.map(({ url }) => url)
  const from = blocks[7]!.header.timestamp
  liar!.lie = ({ method }, result) => (method === 'eth_config' ? { current: priceFrom(0n, 123) } : result)
  const assumed = { timestamp: 0n, updateFraction: 5_007_716n, isAssumed: true }
  const pricesOf = async () => (await askIdentity(urls)).config.blobSchedule
  expect(await pricesOf()).toEqual([assumed])
  honest[0]!.lie = ({ method }, result) =>
    method === 'eth_config' ? { current: priceFrom(from, 3338477) } : result
  expect(await pricesOf()).toEqual([assumed]) // each says another
  honest[1]!.lie = honest[0]!.lie
  const right = { timestamp: from, updateFraction: 3338477n }
  expect(await pricesOf()).toEqual([{ ...right, timestamp: 0n, isAssumed: true }, right])
  liar!.lie = ({ method }, result) => (method === 'eth_config' ? { current: priceFrom(0n, 0) } : result)
  expect((await askIdentity([liar!.url])).config.blobSchedule).toEqual([assumed]) // nothing can be divided by 0
})

test('50: when no other node is left it ends with exit code 1 and a sentence, and blames nobody', async () => {
  const node = await startNode(12)
  node.lie = forkLie
  const { ended, codes, follower } = follow({ store: await startStore(), urls: [node.url] })
  expect(await ended).toEqual({
    exitCode: 1,
    message: `The chain has blocks that cannot be verified here. ${node.url}: block 12: header: inventedRoot may be of a fork that is not known: a newer Lectern is needed.`,
  })
  expect(codes()).toContain('fork-unknown')
  expect(follower.status().sources[0]!.blamed).toEqual({})
})

test.each([
  ['0x20', true],
  ['0x21', false],
])('a node that is %s blocks from the end of its sync is used: %s', async (highestBlock, isUsed) => {
  const node = await startNode(3)
  let isSyncing = true
  node.lie = ({ method }, result) =>
    method === 'eth_syncing' && isSyncing ? { currentBlock: '0x0', highestBlock } : result
  const store = await startStore(1)
  const { ended, follower } = follow({ store, urls: [node.url], once: true })
  await until(() => follower.status().sources[0]!.why ?? (isUsed ? 'used' : undefined))
  isSyncing = isUsed
  if (!isUsed)
    expect(follower.status().sources[0]!.why).toBe(
      `${node.url} is syncing: it has block 0 of 33. It is used once it has caught up.`,
    )
  expect(await ended).toMatchObject({ exitCode: 0 })
  isChain(store)
})

test('16 and 17: a lower head on the stored chain, or one that oscillates, is lag: nothing is removed', async () => {
  const node = await startNode(20)
  const store = await startStore(20)
  const { follower, codes } = follow({ store, urls: [node.url] })
  await until(
    () => follower.status(),
    ({ phase }) => phase === 'follow',
  )
  for (const last of [12, 20, 11, 20, 10]) {
    node.blocks = blocks.slice(0, last + 1)
    await until(
      () => follower.status().tip,
      (tip) => tip === last,
    )
    expect(store.head!.number).toBe(20n)
  }
  node.blocks = blocks.slice(0, 23)
  await reaches(store, 22)
  isChain(store)
  expect(codes()).not.toContain('reorg')
})

test('20: a reorg during a backfill is found, and the right chain stored', async () => {
  const long = makeTestChain(140, 1)
  const node = await startPaperNode(long.blocks)
  onTestFinished(() => node[Symbol.asyncDispose]())
  const store = await temporaryStore(long.identity)
  const branch = long.branch(50, 95)
  let bodies = 0
  node.lie = (call, result) => {
    if (isBody(call) && ++bodies === 70) node.blocks = branch
    return result
  }
  follow({ store, urls: [node.url] })
  await reaches(store, 145)
  isChain(store, branch)
})

test('21: a reorg between the look at a header and its body is found', async () => {
  const node = await startNode(12)
  const store = await startStore()
  node.lie = (call, result) => {
    if (!isBody(call)) return result
    node.lie = (_, same) => same
    node.blocks = other.slice(0, 14)
    return null
  }
  follow({ store, urls: [node.url], poll: 20 })
  await reaches(store, 13)
  isChain(store, other)
})

test('22: a branch whose last block is refuted leaves the old chain as it is', async () => {
  const node = await startNode(12)
  const store = await startStore(12)
  const { follower } = follow({ store, urls: [node.url] })
  await until(
    () => follower.status(),
    ({ phase }) => phase === 'follow',
  )
  node.lie = ((call: PaperCall, result: never) =>
    isReceipts(call) && call.params[0] === toHex(other[15]!.hash) ? [] : result) as never
  node.blocks = other.slice(0, 16)
  await until(() => follower.status().sources[0]!.blamed['receiptsCount'])
  expect(store.head!.number).toBe(12n)
  isChain(store)
})

const bytesOf = (blocks: readonly VerifiedBlock[]) =>
  blocks.reduce(
    (sum, { size, raw }) => raw.receipts.reduce((bytes, { length }) => bytes + length, sum + size),
    0,
  )

test('a reorg of as many bytes as the limit is taken, and what only continues the chain is stored in parts', async () => {
  const node = await startNode(30, other)
  const store = await startStore(20)
  follow({ store, urls: [node.url], reorgBytes: bytesOf(other.slice(8, 31)) })
  await reaches(store, 30)
  isChain(store, other)
  const next = await startStore(1)
  const long = await startNode(34)
  const { codes } = follow({ store: next, urls: [long.url], reorgBytes: 1 })
  await reaches(next, 34)
  isChain(next)
  expect(codes().filter((code) => code.startsWith('block'))).toEqual(['blocks', 'block'])
})

test.each<[string, Partial<FollowerOptions>, (store: EmbeddedStore) => void, string]>([
  ['23: deeper than the limit', { reorgLimit: 12 }, () => {}, 'reorg-deep'],
  ['larger than the limit', { reorgBytes: bytesOf(other.slice(8, 31)) - 1 }, () => {}, 'reorg-deep'],
  ['24: below the finalized block', {}, (store) => store.commit({ safe: 9n, finalized: 8n }), 'reorg-final'],
  [
    '24: below the trusted block',
    {},
    (store) => store.commit({ anchor: { ...blocks[8]!, grounds: 'stated' } }),
    'reorg-final',
  ],
])('a reorg %s needs a person: the chain stays, exit code 1', async (_, options, prepare, code) => {
  const node = await startNode(30, other)
  const store = await startStore(20)
  prepare(store)
  const { ended, codes } = follow({ store, urls: [node.url], ...options })
  expect((await ended).exitCode).toBe(1)
  expect(codes()).toContain(code)
  isChain(store)
})

test('a fork that one of three nodes is on stays where it is', async () => {
  const nodes = [await startNode(12, other), await startNode(12), await startNode(12)]
  const store = await startStore(12)
  const { codes, follower } = follow({ store, urls: nodes.map(({ url }) => url) })
  await until(
    () => follower.status().sources,
    (sources) => sources.every(({ tip }) => tip === 12),
  )
  nodes[0]!.blocks = other.slice(0, 16)
  await until(
    () => follower.status().tip,
    (tip) => tip === 15,
  )
  for (const node of nodes.slice(1)) node.blocks = blocks.slice(0, 15)
  await reaches(store, 14)
  isChain(store)
  expect(codes()).not.toContain('reorg')
})

test('with a quorum of two a block that one node names is not stored', async () => {
  const [ahead, behind] = [await startNode(30), await startNode(12)]
  const store = await startStore()
  const { follower } = follow({ store, urls: [ahead.url, behind.url], quorum: 2 })
  await until(
    () => follower.status(),
    ({ head, tip }) => head?.number === 12 && tip === 12,
  )
  behind.blocks = blocks.slice(0, 16)
  await reaches(store, 15)
  isChain(store)
})

const long = makeTestChain(240, 1)
const invented = long.branch(9, 230, 7)

/** A node whose tip and single blocks are right. On the way to them it has another chain, with or without the right block at the end of each range. */
async function startLiar(endsRight: boolean): Promise<PaperNode> {
  const liar = await startPaperNode(long.blocks)
  onTestFinished(() => liar[Symbol.asyncDispose]())
  liar.intercept = (calls) => {
    const isLie = calls.some(({ params: [block] }) => String(block).startsWith('0x')) && calls.length > 1
    liar.blocks = isLie
      ? invented.map((block) =>
          endsRight && Number(block.number) % 64 === 63 ? long.blocks[Number(block.number)]! : block,
        )
      : long.blocks
    return false
  }
  return liar
}

test.each([
  ['by default a majority of them', undefined, false],
  ['a quorum of two', 2, false],
  ['a quorum of two', 2, true],
])(
  '44: of three nodes one cannot give a chain that it invented: %s must have each range',
  async (_, quorum, endsRight) => {
    const liar = await startLiar(endsRight)
    const nodes = [liar, await startPaperNode(long.blocks), await startPaperNode(long.blocks)]
    for (const node of nodes.slice(1)) onTestFinished(() => node[Symbol.asyncDispose]())
    const store = await temporaryStore(long.identity)
    store.commit({ blocks: long.blocks.slice(0, 10) })
    const { lines } = follow({ store, urls: nodes.map(({ url }) => url), quorum: quorum as number })
    await reaches(store, 239)
    isChain(store, long.blocks)
    expect(lines.filter(({ code }) => code === 'source-changed').map(({ fields }) => fields)).toEqual([
      { source: liar.url },
    ])
  },
)

test('two URLs of one host are one voice, and a quorum that is no majority is said at the start', async () => {
  const [one, other] = [await startNode(20), await startNode(12)]
  const store = await startStore()
  const urls = [one.url, `${one.url}/again`, other.url]
  const { follower, codes } = follow({ store, urls, quorum: 2 })
  await until(
    () => follower.status(),
    ({ head, sources }) => head?.number === 12 && sources.every(({ up }) => up),
  )
  await wait(100)
  expect(store.head!.number).toBe(12n)
  expect(codes()).not.toContain('quorum-small')
  expect(follow({ store: await startStore(), urls }).codes()).toEqual(['quorum-small'])
})

test.each([
  [0, false],
  [5, false],
  [5, true],
])(
  'up to the attested block, less %d, no node can give a chain that it invented',
  async (distance, endsRight) => {
    const liar = await startLiar(endsRight)
    const node = await startPaperNode(long.blocks)
    onTestFinished(() => node[Symbol.asyncDispose]())
    const stores = [await temporaryStore(long.identity), await temporaryStore(long.identity)]
    for (const store of stores) store.commit({ blocks: long.blocks.slice(0, 10) })
    const beacon = signs(long.blocks[100]!, long.blocks[230]!)
    const options = { finality: 'beacon', latest: 'attested', distance, beacon } as const
    const alone = follow({ ...options, store: stores[0]!, urls: [liar.url] })
    await until(alone.codes, (all) => all.includes('source-changed'))
    follow({ ...options, store: stores[1]!, urls: [liar.url, node.url] })
    await reaches(stores[1]!, 230 - distance)
    isChain(stores[1]!, long.blocks)
    isChain(stores[0]!, long.blocks)
  },
)

test('47: a node below the lowest stored block is lag, and followed once it has caught up', async () => {
  const node = await startNode(5)
  const store = await temporaryStore(chain.identity)
  store.commit({ blocks: blocks.slice(10, 40) })
  const { follower, codes } = follow({ store, urls: [node.url] })
  await until(
    () => follower.status().sources[0]!.tip,
    (tip) => tip === 5,
  )
  node.blocks = blocks.slice(0, 42)
  await reaches(store, 41)
  expect(codes()).toEqual(['source-up', 'blocks'])
})

test('a distance keeps the newest blocks away', async () => {
  const node = await startNode(30)
  const store = await startStore()
  await follow({ store, urls: [node.url], distance: 3, once: true }).ended
  expect(store.head!.number).toBe(27n)
})

const answer =
  (status: number, headers: Record<string, string>, body = ''): PaperNode['intercept'] =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
    return true
  }
const json = { 'content-type': 'application/json' }

test.each<[string, PaperNode['intercept'], string]>([
  ['25: HTTP 429 with Retry-After', answer(429, { 'retry-after': '0' }), 'source-limited'],
  ['26: HTTP 429 without', answer(429, {}), 'source-limited'],
  ['31: HTML', answer(200, { 'content-type': 'text/html' }, '<html>'), 'source-malformed'],
  ['31: JSON that is cut', answer(200, json, '[{"jsonrpc":"2.0","id":0,"result":'), 'source-malformed'],
  ['HTTP 503', answer(503, {}), 'source-unreachable'],
])('%s: the node is asked again later', async (_, intercept, code) => {
  const node = await startNode(12)
  let times = 2
  node.intercept = (calls, response, isBatch) => times-- > 0 && intercept(calls, response, isBatch)
  const store = await startStore()
  const { codes } = follow({ store, urls: [node.url] })
  await reaches(store, 12)
  isChain(store)
  expect(codes()).toContain(code)
})

test.each<[string, PaperNode['intercept']]>([
  ['with HTTP 400', answer(400, {}, 'no')],
  [
    'with one error',
    answer(200, json, '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'),
  ],
])('27: a node that refuses batches %s is asked call by call', async (_, refuse) => {
  const node = await startNode(50)
  node.intercept = (calls, response, isBatch) => isBatch && refuse(calls, response, isBatch)
  const store = await startStore()
  await follow({ store, urls: [node.url], once: true }).ended
  expect(store.head!.number).toBe(50n)
  isChain(store)
})

const madeUp = Array.from({ length: 5_000 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`)

const isInvented = ({ params: [name] }: PaperCall) => madeUp.includes(String(name))

test.each<[string, object, string, typeof blocks]>([
  ['more transactions than its gas limit has room for', { transactions: madeUp }, 'transactionsRoot', blocks],
  ['a transaction in an empty block', { transactions: madeUp.slice(0, 1) }, 'transactionsRoot', emptyBlocks],
  ['uncles in a block without any', { uncles: madeUp.slice(0, 1) }, 'sha3Uncles', blocks],
])('43: %s: refuted before anything is asked for', async (_, part, check, chain) => {
  const node = await startNode(14, chain)
  node.lacks.add('eth_getBlockReceipts')
  node.lie = ({ params: [block] }, result) =>
    block === 'latest' ? { ...(result as object), ...part } : result
  const store = await temporaryStore({ ...identity, genesisHash: chain[0]!.hash })
  const { follower } = follow({ store, urls: [node.url] })
  await until(() => follower.status().sources[0]!.blamed[check])
  expect(node.calls.filter(isInvented).length).toBeLessThanOrEqual(1) // identify asks for 0x00…00
  expect(store.head).toBeNull()
})

test('a node without any method for receipts is told by its name, and with once the end has exit code 1', async () => {
  const node = await startNode(12)
  for (const method of ['eth_getBlockReceipts', 'eth_getTransactionReceipt']) node.lacks.add(method)
  const store = await startStore()
  const { ended } = follow({ store, urls: [node.url], once: true })
  expect(await ended).toMatchObject({
    exitCode: 1,
    message: expect.stringMatching(
      /^No node answers\. http:\/\/127\.0\.0\.1:\d+ has no method for receipts: eth_getBlockReceipts, /,
    ),
  })
  isChain(store)
})

test('29: a node that hangs in a body is left for the next one', async () => {
  const [slow, good] = [await startNode(12), await startNode(12)]
  slow.intercept = (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '100' }).write('[')
    return true
  }
  const store = await startStore()
  const { codes } = follow({ store, urls: [slow.url, good.url], rpc: { timeout: 200 } })
  await reaches(store, 12)
  isChain(store)
  await until(codes, (all) => all.includes('source-timeout'))
})

test.each<[string, (call: PaperCall) => boolean]>([
  ['for bodies', isBody],
  [
    'for headers by number',
    ({ method, params: [block] }) => method.endsWith('Number') && /^0x[1-9a-f]/.test(String(block)),
  ],
])('48: a node that does not answer %s keeps nobody waiting for its time limit', async (_, isSlow) => {
  const nodes = [await startNode(30), await startNode(30), await startNode(30)]
  nodes[0]!.intercept = (calls) => calls.some(isSlow) // it never answers
  const store = await startStore()
  const urls = nodes.map(({ url }) => url)
  const { codes } = follow({ store, urls, rpc: { timeout: 600_000 } })
  await reaches(store, 30)
  for (const node of nodes) node.blocks = blocks.slice(0, 41)
  await reaches(store, 40)
  isChain(store)
  expect(codes()).not.toContain('source-timeout')
})

test('30: a body of more than the limit ends there, and its node is blamed', async () => {
  const node = await startNode(12)
  let sent = 0
  node.intercept = (_, response) => {
    response.writeHead(200, json)
    const more = setInterval(() => response.write(Buffer.alloc(2 ** 16, ' ')) && (sent += 2 ** 16), 1)
    response.once('close', () => clearInterval(more))
    return true
  }
  const { follower } = follow({ store: await startStore(), urls: [node.url], rpc: { maxBytes: 2 ** 20 } })
  await until(() => follower.status().sources[0]!.blamed['large'])
  expect(sent).toBeLessThan(2 ** 23)
})

test('30: a body of as many bytes as the limit is read, one more is not', async () => {
  const node = await startNode(0)
  let bytes = 1_024
  node.intercept = (_, response) => {
    response.writeHead(200, json).end('{"jsonrpc":"2.0","id":0,"result":"0x1"}'.padEnd(bytes))
    return true
  }
  const rpc = createRpc(node.url, { maxBytes: 1_024 })
  expect(await rpc.ask([['eth_chainId', []]])).toMatchObject([{ result: '0x1' }])
  bytes += 1
  await expect(rpc.ask([['eth_chainId', []]])).rejects.toMatchObject({ code: 'large' })
})

test.each<[string, (call: PaperCall) => boolean]>([
  ['a body', isBody],
  ['a tip', ({ params: [block] }) => block === 'latest'],
])(
  '30: %s of millions of tiny items is too large: its node is blamed, and another gives the block',
  async (_, fits) => {
    const [liar, honest] = [await startNode(12), await startNode(9)]
    let isLying = false
    liar.intercept = (calls, response) => {
      if (!isLying || !calls.some(fits)) return false
      response.writeHead(200, json).write('[{"jsonrpc":"2.0","id":0,"result":[[]')
      for (let i = 0; i < 100; i++) response.write(',[]'.repeat(100_000))
      response.end(']}]')
      return true
    }
    const store = await startStore()
    const { codes, follower } = follow({ store, urls: [liar.url, honest.url], workers: 1, distance: 0 })
    isLying = true
    await until(() => follower.status().sources[0]!.blamed['large'])
    honest.blocks = blocks.slice(0, 15)
    await reaches(store, 14)
    isChain(store)
    expect(codes()).not.toContain('archive')
  },
)

test('32: while all nodes are down it waits, stalled, and what is stored stays; then it goes on', async () => {
  const node = await startNode(12)
  const store = await startStore()
  const { follower, codes } = follow({ store, urls: [node.url] })
  await reaches(store, 12)
  node.intercept = (_, response) => {
    response.destroy()
    return true
  }
  await until(
    () => follower.status(),
    ({ phase }) => phase === 'stalled',
  )
  expect(store.head!.number).toBe(12n)
  node.blocks = blocks.slice(0, 15)
  node.intercept = () => false
  await reaches(store, 14)
  await until(
    () => follower.status(),
    ({ phase }) => phase === 'follow',
  )
  expect(codes().filter((code) => code === 'stalled')).toHaveLength(1)
})

const refuseCommit = () => {
  throw new HistoryError('unwritable', 'The disk is full.')
}

test('34: a store that cannot be written ends it with exit code 1 and the reason; the chain stays', async () => {
  const node = await startNode(12)
  const store = await startStore()
  const { ended, follower }: Following = follow({
    store: { ...store, chain: store.chain, commit: refuseCommit },
    urls: [node.url],
  })
  expect(await ended).toEqual({ exitCode: 1, message: 'The disk is full.' })
  expect(follower.status().halt).toEqual({ code: 'unwritable', message: 'The disk is full.' })
  isChain(store)
})

test('40: a cluster that does not answer a commit is asked again, and nothing is lost or stored twice', async () => {
  const node = await startNode(12)
  const store = await startStore()
  let [refused, answerless] = [2, 1]
  const commit = (change: never) => {
    if (refused-- > 0) throw new HistoryError('unavailable', 'The cluster does not answer.')
    store.commit(change)
    if (answerless-- > 0) throw new HistoryError('unavailable', 'The cluster does not answer.') // it was made
  }
  const { codes } = follow({ store: { ...store, chain: store.chain, commit }, urls: [node.url] })
  await reaches(store, 12)
  node.blocks = other.slice(0, 15)
  await reaches(store, 14)
  isChain(store, other)
  expect(codes()).toContain('store-unavailable')
})

test('finalized and safe are what the nodes name, and never go back', async () => {
  const node = await startNode(20)
  const store = await startStore()
  Object.assign(node, { safe: 18n, finalized: 15n })
  follow({ store, urls: [node.url] })
  await until(
    () => store.head,
    (head) => head?.finalized === 15n && head.safe === 18n,
  )
  Object.assign(node, { safe: 14n, finalized: 12n, blocks: blocks.slice(0, 23) })
  await reaches(store, 22)
  await wait(100)
  expect(store.head).toMatchObject({ safe: 18n, finalized: 15n })
})

test.each([
  ['is stored already', 5],
  ['comes', 20],
])('the block of a hash that a person states is trusted where it %s', async (_, number) => {
  const node = await startNode(30)
  const store = await startStore()
  const { ended } = follow({ store, urls: [node.url], once: true, trusted: blocks[number]!.hash })
  expect(await ended).toMatchObject({ exitCode: 0 })
  expect(store.head!.anchor).toEqual({
    number: BigInt(number),
    hash: blocks[number]!.hash,
    grounds: 'stated',
  })
})

test('with once a hash that no block has is told, with exit code 1', async () => {
  const node = await startNode(12)
  const store = await startStore()
  const { ended } = follow({ store, urls: [node.url], once: true, trusted: other[12]!.hash })
  expect(await ended).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining(`None has the hash ${toHex(other[12]!.hash)}, so nothing is anchored.`),
  })
  expect(store.head).toMatchObject({ number: 12n, anchor: null })
})

test('with the finality none nothing is named', async () => {
  const node = await startNode(20)
  const store = await startStore()
  Object.assign(node, { safe: 18n, finalized: 15n })
  await follow({ store, urls: [node.url], finality: 'none', once: true }).ended
  expect(store.head).toMatchObject({ number: 20n, safe: null, finalized: null })
})

test('with once a node that cannot be reached ends it with exit code 1', async () => {
  const { ended } = follow({ store: await startStore(), urls: ['http://127.0.0.1:1'], once: true })
  expect(await ended).toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('http://127.0.0.1:1 cannot be reached'),
  })
})

/** A beacon chain that signs these blocks. */
const signs = (finalized: VerifiedBlock, attested: VerifiedBlock): BeaconFinality => ({
  follow: async () => ({ finalized, attested }),
  interval: 20,
})

test('with the finality beacon what it signed is finalized, not what a node names; by the hash alone too', async () => {
  const node = await startNode(20)
  Object.assign(node, { safe: 19n, finalized: 19n })
  const [store, byHash] = [await startStore(), await startStore()]
  const options = { urls: [node.url], finality: 'beacon', once: true } as const
  follow({ ...options, once: false, store, beacon: signs(blocks[12]!, blocks[19]!) })
  await until(
    () => store.head,
    (head) => head?.number === 20n && head.safe === 19n && head.finalized === 12n,
  )
  const nameless = { hash: blocks[8]!.hash, number: undefined }
  const beacon = {
    ...signs(blocks[8]!, blocks[9]!),
    follow: async () => ({ finalized: nameless, attested: undefined }),
  }
  await follow({ ...options, store: byHash, beacon }).ended
  expect(byHash.head).toMatchObject({ number: 20n, safe: 8n, finalized: 8n })
  expect(byHash.head!.anchor).toEqual({ number: 8n, hash: blocks[8]!.hash, grounds: 'sync-committee' })
  expect(() => follow({ ...options, store })).toThrow('name what follows the beacon chain')
})

test('a node on another chain than the beacon chain signed is blamed, and the chain of an honest node is taken', async () => {
  const [liar, honest] = [await startNode(20, other), await startNode(0)]
  const store = await startStore()
  const beacon = signs(blocks[12]!, blocks[15]!)
  const { codes } = follow({ store, urls: [liar.url, honest.url], finality: 'beacon', beacon })
  await until(codes, (all) => all.includes('finality-conflict'))
  expect(store.head!.finalized).toBeNull()
  honest.blocks = blocks.slice(0, 23)
  await until(
    () => store.head,
    (head) => head?.finalized === 12n && head.number === 22n,
  )
  isChain(store)
})

test('an honest node that is behind is not blamed with the one on another chain, and is taken once it has caught up', async () => {
  const [liar, honest] = [await startNode(20, other), await startNode(9)]
  const store = await startStore()
  const options = { urls: [liar.url, honest.url], finality: 'beacon' } as const
  const { codes, follower } = follow({ ...options, store, beacon: signs(blocks[12]!, blocks[15]!) })
  await until(codes, (all) => all.includes('finality-conflict'))
  const { sources } = follower.status()
  expect(sources.map(({ blamed }) => blamed)).toEqual([{ finality: 1 }, {}])
  honest.blocks = blocks.slice(0, 23)
  await until(() => store.head?.finalized === 12n)
  isChain(store)
})

test('with the newest block attested the head is never above what the beacon chain attested, nor another block', async () => {
  const [node, liar] = [await startNode(20), await startNode(30, other)]
  const store = await startStore()
  let attested = blocks[15]!
  const beacon = {
    ...signs(blocks[12]!, attested),
    follow: async () => ({ finalized: blocks[12]!, attested }),
  }
  const options = { finality: 'beacon', latest: 'attested', beacon } as const
  const { follower } = follow({ ...options, store, urls: [node.url] })
  await until(
    () => store.head,
    (head) => head?.number === 15n && head.finalized === 12n,
  )
  attested = blocks[18]!
  await reaches(store, 18)
  expect(follower.status()).toMatchObject({ tip: 20, lagBlocks: 2 })

  const empty = await startStore(7)
  const { codes, stop } = follow({ ...options, store: empty, urls: [liar.url] })
  await until(codes, (all) => all.includes('source-changed'))
  await stop()
  expect(empty.head!.number).toBe(7n)
  expect(() => follow({ store, urls: [node.url], latest: 'attested' })).toThrow('needs the finality beacon')
})

test('from Gloas on the attested block is signed by its hash alone: a node that has it says its number, and a liar does not', async () => {
  const [liar, node] = [await startNode(30, other), await startNode(20)]
  liar.lie = ({ method, params }, result) =>
    method === 'eth_getBlockByHash' && params[1] === false ? { hash: params[0], number: '0x11' } : result
  const store = await startStore()
  const [finalized, attested] = [blocks[12]!, blocks[15]!].map(({ hash }) => ({ hash, number: undefined }))
  const beacon = { ...signs(blocks[12]!, blocks[15]!), follow: async () => ({ finalized, attested }) }
  follow({ store, urls: [liar.url, node.url], finality: 'beacon', latest: 'attested', beacon })
  await until(
    () => store.head,
    (head) => head?.number === 15n && head.finalized === 12n,
  )
  isChain(store)
})

test('a backfill up to the attested block begins only with a node that has it', async () => {
  const [honest, liar] = [await startNode(59), await startNode(47, other)]
  const store = await startStore(7)
  const beacon = signs(blocks[40]!, blocks[45]!)
  const urls = [liar.url, honest.url]
  follow({ store, urls, finality: 'beacon', latest: 'attested', beacon })
  await reaches(store, 45)
  isChain(store)
})

test('where the beacon chain cannot be followed from its checkpoint it ends with exit code 2', async () => {
  const node = await startNode(20)
  const beacon: BeaconFinality = {
    follow: () => Promise.reject(new Error('The checkpoint is too old.')),
    interval: 20,
    isFinal: ({ message }: any) => message.includes('too old'),
  }
  const { ended } = follow({ store: await startStore(), urls: [node.url], finality: 'beacon', beacon })
  expect(await ended).toEqual({ exitCode: 2, message: 'The checkpoint is too old.' })
})
