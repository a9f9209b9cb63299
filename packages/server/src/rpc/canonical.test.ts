import { parameterCases, protocolCases } from '@lectern/conformance/protocol'
import { readExchanges } from '@lectern/conformance'
import { describeCorpus, sample } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { createCanonicalSource } from '../../test/canonical.ts'
import { methods } from '../../test/recorded.ts'
import { compareReaders, fuzzReaders } from '../../test/readers.ts'
import { createRoutines } from './call.ts'
import { createCanonicalReader } from './canonical.ts'
import { defaultLimits } from './limits.ts'
import { createRpc } from './rpc.ts'

const hash = `0x${'00'.repeat(31)}01`
const read = (text: string, limits: Partial<typeof defaultLimits> = {}) =>
  createCanonicalReader(createRoutines(), { ...defaultLimits, ...limits })(Buffer.from(text))
const viem = `{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${hash}"]}`

test('the bodies of each client are canonical, alone and in a batch', () => {
  const bodies = {
    viem,
    ethers: `{"method":"eth_getTransactionReceipt","params":["${hash}"],"id":1,"jsonrpc":"2.0"}`,
    web3: `{"jsonrpc":"2.0","id":"b6ad9d3e-0a5f-4c4b-8d5b-3b1a2f6a7c11","method":"eth_getBlockByNumber","params":["0x1b4",true]}`,
    'web3.py': `{"jsonrpc": "2.0", "method": "eth_getBlockByNumber", "params": ["latest", false], "id": 1}`,
    curl: `{"jsonrpc":"2.0","method":"eth_getBlockByNumber","params":["0x1b4", false],"id":1}`,
  }
  for (const [client, body] of Object.entries(bodies)) {
    expect(read(body), client).toMatchObject({ batch: false, items: 1 })
    expect(read(`[${body}, ${body}]`), client).toMatchObject({ batch: true, items: 2 })
  }
})

test('a canonical call is read as its id in its own letters, its method and its parameters', () => {
  const call = read(viem.replace('1', '9007199254740993'))?.read(0)
  expect(call).toMatchObject({
    id: '9007199254740993',
    routine: { name: 'eth_getTransactionByHash' },
    params: [hash],
  })
})

test('what breaks a limit is left to the general reader', () => {
  expect(read(viem, { bodyBytes: viem.length })).toBeDefined()
  expect(read(viem, { bodyBytes: viem.length - 1 })).toBeUndefined()
  expect(read(`[${viem},${viem}]`, { batchItems: 2 })).toBeDefined()
  expect(read(`[${viem},${viem}]`, { batchItems: 1 })).toBeUndefined()
  expect(read(viem, { idLength: 1 })).toBeDefined()
  expect(read(viem.replace('1', '12'), { idLength: 1 })).toBeUndefined()
  expect(read(viem, { depth: 2 })).toBeUndefined()
  expect(read(viem, { methodLength: 24 })).toBeUndefined()
})

const rpc = createRpc({ methods })

test('each case of the protocol is answered alike by both readers', async () => {
  const cases = [
    ...protocolCases({ method: 'eth_getBlockByNumber', params: ['0x0', false] }),
    ...parameterCases,
  ]
  for (const { request } of cases) expect(await compareReaders(rpc, Buffer.from(request))).toBeUndefined()
})

test('each recorded request without an object is canonical, and answered alike by both readers', async () => {
  const requests = (await readExchanges(sample.exchanges))
    .flatMap(({ rounds }) => rounds)
    .filter(({ response }) => response.includes('"result"'))
  expect(requests.length).toBeGreaterThan(100)
  for (const { request } of requests) {
    expect(read(request) !== undefined, request).toBe(!request.includes('[{'))
    expect(await compareReaders(rpc, Buffer.from(request))).toBeUndefined()
  }
})

describeCorpus('execution-apis/tests', 'the official suite', (folder) => {
  test('each official request is answered alike by both readers', async () => {
    for (const { rounds } of await readExchanges(folder))
      for (const { request } of rounds)
        expect(await compareReaders(rpc, Buffer.from(request))).toBeUndefined()
  })
})

const limits = { batchItems: 3, idLength: 20 }
const runs = Number(process.env['LECTERN_FUZZ'] ?? (process.env['CI'] ? 200_000 : 50_000))

test(`R18 ${runs} canonical and nearly canonical requests are answered alike by both readers`, async () => {
  expect(await fuzzReaders(createRpc({ methods, limits }), { runs, seed: 2_026 })).toEqual([])
}, 3_600_000)

test('about half of the requests of that comparison are canonical', () => {
  const next = createCanonicalSource(2_026)
  const reader = createCanonicalReader(createRoutines(), { ...defaultLimits, ...limits })
  const count = Array.from({ length: 10_000 }, () => reader(next())).filter(
    (found) => found !== undefined,
  ).length
  expect(count).toBeGreaterThan(4_000)
  expect(count).toBeLessThan(8_000)
})
