import { describe, expect, test } from 'vitest'
import { createSession, type SessionOptions } from './session.ts'
import type { Target } from './target.ts'

/** A target at an address that counts, and tells when it was asked. */
function counting(url: string) {
  const times: number[] = []
  const target: Target = {
    url,
    async send() {
      times.push(performance.now())
      return { status: 200, headers: new Headers(), body: new TextEncoder().encode('{}') }
    },
  }
  return { target, times }
}
const far = 'https://rpc.example/'
const send = (url: string, count: number, options: SessionOptions) => {
  const { target, times } = counting(url)
  const session = createSession(target, options)
  const sent = Array.from({ length: count }, () =>
    session.send('{}').then(
      () => 'sent',
      (error: Error) => error.message,
    ),
  )
  return Promise.all(sent).then((outcomes) => ({ outcomes, times, session }))
}

describe('D4 an endpoint elsewhere is asked gently', () => {
  test('so many requests a second at most: each has its own moment, and those after the end are not sent', async () => {
    const { outcomes, times } = await send(far, 9, { rate: 20, time: 120 })
    expect(times).toHaveLength(3)
    expect(outcomes.slice(3)).toEqual(Array.from({ length: 6 }, () => 'the time of 0.12 s is used up'))
    expect((await send(far, 9, { rate: 50, time: 110 })).times).toHaveLength(6)
    expect((await send('http://127.0.0.1:1/', 9, { time: 110 })).times).toHaveLength(9)
  })

  test('1,000 requests at most, unless told otherwise; on this machine 10,000', async () => {
    const { outcomes } = await send(far, 1_001, { rate: 1e9 })
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1_000)
    expect(outcomes.at(-1)).toBe('the limit of 1000 requests is reached')
    for (const url of ['http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]:1/'])
      expect((await send(url, 1_001, {})).outcomes.at(-1)).toBe('sent')
  })
})

test('what several checks look at is made once, and a name has the same seed in every session', async () => {
  const { session } = await send(far, 0, { seed: 7 })
  const key = {}
  let made = 0
  const make = async () => ++made
  expect([await session.once(key, make), await session.once(key, make)]).toEqual([1, 1])
  expect(session.seedOf('a')).toBe(createSession(counting(far).target, { seed: 7 }).seedOf('a'))
  expect(session.seedOf('a')).not.toBe(createSession(counting(far).target, { seed: 8 }).seedOf('a'))
})
