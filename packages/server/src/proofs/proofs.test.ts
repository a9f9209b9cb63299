import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { proofs, type ProofSource } from './proofs.ts'

const known = `0x${'ab'.repeat(32)}` as const
const unknown = `0x${'00'.repeat(32)}`
const failing = `0x${'ff'.repeat(32)}`

const source: ProofSource = {
  block: (number) => (number === 7n ? { uncles: [] } : null),
  transaction: async (hash) => {
    if (hash === failing) throw new Error('/secret/path')
    return hash === known ? { index: '0x1' } : null
  },
  receipt: (hash) => (hash === known ? { firstReceipt: '0x0' } : null),
  history: async (number, to) => (to - number <= 2n ? { headers: [`0x${number}`, `0x${to}`] } : null),
}

const app = Fastify()
await app.register(proofs, { proofs: source })
const get = async (url: string, method: 'GET' | 'HEAD' | 'POST' | 'DELETE' = 'GET') => {
  const { statusCode, headers, body } = await app.inject({ method, url })
  return { status: statusCode, headers, json: body === '' ? undefined : JSON.parse(body) }
}

test('a stored proof is answered as JSON, and is not to be cached', async () => {
  for (const [url, json] of [
    [`/proof/transaction/${known}`, { index: '0x1' }],
    [`/proof/receipt/${known}`, { firstReceipt: '0x0' }],
    ['/proof/block/0x7', { uncles: [] }],
    ['/proof/history/0x7?to=0x9', { headers: ['0x7', '0x9'] }],
    ['/proof/history/0x7?to=0x7', { headers: ['0x7', '0x7'] }],
  ] as const) {
    const answer = await get(url)
    expect(answer).toMatchObject({ status: 200, json })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(await get(url, 'HEAD')).toMatchObject({ status: 200, json: undefined })
  }
})

test('no refusal of a proof is to be cached either: what is not stored may come', async () => {
  for (const url of [`/proof/receipt/${unknown}`, '/proof/block/latest'])
    expect((await get(url)).headers['cache-control']).toBe('no-cache')
})

test('what is not stored is 404', async () => {
  for (const kind of ['transaction', 'receipt'])
    expect(await get(`/proof/${kind}/${unknown}`)).toMatchObject({
      status: 404,
      json: { error: `No ${kind} ${unknown} is stored.`, code: 'not-stored' },
    })
  expect(await get('/proof/block/0x8')).toMatchObject({
    status: 404,
    json: { error: 'No block 0x8 is stored.', code: 'not-stored' },
  })
})

test('what is no hash or number is 400, in a sentence that holds it', async () => {
  for (const name of ['0x12', `${known}00`, known.slice(2), '%00', 'latest', known.replace('ab', 'zz')])
    expect((await get(`/proof/receipt/${name}`)).status).toBe(400)
  for (const name of ['7', '0x07', 'latest', '0x10000000000000000', '0x'])
    expect((await get(`/proof/block/${name}`)).status).toBe(400)
  expect((await get('/proof/block/latest')).json).toEqual({
    error: '"latest" must be a block number: 0x and hexadecimal digits.',
    code: 'malformed',
  })
})

test('a proof of an old block needs a block that it leads to, which is not below it', async () => {
  expect(await get('/proof/history/0x7?to=0xa')).toMatchObject({
    status: 404,
    json: { error: 'No proof that leads from block 0x7 to block 0xa is stored.', code: 'not-stored' },
  })
  const number = 'must be a block number: 0x and hexadecimal digits.'
  for (const [url, error] of [
    ['0x7', `The query’s to, "", ${number}`],
    ['0x7?to=latest', `The query’s to, "latest", ${number}`],
    ['0x7?to=0x8&to=0x9', `The query’s to, "0x8,0x9", ${number}`],
    ['7?to=0x9', `"7" ${number}`],
    ['0x7?to=0x6', 'The query’s to, 0x6, must not be below 0x7.'],
  ])
    expect(await get(`/proof/history/${url}`)).toMatchObject({ status: 400, json: { error } })
})

test('a server without history proofs has none', async () => {
  const { history: _, ...rest } = source
  const plain = Fastify()
  await plain.register(proofs, { proofs: rest })
  const { statusCode } = await plain.inject({ url: '/proof/history/0x7?to=0x9' })
  expect(statusCode).toBe(404)
})

test('another verb is 405, which allows GET', async () => {
  for (const verb of ['POST', 'DELETE'] as const) {
    const answer = await get(`/proof/receipt/${known}`, verb)
    expect(answer).toMatchObject({ status: 405, json: { error: 'A proof takes GET only.', code: 'method' } })
    expect(answer.headers['allow']).toBe('GET, HEAD')
  }
})

test('a failure says nothing of its inside', async () => {
  expect(await get(`/proof/transaction/${failing}`)).toMatchObject({
    status: 500,
    json: { error: 'The proof could not be made.', code: 'failed' },
  })
})
