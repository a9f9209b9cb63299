import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ConformanceError } from '../error.ts'
import { createSession, type SessionOptions } from './session.ts'
import type { Body, Target } from './target.ts'

/** One turn of an endpoint: a response, or an error that is thrown. */
type Turn = { status?: number; after?: string; body?: string } | Error

const fine: Turn = {}
const limited = (after?: string): Turn => ({ status: 429, ...(after !== undefined && { after }) })
const limit: Turn = { body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too fast"}}' }
const reset = (): Error => {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  return new ConformanceError('UNREACHABLE', 'gave no response: other side closed.', {
    cause: new TypeError('fetch failed', { cause }),
  })
}
const late = () => new ConformanceError('UNREACHABLE', 'gave no response: too late.')

/** A session with an endpoint that takes its turns, the last one for ever, by a clock that only waiting moves. Some bodies have another response. */
function play(
  turns: readonly Turn[],
  options: SessionOptions = {},
  otherwise: (body: string) => Turn | undefined = () => undefined,
) {
  const asked: [seconds: number, body: string][] = []
  let now = 0
  const clock = { now: () => now, pause: async (milliseconds: number) => (now += milliseconds) }
  const target: Target = {
    send: async (body) => {
      const turn = otherwise(String(body)) ?? turns[Math.min(asked.length, turns.length - 1)]!
      asked.push([now / 1000, String(body)])
      if (turn instanceof Error) throw turn
      const { status = 200, after, body: text = '{"jsonrpc":"2.0","id":1,"result":1}' } = turn
      const headers = new Headers(after === undefined ? {} : { 'retry-after': after })
      return { status, headers, body: new TextEncoder().encode(text) }
    },
  }
  const session = createSession(target, { ...options, clock })
  const send = (body: Body = '{}') =>
    session.send(body).then(
      ({ status }) => status,
      (error: ConformanceError) => `${error.code}: ${error.message}`,
    )
  return { asked, send, session, times: () => asked.map(([seconds]) => seconds) }
}

describe('an endpoint that says that it is asked too much', () => {
  test.each([
    ['HTTP 429', limited()],
    ['the error -32005', limit],
    ['the error -32005, to bytes', limit, new Uint8Array(1_999)],
  ])('by %s is asked again ever later, and its other answer is checked', async (_, turn, body?: Body) => {
    const { send, times, session } = play([turn, turn, turn, fine])
    expect(await send(body)).toBe(200)
    expect(times()).toEqual([0, 0.5, 1.5, 3.5])
    expect(session.requests).toBe(4)
  })

  test('is asked nothing before its Retry-After is over, by no question', async () => {
    const { send, times } = play([limited('20'), fine], { concurrency: 1 })
    expect(await Promise.all([send(), send()])).toEqual([200, 200])
    expect(times()).toEqual([0, 20, 20])
  })

  test('with a date as Retry-After is asked after it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { send, times } = play([limited('Thu, 01 Jan 2026 00:00:09 GMT'), fine])
    await send()
    expect(times()).toEqual([0, 9])
  })

  test.each([
    [30_000, '30', 200],
    [
      29_999,
      '30',
      'LIMITED: the endpoint says that it is asked too much: HTTP 429, and nothing may be asked for 30 s',
    ],
    [
      0,
      '0',
      'LIMITED: the endpoint says that it is asked too much: HTTP 429, and nothing may be asked for 1 s',
    ],
  ])('is waited for no longer than %i ms of patience: Retry-After %s', async (patience, after, outcome) => {
    expect(await play([limited(after), fine], { patience }).send()).toBe(outcome)
  })

  test('is asked six times in 30 s, three questions long, and then no more', async () => {
    const { send, asked } = play([fine, limited('0')])
    await send()
    const six = 'LIMITED: the endpoint says that it is asked too much: HTTP 429, 6 times in 16 s'
    expect([await send(), await send(), await send()]).toEqual([six, six, six])
    expect(asked).toHaveLength(1 + 3 * 6 + 1)
    expect(await send()).toBe(six)
    expect(asked).toHaveLength(1 + 3 * 6 + 1)
  })

  test('of one kind of question only is asked all others', async () => {
    const { send } = play([limited('0')], { patience: 0 }, (body) => (body === '[]' ? undefined : fine))
    for (const batch of ['[]', '[]', '[]', '[]']) expect(await send(batch)).toMatch(/^LIMITED/)
    expect(await send()).toBe(200)
  })

  test('of batches alone is asked a batch three times and the smallest question, and then each batch once', async () => {
    const { send, asked, times } = play([limited()], {}, (body) => (body.startsWith('[') ? undefined : fine))
    const small =
      'LIMITED: the endpoint says that it is asked too much: HTTP 429, though not to the smallest question'
    expect(await send('[1]')).toBe(small)
    expect([asked.length, times().at(-1)]).toEqual([4, 3.5])
    expect([await send('[2]'), await send('[3]')]).toEqual([small, small])
    expect([asked.length, times().at(-1)]).toEqual([6, 3.5])
    expect(await send()).toBe(200)
  })

  test('is not asked by another question before its long Retry-After is over', async () => {
    const { send, asked } = play([limited('3600'), fine])
    await send()
    expect(await send()).toMatch(/^LIMITED: .*: nothing may be asked for 3600 s$/)
    expect(asked).toHaveLength(1)
  })

  test('uses up the requests, and is not waited for longer than there is time', async () => {
    const few = play([limited()], { requests: 3 })
    expect(await few.send()).toBe('BUDGET: the limit of 3 requests is reached')
    expect(few.asked).toHaveLength(3)
    const short = play([limited('10')], { time: 9_000 })
    expect(await short.send()).toBe('BUDGET: the time of 9 s is used up')
    expect(short.times()).toEqual([0])
    expect(await play([limited('9'), fine], { time: 9_000 }).send()).toBe(200)
  })

  test('keeps to the rate when it is asked again', async () => {
    const { send, times } = play([limited(), limited(), fine], { rate: 1, concurrency: 1 })
    await Promise.all([send(), send()])
    for (const [index, time] of times().slice(1).entries())
      expect(time - times()[index]!).toBeGreaterThanOrEqual(1)
  })

  test.each([
    ['a batch', 3, '[{"id":1}]'],
    ['many levels', 3, `{"id":1,"params":${'['.repeat(16)}${']'.repeat(16)}}`],
    ['2,000 characters', 1, `{"id":"${'a'.repeat(1_991)}"}`],
  ])(
    'by -32005 to %s says it of that question, if it says it %i times: that is checked',
    async (_, times, body) => {
      const { send, asked } = play([limit])
      expect(await send(body)).toBe(200)
      expect(asked).toHaveLength(times)
    },
  )
})

