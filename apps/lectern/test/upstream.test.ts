import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { useEngine } from '@lectern/chain'
import { encodeList, listItems } from '@lectern/chain/internal'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { answerEach, startNode } from '@lectern/client/testing'
import { companionTruths, liesAbout, truths } from '@lectern/client/testing/lies'
import { truthOf } from '@lectern/client/testing/sample-node'
import { sample } from '@lectern/fixtures'
import { openStore, type Store } from '@lectern/history'
import { createServer } from '@lectern/server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { UpstreamFlags } from '../src/config/upstream-options.ts'
import { createLog } from '../src/observe/log.ts'
import { openUpstream } from '../src/serve/upstream.ts'
import { createUpstreamVerify, trustStore } from '../src/serve/upstream-verify.ts'
import { importSample, lectern, serve } from './command.ts'
import { ask, read } from './questions.ts'

useEngine(await loadWasmEngine())

/** The sample chain without its newest blocks, which the upstream alone has. */
const datadir = mkdtempSync(`${tmpdir()}/lectern-`)
const head = sample.headNumber - 6
let store: Store
beforeAll(async () => {
  const blocks = listItems(encodeList([readFileSync(sample.chain)])).slice(0, head) // the file begins with block 1
  const file = `${datadir}.rlp`
  writeFileSync(file, Buffer.concat(blocks))
  const flags = importSample(datadir).map(
    (flag) => ({ [sample.chain]: file, [sample.head]: hashOf(head) })[flag] ?? flag,
  )
  expect(await lectern(flags)).toMatchObject({ code: 0, stderr: expect.any(String) })
  store = await openStore(datadir, { readOnly: true })
})
afterAll(async () => {
  await store[Symbol.asyncDispose]()
  for (const path of [datadir, `${datadir}.rlp`]) rmSync(path, { recursive: true, force: true })
})

