import { expect, onTestFinished, test, vi } from 'vitest'

import { createRpc, type RpcCall, type RpcOptions } from './rpc.ts'

interface Sent {
  readonly id: number
  readonly params: readonly number[]
}
type Reply = { readonly status?: number; readonly json: unknown }

/** A node that replies to a request of so many calls, and how many calls each request had. */
function startNode(answer: (calls: readonly Sent[], isBatch: boolean) => Reply | undefined) {
  const sizes: number[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as Sent | Sent[]
    const calls = [sent].flat()
    sizes.push(calls.length)
    const replies = calls.map(toReply)
    const { status = 200, json } = answer(calls, Array.isArray(sent)) ?? {
      json: Array.isArray(sent) ? replies : replies[0],
    }
    return new Response(typeof json === 'string' ? json : JSON.stringify(json), { status })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return sizes
}
const toReply = ({ id, params }: Sent) => ({ jsonrpc: '2.0', id, result: params[0] })

const callsOf = (count: number): RpcCall[] => Array.from({ length: count }, (_, index) => ['echo', [index]])
const resultsOf = (count: number) => Array.from({ length: count }, (_, result) => ({ result }))
const make = (options?: RpcOptions) => createRpc('http://127.0.0.1:1', options)
const whole = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

test('calls are sent in batches of at most 100', async () => {
  const sizes = startNode(() => undefined)
  expect(await make().ask(callsOf(1_050))).toEqual(resultsOf(1_050))
  expect(sizes.toSorted((a, b) => a - b)).toEqual([50, ...Array.from({ length: 10 }, () => 100)])
})

const drpc =
  'Batch of more than 3 requests are not allowed on free tier, to use this feature register paid account'
test.each<[string, number, Reply]>([
  ['dRPC', 3, { status: 500, json: whole(31, drpc) }],
  ['Besu', 5, { json: whole(-32_005, 'Number of requests exceeds max batch size') }],
  ['Nethermind', 5, { json: whole(-32_005, 'Batch size limit exceeded') }],
  ['jsonrpsee', 1, { json: whole(-32_005, 'Batched requests are not supported by this server') }],
  ['Ronin', 3, { status: 400, json: whole(-32_005, 'too many requests') }],
  ['Base', 10, { json: whole(-32_014, 'maximum 10 calls in 1 batch') }],
  ['Lectern', 40, { json: whole(-32_005, 'A batch holds at most 40 requests.') }],
  ['a proxy without batches', 1, { status: 400, json: 'no' }],
  ['a body limit', 20, { status: 413, json: '<html>' }],
  ['-32600', 1, { json: whole(-32_600, 'invalid request') }],
])('27: %s refuses batches of more than %i: its size is found, and remembered', async (_, most, refusal) => {
  let refused = 0
  const sizes = startNode((calls) => {
    if (calls.length <= most) return undefined
    refused += 1
    return refusal
  })
  const rpc = make({ concurrency: 1 })
  expect(await rpc.ask(callsOf(300))).toEqual(resultsOf(300))
  const before = refused
  expect(before).toBeLessThanOrEqual(Math.ceil(Math.log2(100)))
  sizes.length = 0
  expect(await rpc.ask(callsOf(300))).toEqual(resultsOf(300))
  expect(refused).toBe(before)
  expect(Math.max(...sizes)).toBeGreaterThan(most / 2)
})

test('a node that fails with one call too is not one that refuses batches', async () => {
  let isDown = true
  const sizes = startNode(() => (isDown ? { status: 503, json: 'no healthy upstream' } : undefined))
  const rpc = make({ concurrency: 1 })
  await expect(rpc.ask(callsOf(100))).rejects.toMatchObject({ code: 'unreachable' })
  expect(sizes).toEqual([100, 1])
  isDown = false
  expect(await rpc.ask(callsOf(100))).toEqual(resultsOf(100))
  expect(sizes).toEqual([100, 1, 100])
})

test.each([
  ['Alchemy', 429, 'Your app has exceeded its compute units per second capacity.'],
  ['QuickNode', -32_007, '50/second request limit reached'],
  ['Base', -32_016, 'over rate limit'],
  ['Ankr', -32_090, 'Too many requests, reason: call rate limit exhausted'],
  ['Infura', -32_005, 'project ID request rate exceeded'],
  ['words alone', -32_000, 'rate limit exceeded'],
])(
  '42: calls that %s limits one by one are asked again, fewer at a time; the others are kept',
  async (_, code, message) => {
    const asked: number[] = []
    const taken = 20 // of each request
    const sizes = startNode((calls) => {
      asked.push(...calls.slice(0, taken).map(({ id }) => id))
      const replies = calls.map((call, at) =>
        at < taken ? toReply(call) : { id: call.id, error: { code, message } },
      )
      return { json: calls.length > 1 ? replies : replies[0] }
    })
    const rpc = make({ concurrency: 1 })
    expect(await rpc.ask(callsOf(100))).toEqual(resultsOf(100))
    expect(asked.toSorted((a, b) => a - b)).toEqual(callsOf(100).map((_, index) => index)) // none twice
    expect(sizes[0]).toBe(100)
    expect(sizes[1]).toBeLessThanOrEqual(50)
  },
)

test('HTTP 429 after some calls were answered costs no answer', async () => {
  const asked = new Map<number, number>()
  let requests = 0
  startNode((calls) => {
    requests += 1
    if (requests === 2) return { status: 429, json: '' }
    for (const { id } of calls) asked.set(id, (asked.get(id) ?? 0) + 1)
    return undefined
  })
  expect(await make({ concurrency: 1 }).ask(callsOf(300))).toEqual(resultsOf(300))
  expect([...asked.values()].every((times) => times === 1)).toBe(true)
})

test('replies that say both, or limit what was not asked, end', async () => {
  startNode((calls) => ({
    json: [
      ...calls.flatMap((call) => [toReply(call), { id: call.id, error: { code: 429, message: '' } }]),
      { id: 1e6, error: { code: 429, message: '' } },
    ],
  }))
  expect(await make().ask(callsOf(5))).toEqual(resultsOf(5))
})

test('of 20,000 calls, one by one, only so many wait as may be in flight; the first that fails ends all', async () => {
  let inFlight = 0
  let most = 0
  let isBad = false
  const answer = async (_: string, { body }: { body: string }) => {
    most = Math.max(most, ++inFlight)
    const sent = JSON.parse(body) as Sent
    await new Promise(setImmediate)
    inFlight -= 1
    return Array.isArray(sent)
      ? new Response('no', { status: 400 })
      : new Response(isBad && sent.id === 500 ? '<html>' : JSON.stringify(toReply(sent)))
  }
  vi.stubGlobal('fetch', answer)
  onTestFinished(() => void vi.unstubAllGlobals())
  const rpc = make()
  expect(await rpc.askBytes(callsOf(20_000))).toHaveLength(20_000)
  expect(most).toBe(8)
  isBad = true
  await expect(rpc.askBytes(callsOf(20_000))).rejects.toMatchObject({ code: 'malformed' })
})