describe('a question without a response', () => {
  test('is asked once more where the connection was reset', async () => {
    const { send, session } = play([reset(), fine])
    expect(await send()).toBe(200)
    expect(session.requests).toBe(2)
    expect(await play([fine, reset(), reset(), fine]).send('{}')).toBe(200)
    const twice = play([reset(), reset(), fine])
    expect(await twice.send()).toBe('UNREACHABLE: gave no response: other side closed.')
    expect(twice.asked).toHaveLength(2)
  })

  test('is not asked again where it was too late', async () => {
    const { send, session, asked } = play([fine, late(), fine])
    await send()
    const error = await session.send('{"a":1}').catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      code: 'UNREACHABLE',
      sent: { request: '{"a":1}' },
      endpoint: session.target,
    })
    expect(asked.filter(([, body]) => body === '{"a":1}')).toHaveLength(1)
    expect(await send()).toBe(200)
  })

  test('is the last one where nothing is answered after it', async () => {
    const { send, asked } = play([fine, late()])
    await send()
    expect(await send('{"a":1}')).toMatch(
      /^UNREACHABLE: gave no response: too late\.\nthe endpoint answers no more since this request/,
    )
    expect(await send()).toBe('LOST: the endpoint answers no more since the request {"a":1}')
    expect(asked).toHaveLength(3)
  })
})