const hashOf = (number: number): string =>
  (truthOf('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]) as { hash: string }).hash
const numberOf = (result: unknown): number => {
  const { number, blockNumber = number } = result as { number?: string; blockNumber?: string }
  return Number(blockNumber)
}
/** The true answers about the blocks that are not stored. */
const missing = truths.filter(
  ({ result, params }) => result !== null && numberOf(result) > head && !/^[a-z]/.test(String(params[0])),
)
const chainId = '0x1cbd'

/** A server before a node that tells the truth, but where a function says otherwise. */
async function serveBefore(
  flags: Partial<UpstreamFlags>,
  lieOf: (method: string, params: readonly unknown[]) => { readonly lie: unknown } | undefined = () =>
    undefined,
) {
  const node = await startNode((body) =>
    answerEach(body, ({ method, params }) => {
      const known = lieOf(method, params)
      const truth = method === 'eth_chainId' ? chainId : truthOf(method, params)
      return `"result":${JSON.stringify(known ? known.lie : truth)}`
    }),
  )
  onTestFinished(() => node[Symbol.asyncDispose]())
  const all: UpstreamFlags = {
    upstream: [node.url],
    'upstream.methods': ['eth_*'],
    'upstream.verify': 'block',
    'upstream.inflight': 16,
    'upstream.timeout': 10,
    'upstream.responseLimit': 2 ** 24,
    ...flags,
  }
  const nodes = openUpstream(all, {
    log: createLog({ 'log.level': 'silent', 'log.format': 'json' }),
    chainId: store.chain!.config.chainId,
    verify: createUpstreamVerify(all['upstream.verify'], store),
  })!
  const server = createServer({ methods: store, upstream: nodes.options })
  onTestFinished(server.close)
  const url = await server.listen({ port: 0 })
  return {
    nodes,
    node,
    url,
    async send(method: string, params: readonly unknown[]) {
      const response = await ask(url, method, [...params])
      return { text: await response.text(), source: response.headers.get('x-lectern-source') }
    },
  }
}

const refused =
  /^\{"jsonrpc":"2.0","id":1,"error":\{"code":-32002,"message":"The upstream's result is refused: /

test.each(['block', 'full'] as const)(
  'at %s the truth about blocks above the head passes as it is',
  async (level) => {
    const { send } = await serveBefore({ 'upstream.verify': level })
    expect(missing.length).toBeGreaterThan(10)
    for (const { method, params, result } of missing)
      expect(await send(method, params)).toEqual({
        text: `{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(result)}}`,
        source: 'upstream',
      })
    const numbers = new Map(
      missing.map(({ result }) => [(result as { hash: string }).hash, numberOf(result)]),
    )
    const isMissing = (block: unknown) => (numbers.get(String(block)) ?? Number(block)) > head
    const helpers = companionTruths.filter(({ params: [block] }) => isMissing(block))
    expect(new Set(helpers.map(({ method }) => method)).size).toBeGreaterThan(5)
    for (const { method, params, result } of helpers)
      expect(JSON.parse((await send(method, params)).text), method).toMatchObject({ result })
  },
)

test.each([
  ['block', ['flipped', 'neighbour', 'null', 'type']],
  ['full', ['flipped', 'neighbour', 'null', 'type', 'dropped', 'form', 'extra']],
] as const)('at %s no lie about them passes', { timeout: 120_000 }, async (level, kinds) => {
  let current: { method: string; params: readonly unknown[]; lie: unknown } | undefined
  const { send } = await serveBefore({ 'upstream.verify': level }, (method, params) =>
    method === current?.method && JSON.stringify(params) === JSON.stringify(current.params)
      ? current
      : undefined,
  )
  const one = new Map(missing.map((answer) => [`${answer.method} ${String(answer.params[1])}`, answer]))
  const lies = [...liesAbout([...one.values()])].filter(({ kind }) =>
    (kinds as readonly string[]).includes(kind),
  )
  expect(lies.length).toBeGreaterThan(300)
  for (const { method, params } of one.values())
    expect((await send(method, params)).text).not.toMatch(refused)
  for (const [index, lie] of lies.entries()) {
    if (index % 3 !== 0) continue // they are alike
    current = lie
    const { text } = await send(lie.method, lie.params)
    if (!refused.test(text)) expect(`${lie.method} ${lie.kind} ${lie.path}: ${text}`).toMatch(refused)
  }
})

test('a pending transaction is proven by its hash; a pending block and a helper method without a proof are refused', async () => {
  const { params, result } = missing.find(({ method }) => method === 'eth_getTransactionByHash')!
  const pending = {
    ...(result as object),
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    blockTimestamp: undefined,
  }
  let lie: unknown = pending
  const { send } = await serveBefore({}, (method) =>
    /TransactionByHash|AccessList|Receipts/.test(method) ? { lie } : undefined,
  )
  expect(JSON.parse((await send('eth_getTransactionByHash', params)).text).result).toEqual(
    JSON.parse(JSON.stringify(pending)),
  )
  lie = { ...pending, value: '0x1234' }
  expect((await send('eth_getTransactionByHash', params)).text).toMatch(refused)
  lie = { ...pending, blockNumber: '0x5' }
  expect((await send('eth_getTransactionByHash', params)).text).toMatch(refused)
  lie = { number: '0x1' }
  const unknown = `0x${'ab'.repeat(32)}`
  expect((await send('eth_getBlockAccessListByBlockHash', [unknown])).text).toContain('has no proof')
  expect((await send('eth_getBlockReceipts', ['pending'])).text).toMatch(refused)
})

const askSample = async (method: string, params: readonly unknown[]): Promise<unknown> =>
  truthOf(method, params)
const name = (number: number, hash = hashOf(number)) => ({ number: BigInt(number), hash })

test('a block that contradicts the store is refused, and one that is not tied to it', async () => {
  const trust = trustStore(store)
  const { signal } = new AbortController()
  expect(await trust(name(3), askSample, signal)).toContain('block 3')
  expect(await trust(name(head + 2), askSample, signal)).toContain(`descendant of the stored block ${head}`)
  for (const block of [name(3, hashOf(4)), name(head + 2, hashOf(head + 3)), name(head + 300, hashOf(3))])
    await expect(trust(block, askSample, signal)).rejects.toMatchObject({ code: 'UNVERIFIED' })
  const snapshot = await store.snapshot()
  const forked: Pick<Store, 'snapshot'> = {
    snapshot: () => Object.create(snapshot, { blockHash: { value: () => new Uint8Array(32) } }) as never,
  }
  await expect(trustStore(forked)(name(head + 1), askSample, signal)).rejects.toMatchObject({
    code: 'UNVERIFIED',
  })
})

test('a node of another chain is not asked, and says so in status', async () => {
  const { send, nodes, node } = await serveBefore({}, (method) =>
    method === 'eth_chainId' ? { lie: '0x1' } : undefined,
  )
  const [{ method, params }] = missing as [(typeof missing)[number]]
  expect((await send(method, params)).text).toContain(`the upstream is of chain 0x1, not of ${chainId}.`)
  expect(node.bodies.every((body) => body.includes('eth_chainId'))).toBe(true)
  expect(nodes.report()).toEqual({ nodes: [node.url], up: false })
})

test('serve --upstream forwards, counts and reports; it stays ready while the node is down', async () => {
  await using node = await startNode((body) =>
    answerEach(body, ({ method }) =>
      method === 'eth_chainId'
        ? `"result":"${chainId}"`
        : method === 'eth_call'
          ? '"result":"0x1"'
          : '"error":{"code":-32601,"message":"no"}',
    ),
  )
  const { url, output } = await serve([
    '--datadir',
    datadir,
    '--workers',
    '1',
    '--upstream',
    `http://127.0.0.1:9,${node.url}`,
  ])
  const sendTo = async (method: string) => (await ask(url, method, [])).json()
  expect(await sendTo('eth_call')).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' }) // the first node is down
  expect(await sendTo('eth_odd')).toMatchObject({ error: { code: -32601, message: 'no' } })
  expect(await sendTo('debug_traceCall')).toMatchObject({
    error: { code: -32601, message: expect.stringContaining('debug_traceCall') },
  })
  expect(await read(`${url}/status`)).toMatchObject({
    upstream: { nodes: ['http://127.0.0.1:9', node.url], up: true },
  })
  await node[Symbol.asyncDispose]()
  expect(await sendTo('eth_call')).toMatchObject({ error: { code: -32002 } })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(await read(`${url}/status`)).toMatchObject({ upstream: { up: false } })
  const metrics = await (await fetch(`${url}/metrics`)).text()
  for (const line of [
    'rpc_forwarded_total{method="eth_call",outcome="ok"} 1',
    'rpc_forwarded_total{method="other",outcome="error"} 1',
    'rpc_forwarded_total{method="eth_call",outcome="failed"} 1',
    'rpc_forwarded_inflight 0',
  ])
    expect(metrics.split('\n')).toContain(line)
  expect(output().match(/The upstream fails/g)).toHaveLength(1)
})
