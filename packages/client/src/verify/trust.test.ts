import { expect, test } from 'vitest'
import { failure } from '../../test/faulty.ts'
import { truths } from '../../test/lies.ts'
import { sampleTransport } from '../../test/sample-node.ts'
import { type ClientError, type ClientEvent, createClient, type Transport } from '../index.ts'
import { agreement, headerChain, type Report, type Trust, trustedBlocks, verifier } from './index.ts'

const block = (number: number): any =>
  truths.find(
    ({ method, params }) => method === 'eth_getBlockByNumber' && params[0] === `0x${number.toString(16)}`,
  )!.result
const head = truths.filter(({ method }) => method === 'eth_getBlockByNumber').length / 2 - 1

/** A client of the sample chain that trusts so, and its reports and the block numbers that were asked for. */
function trusting(trust: Trust, transport: Transport & { asked?: string[] } = sampleTransport()) {
  const reports: Report[] = []
  const verify = verifier({ level: 'block', trust })
  const onEvent = (event: ClientEvent) => event.type === 'verified' && reports.push(event.report as Report)
  return { client: createClient({ transport, verify, onEvent }), reports, asked: transport.asked! }
}

test('a trusted hash vouches for its block, in either case, and for no other', async () => {
  const hash = block(7).hash
  const { client, reports } = trusting(trustedBlocks([`0x${hash.slice(2).toUpperCase()}`]))
  await client.getBlock(7)
  expect(reports[0]).toMatchObject({
    trust: 'anchored',
    anchor: `trusted block ${hash}`,
    block: { number: 7n, hash },
  })
  expect(await failure(client.getBlock(8))).toMatchObject({
    code: 'UNVERIFIED',
    check: 'trust',
    actual: block(8).hash,
    message: `eth_getBlockByNumber: block ${block(8).hash} is not among the blocks that you trust (${hash}).`,
  })
})

test('a header chain vouches for the ancestors of a block, and asks for each header once', async () => {
  const { client, reports, asked } = trusting(headerChain({ number: head, hash: block(head).hash }))
  await client.getBlock(head - 10, { transactions: true })
  expect(reports[0]).toMatchObject({
    trust: 'anchored',
    anchor: `ancestor of block ${head} ${block(head).hash}`,
  })
  expect(asked).toHaveLength(11)
  await client.getBlock(head - 4, { transactions: true })
  await client.getBlock(head, { transactions: true })
  expect(asked).toHaveLength(13)
  await client.getBlock(0, { transactions: true })
  expect(asked).toHaveLength(13 + 1 + head - 10)
})

test('a header chain vouches for no block above it, none too far below, and none that another branch has', async () => {
  const bounded = trusting(headerChain({ number: 20, hash: block(20).hash, maxHeaders: 5 })).client
  expect((await failure(bounded.getBlock(21))).message).toContain(
    'trust is "block 21", not "at most 5 blocks below block 20"',
  )
  expect((await failure(bounded.getBlock(14))).check).toBe('trust')
  expect(await bounded.getBlock(15)).not.toBeNull()
  const forked = trusting(headerChain({ number: 20, hash: block(19).hash })).client
  expect(await failure(forked.getBlock(20))).toMatchObject({ check: 'trust', expected: block(19).hash })
  expect(await failure(forked.getBlock(5))).toMatchObject({ check: 'trust', expected: block(19).hash })
})

test('a header that the node lacks is not available, rather than refuted', async () => {
  const transport = sampleTransport((_, params) => (params[0] === '0xf' ? { lie: null } : undefined))
  const { client } = trusting(headerChain({ number: 20, hash: block(20).hash }), transport)
  expect(await failure(client.getBlock(14))).toMatchObject({
    code: 'NOT_AVAILABLE',
    message: 'eth_getBlockByNumber: block 15 is not available, so block 14 cannot be tied to block 20.',
  })
})

test('a changed header breaks the chain', async () => {
  const lie = { ...block(15), extraData: '0x11' }
  const transport = sampleTransport((_, params) => (params[0] === '0xf' ? { lie } : undefined))
  const { client } = trusting(headerChain({ number: 20, hash: block(20).hash }), transport)
  expect(await client.getBlock(16)).not.toBeNull()
  expect(await failure(client.getBlock(14))).toMatchObject({ code: 'UNVERIFIED', check: 'trust' })
})

