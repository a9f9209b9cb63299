import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createServer } from '@lectern/server'
import { methods } from '@lectern/server/testing'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { upstream } from '../src/upstream/upstream.ts'
import { answerEach, startNode, type StubCall } from './node-stub.ts'

const call = (method: string, params = '[]', id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`
const local = call('eth_getBlockByNumber', '["latest",false]', '"ours"')

/** A server before a node: a function from a body to the text of its response. */
async function serveBefore(
  url: string,
  { timeout = 60_000, ...more }: Parameters<typeof upstream>[1] & { readonly timeout?: number } = {},
): Promise<(body: string) => Promise<string>> {
  const transport = upstream(url, { maxBytes: 100_000, ...more })
  const server = createServer({ methods, upstream: { transport, timeout } })
  onTestFinished(server.close)
  const own = await server.listen({ port: 0 })
  const headers = { 'content-type': 'application/json' }
  return async (body) => (await fetch(own, { method: 'POST', headers, body })).text()
}

const parse = (body: string): StubCall[] => [JSON.parse(body) as StubCall].flat()
const reply = (id: unknown, members = '"result":"wrong"') => `{"jsonrpc":"2.0","id":${id},${members}}`
const wrap = (body: string, replies: readonly string[]) =>
  body.startsWith('[') ? `[${replies.join()}]` : replies.join()

type Fault = (body: string, response: ServerResponse) => string | undefined | void

/** Faults of a node, of which nothing may become a result. */
const faults: Readonly<Record<string, Fault>> = {
  HTML: () => '<html><body>502 Bad Gateway</body></html>',
  'an empty body': () => '',
  'a text': () => '"wrong"',
  'truncated JSON': (body) => answerEach(body, () => '"result":"wrong"').slice(0, -1),
  'JSON and more': (body) => `${answerEach(body, () => '"result":"wrong"')}]`,
  'no result': (body) => answerEach(body, () => '"other":1'),
  'a result and an error': (body) =>
    answerEach(body, () => '"result":"wrong","error":{"code":-32000,"message":"no"}'),
  'other ids': (body) =>
    wrap(
      body,
      parse(body).map(({ id }) => reply(id + 1_000)),
    ),
  'ids as texts': (body) =>
    wrap(
      body,
      parse(body).map(({ id }) => reply(`"${id}"`)),
    ),
  'null ids': (body) =>
    wrap(
      body,
      parse(body).map(() => reply('null')),
    ),
  'deep nesting': () => '['.repeat(90_000),
  'too many bytes': (body) => answerEach(body, () => `"result":"${'w'.repeat(200_000)}"`),
  'a bomb': (body, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(gzipSync(answerEach(body, () => `"result":"${'w'.repeat(50_000_000)}"`)))
  },
  'bytes that are no gzip': (body, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(answerEach(body, () => '"result":"wrong"'))
  },
  'bytes that are not UTF-8': (body, response) =>
    void response.end(
      Buffer.from(
        answerEach(body, () => '"result":"wrong\u00ff"'),
        'latin1',
      ),
    ),
  'a redirect': (_, response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  'a status of its own': (body, response) => {
    response.statusCode = 503
    response.end(answerEach(body, () => '"result":"wrong"'))
  },
  'a reset': (_, response) => void response.destroy(),
  'a reset amid the body': (body, response) => {
    response.setHeader('content-length', 1_000)
    response.write(
      answerEach(body, () => '"result":"wrong"'),
      () => response.destroy(),
    )
  },
  'less than it says': (body, response) => {
    const text = answerEach(body, () => '"result":"wrong"')
    response.setHeader('content-length', text.length + 1)
    response.write(text, () => response.socket?.end())
  },
  drops: (body, response) => {
    const drip = setInterval(() => response.write(' '), 5)
    response.once('close', () => clearInterval(drip))
  },
  nothing: () => {},
}

test.each(Object.entries(faults))(
  'a node that sends %s gives no result, and costs no other reply',
  async (_, fault) => {
    await using node = await startNode(fault)
    const send = await serveBefore(node.url, { timeout: 150 })
    const ours = await send(local)
    expect(JSON.parse(ours)).toMatchObject({ id: 'ours', result: { number: expect.any(String) } })
    const alone = await send(call('eth_call', '[]', '1.0'))
    expect(alone).toMatch(/^\{"jsonrpc":"2\.0","id":1\.0,"error":\{"code":-320/)
    const [one, two, three, ...rest] = JSON.parse(
      await send(`[${call('eth_call')},${local},${call('eth_other', '[]', '2')}]`),
    )
    expect(two).toEqual(JSON.parse(ours))
    expect([one, three]).toEqual([
      { jsonrpc: '2.0', id: 1, error: expect.any(Object) },
      { jsonrpc: '2.0', id: 2, error: expect.any(Object) },
    ])
    expect(rest).toEqual([])
  },
)

test('the first reply of an id counts, and a call without a reply is asked for again', async () => {
  let requests = 0
  await using node = await startNode((body) => {
    requests += 1
    const calls = parse(body)
    if (!body.startsWith('[')) return answerEach(body, ({ method }) => `"result":"${method}"`)
    return `[${calls.slice(1).flatMap(({ id, method }) => [reply(id, `"result":"${method}"`), reply(id)])}]`
  })
  const send = await serveBefore(node.url)
  const all = await send(`[${call('eth_a')},${call('eth_b', '[]', '2')},${call('eth_c', '[]', '3')}]`)
  expect(JSON.parse(all)).toMatchObject([{ result: 'eth_a' }, { result: 'eth_b' }, { result: 'eth_c' }])
  expect(requests).toBe(2)
})

test('the responses that are being read have a bound together, which is free again once they end', async () => {
  const open: ServerResponse[] = []
  await using node = await startNode((body, response) => {
    if (body.includes('eth_small')) return answerEach(body, () => `"result":"${'s'.repeat(30_000)}"`)
    response.write(' '.repeat(40_000)) // and then nothing more
    open.push(response)
  })
  const send = await serveBefore(node.url, { responseBytes: 100_000, timeout: 1_000 })
  const small = call('eth_small')
  for (let turn = 0; turn < 5; turn++) expect(await send(small)).toContain('sss')
  for (let turn = 0; turn < 3; turn++) {
    const hanging = [send(call('eth_a')), send(call('eth_b'))]
    while (open.length < 2) await sleep(1)
    await sleep(20)
    expect(await send(small)).toContain('(TOO_LARGE)')
    for (const each of hanging) expect(await each).toContain('no response within')
    open.length = 0
    expect(await send(small)).toContain('sss')
  }
})

test.each([
  ['refuses batches', 1],
  ['takes two calls at once', 2],
])('a node that %s is asked in smaller ones', async (_, most) => {
  await using node = await startNode((body, response) => {
    if (parse(body).length > most) {
      response.statusCode = 400
      return '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batch too large"}}'
    }
    return answerEach(body, ({ method }) => `"result":"${method}"`)
  })
  const send = await serveBefore(node.url)
  const names = ['eth_a', 'eth_b', 'eth_c', 'eth_d', 'eth_e']
  const all = await send(`[${names.map((name) => call(name)).join()}]`)
  expect((JSON.parse(all) as { result: string }[]).map(({ result }) => result)).toEqual(names)
})

test('a batch of any items gives what each gives alone', async () => {
  await using node = await startNode((body) =>
    answerEach(body, ({ method, params }) =>
      method === 'eth_fail'
        ? `"error":{"code":3,"message":"reverted","data":${JSON.stringify(params)}}`
        : `"result":${JSON.stringify([method, params])}`,
    ),
  )
  const send = await serveBefore(node.url)
  const unknown = `0x${'ab'.repeat(32)}`
  const item = fc.oneof(
    fc.constantFrom(
      local,
      call('eth_getTransactionReceipt', `["${unknown}"]`, 'null'),
      call('eth_getBlockByNumber', '["0xffffff",true]'),
      call('eth_getBlockByNumber', '["latest"]'),
      call('eth_chainId', '[]', '1e3'),
      call('debug_traceCall'),
      call('eth_call').replace('2.0', '1.0'),
      '{"jsonrpc":"2.0","method":"eth_call"}',
      '{"jsonrpc":"2.0","method":"eth_chainId"}',
      '1',
      '[]',
      '{}',
      '{"jsonrpc":"2.0","id":1,"id":2,"method":"eth_call"}',
    ),
    fc
      .tuple(fc.constantFrom('eth_call', 'eth_fail', 'net_peerCount'), fc.json(), fc.integer())
      .map(([method, value, id]) => call(method, `[${value}]`, `${id}`)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 8 }), async (items) => {
      const alone: string[] = []
      for (const each of items) alone.push(await send(each === '[]' ? '{"id":[]}' : each))
      const expected = alone
        .filter((text) => text !== '')
        .map((text) => (text.includes('id must be') ? undefined : text))
      const batch = await send(`[${items.join()}]`)
      if (expected.length === 0) expect(batch).toBe('')
      else
        expect(
          batch
            .replaceAll(/,\{"jsonrpc"/g, '\n{"jsonrpc"')
            .slice(1, -1)
            .split('\n'),
        ).toEqual(expected.map((text) => text ?? expect.stringContaining('-32600')))
    }),
    { numRuns: 200 },
  )
})
