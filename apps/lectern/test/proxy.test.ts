import { listen } from '@lectern/client/testing'
import { companionTruths, truths } from '@lectern/client/testing/lies'
import { sampleTransport } from '@lectern/client/testing/sample-node'
import { sample } from '@lectern/fixtures'
import { expect, onTestFinished, test } from 'vitest'
import { numberOf, startBeacon } from './beacon.ts'
import { importSample, lectern, serve, startProxy, temporaryFolder } from './command.ts'
import { ask, read } from './questions.ts'

type Json = { readonly [member: string]: any }

const top = `0x${sample.headNumber.toString(16)}`

/** Starts a node of the sample chain that lies where it is told to. */
async function startNode(lieOf?: Parameters<typeof sampleTransport>[0]): Promise<string> {
  const transport = sampleTransport(lieOf)
  const bounds = { signal: new AbortController().signal, deadline: Infinity }
  const node = await listen(async ({ requests, isBatch, send }) => {
    const replies = await Promise.all(
      requests.map(async ({ id, ...call }) => {
        const params = call.params.map((param) => (param === 'latest' ? top : param))
        const { result } = await transport({ ...call, params }, bounds)
        return { jsonrpc: '2.0', id, result: call.method === 'eth_chainId' ? '0x1cbd' : result }
      }),
    )
    send(isBatch ? replies : replies[0])
  })
  onTestFinished(() => node[Symbol.asyncDispose]())
  return node.url
}

const call = async (url: string, method: string, ...params: unknown[]): Promise<Json> =>
  (await (await ask(url, method, params)).json()) as Json

const receipts = truths.filter(
  ({ method, result }) =>
    method === 'eth_getTransactionReceipt' && (result as Json | null)?.['logs'].length > 0,
)
const [first, second] = receipts as [(typeof receipts)[0], (typeof receipts)[0]]

test('a node is proven before it is passed on: its lies are refused, everything else is as it wrote it', async () => {
  const node = await startNode((method, params) => {
    if (method === 'eth_gasPrice') return { lie: '0x7' }
    const isMine = method === first.method && params[0] === first.params[0]
    return isMine ? { lie: { ...(first.result as Json), status: '0x0' } } : undefined
  })
  const { url } = await startProxy(node, '--genesis', sample.genesis)
  expect(await call(url, first.method, ...first.params)).toMatchObject({
    error: {
      code: -32002,
      message: expect.stringContaining('result is refused: receiptsRoot'),
    },
  })
  expect((await call(url, second.method, ...second.params))['result']).toEqual(second.result)
  for (const { method, params, result } of companionTruths.filter((_, index) => index % 7 === 0))
    // Its receipts are refused with the one that the node lies about.
    if (method !== 'web3_clientVersion' && !JSON.stringify(result).includes(first.params[0] as string))
      expect(await call(url, method, ...params)).toMatchObject({ result })
  expect((await call(url, 'eth_gasPrice'))['result']).toBe('0x7')
  expect(await call(url, 'debug_traceBlock')).toMatchObject({ error: { code: -32601 } })
  expect(await read(`${url}/readyz`)).toMatchObject({ status: 'ready' })
  expect(await read(`${url}/status`)).toMatchObject({
    head: { number: sample.headNumber },
    anchor: null,
    upstream: { nodes: [node], up: true },
  })
})

test('a node whose result is refuted is followed by the next one', async () => {
  const liar = await startNode((method, params) => {
    const isMine = /Receipt/.test(method) && JSON.stringify(params).includes(first.params[0] as string)
    return isMine ? { lie: { ...(first.result as Json), status: '0x0' } } : undefined
  })
  const { url } = await startProxy(liar, await startNode(), '--genesis', sample.genesis)
  expect(await call(url, first.method, ...first.params)).toMatchObject({ result: first.result })
  const { url: alone } = await startProxy(liar, '--genesis', sample.genesis)
  expect(await call(alone, first.method, ...first.params)).toMatchObject({ error: { code: -32002 } })
})

test('with beacon APIs the newest block is the newest signed one, and blocks above it are not found', async () => {
  const datadir = temporaryFolder()
  await lectern(importSample(datadir))
  const { url: node } = await serve(['--datadir', datadir])
  const { flags } = await startBeacon(node)
  const named = flags.filter((flag, index) => flag !== '--finality' && flags[index - 1] !== '--finality')
  const [{ url }, { url: finalizedUrl }] = await Promise.all([
    startProxy(node, '--genesis', sample.genesis, ...named),
    startProxy(node, '--genesis', sample.genesis, ...named, '--latest', 'finalized'),
  ])
  const [head, latest, finalized] = await Promise.all([
    numberOf(node, 'latest'),
    numberOf(url, 'latest'),
    numberOf(url, 'finalized'),
  ])
  expect(latest).toBe(head - 1) // the newest block is not signed yet
  expect(finalized).toBeLessThan(latest)
  expect(await numberOf(finalizedUrl, 'latest')).toBe(finalized)
  expect(Number((await call(url, 'eth_blockNumber'))['result'])).toBe(latest)

  const { result: block } = await call(node, 'eth_getBlockByNumber', top, true)
  expect(await call(url, 'eth_getBlockByNumber', top, false)).toMatchObject({ result: null })
  expect(await call(url, 'eth_getBlockByHash', block.hash, false)).toMatchObject({ result: null })
  for (const transaction of block.transactions) {
    expect(await call(url, 'eth_getTransactionReceipt', transaction.hash)).toMatchObject({ result: null })
    const { result: sent } = await call(url, 'eth_getTransactionByHash', transaction.hash)
    expect(sent).toMatchObject({
      hash: transaction.hash,
      from: transaction.from,
      blockHash: null,
      blockNumber: null,
    })
  }
  for (const { method, params, result } of receipts)
    if (Number((result as Json)['blockNumber']) <= latest)
      expect(await call(url, method, ...params)).toMatchObject({ result })
  expect(await read(`${url}/status`)).toMatchObject({ anchor: { number: latest, grounds: 'sync-committee' } })
})

async function refused(...args: string[]): Promise<unknown[]> {
  const { code, stderr } = await lectern(['proxy', ...args])
  return [code, stderr]
}

test('flags that cannot be are refused in one sentence', async () => {
  const node = await startNode()
  expect(await refused(node, '--beacon.api', 'http://127.0.0.1:9')).toEqual([
    2,
    'lectern: --beacon.api needs --beacon.checkpoint: the root of a finalized beacon block that you trust.\n',
  ])
  expect(await refused('127.0.0.1:8545')).toEqual([
    2,
    'lectern: "127.0.0.1:8545" is not an http or https address.\n',
  ])
  expect(await refused('http://127.0.0.1:9')).toEqual([1, expect.stringContaining('No node names its chain')])
})