const bad: Transport = async () => ({ result: { hash: `0x${'11'.repeat(32)}` } })
const dead: Transport = async () => Promise.reject(new Error('no connection'))
const slow: Transport = (_, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** An honest node of another origin. */
const honest =
  (url: string): Transport =>
  async (call, bounds) => ({ ...(await sampleTransport()(call, bounds)), url })

test('so many nodes that name the same block vouch for it, whatever the others say', async () => {
  const good = honest('http://a.test')
  const nodes = [good, dead, honest('http://b.test'), slow, bad]
  const { client, reports } = trusting(agreement(nodes, 2))
  await client.getBlock(3)
  expect(reports[0]).toMatchObject({ trust: 'anchored', anchor: '2 of 5 nodes' })
  expect(await failure(trusting(agreement([good, bad, dead])).client.getBlock(3))).toMatchObject({
    code: 'UNVERIFIED',
    check: 'trust',
    expected: `3 of 3 nodes that name block 3 ${block(3).hash}`,
    actual: 1,
  })
})

test('a node does not agree with itself', async () => {
  const url = 'http://a.test'
  for (const twice of [
    [url, `${url}/key`],
    [new URL(url), url],
  ])
    expect(() => agreement(twice, 2)).toThrow(`${url} is given twice, and would agree with itself.`)
  expect(() => agreement([dead, dead], 1)).toThrow('A transport is given twice')
  const { client } = trusting(agreement([honest(url), honest(url)], 2))
  expect(await failure(client.getBlock(3))).toMatchObject({ code: 'UNVERIFIED', check: 'trust', actual: 1 })
})

test('what is no hash, no number and no quorum is refused', () => {
  const bad = [
    () => trustedBlocks(['0x12']),
    () => headerChain({ number: 1, hash: 'latest' }),
    () => headerChain({ number: -1, hash: block(0).hash }),
    () => headerChain({ number: 1.5, hash: block(0).hash }),
    () => headerChain({ number: 1, hash: block(0).hash, maxHeaders: Number.NaN }),
    () => agreement([]),
    () => agreement([dead], 2),
  ]
  const refused = bad.map((make) => {
    try {
      return make()
    } catch (error) {
      return [(error as ClientError).code, (error as ClientError).message]
    }
  })
  expect(refused).toEqual([
    ['INVALID_OPTION', '"0x12" must be the hash of a block: 0x and 64 hex digits.'],
    ['INVALID_OPTION', '"latest" must be the hash of a block: 0x and 64 hex digits.'],
    ['INVALID_OPTION', 'number must lie between 0 and 9007199254740991, not -1.'],
    ['INVALID_OPTION', 'number must lie between 0 and 9007199254740991, not 1.5.'],
    ['INVALID_OPTION', 'maxHeaders must lie between 0 and Infinity, not NaN.'],
    ['INVALID_OPTION', 'quorum must lie between 1 and 0, not 0.'],
    ['INVALID_OPTION', 'quorum must lie between 1 and 1, not 2.'],
  ])
})

test('a transaction and a receipt stand on the trust in their block', async () => {
  const transaction =
    block(head).transactions[0] ??
    truths.find(({ method }) => method === 'eth_getTransactionByHash')!.params[0]
  const { client, reports } = trusting(headerChain({ number: head, hash: block(head).hash }))
  await client.getTransaction(transaction)
  await client.getReceipt(transaction)
  expect(reports.map(({ trust }) => trust)).toEqual(['anchored', 'anchored'])
  const other = trusting(trustedBlocks([block(0).hash])).client
  expect(await failure(other.getTransaction(transaction))).toMatchObject({ check: 'trust' })
})

const refusing: Trust = () => {
  throw new Error('the trust was asked')
}

/** A node whose blocks have another state, and a member that hides it. */
const lying: Transport = async (call, bounds) => {
  const { result } = (await sampleTransport()(call, bounds)) as { result: object }
  return { result: { ...result, stateRoot: `0x${'11'.repeat(32)}`, foo: '0x1' } }
}

test('what cannot be checked is refused with `trust`, unless `unsupported` lists it', async () => {
  expect(await failure(trusting(refusing, lying).client.getBlock(7))).toMatchObject({ code: 'UNVERIFIED' })
  const verify = verifier({ level: 'block', trust: refusing, unsupported: 'list' })
  const { report } = await createClient({ transport: lying, verify }).proven.getBlock(7)
  expect(report).toMatchObject({
    proven: [],
    trust: 'self-consistent',
    unsupported: [{ path: '' }],
  })
})

/** A node whose block 7 is replaced by another one between two questions. */
const reorganised: Transport = async (call, bounds) => {
  const isWhole = call.params[1] === true
  const reply = await sampleTransport()(isWhole ? { ...call, params: ['0x8', true] } : call, bounds)
  if (!isWhole) return reply
  const { transactions, ...block } = reply.result as { transactions: object[] }
  const moved = transactions.map((each) => Object.assign({}, each, { blockNumber: '0x7' }))
  return { ...reply, result: { ...block, number: '0x7', transactions: moved } }
}

test('a block that is another one by the time it is asked for whole is not available, rather than refuted', async () => {
  const { client } = trusting(() => 'trusted', reorganised)
  expect(await failure(client.getBlock(7))).toMatchObject({
    code: 'NOT_AVAILABLE',
    message: 'eth_getBlockByNumber: block 0x7 was replaced meanwhile.',
  })
})
