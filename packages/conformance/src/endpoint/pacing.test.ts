import { describe, expect, test } from 'vitest'
import { ConformanceError } from '../error.ts'
import { createPacer, type PacingOptions } from './pacing.ts'
import { createSession } from './session.ts'
import type { Target } from './target.ts'

const far = 'https://rpc.example/'

/** Requests sent at once through a session whose clock stands still: what became of them, and how long each was to wait. */
async function send(url: string, count: number, options: PacingOptions) {
  const waits: number[] = []
  const target: Target = {
    url,
    send: async () => ({ status: 200, headers: new Headers(), body: new TextEncoder().encode('{}') }),
  }
  const clock = { now: () => 0, pause: async (milliseconds: number) => waits.push(milliseconds) }
  const session = createSession(target, { ...options, clock })
  const sent = Array.from({ length: count }, () =>
    session.send('{}').then(
      () => 'sent',
      (error: Error) => error.message,
    ),
  )
  return { outcomes: await Promise.all(sent), waits }
}

describe('D4 an endpoint elsewhere is asked gently', () => {
  test('so many requests a second at most: each has a moment of its own', async () => {
    expect((await send(far, 4, {})).waits).toEqual([50, 100, 150])
    expect((await send(far, 4, { rate: 100 })).waits).toEqual([10, 20, 30])
    expect((await send('http://127.0.0.1:1/', 4, {})).waits).toEqual([])
  })

  test('no longer than there is time: what would be sent later is not sent at all', async () => {
    const { outcomes, waits } = await send(far, 9, { time: 120 })
    expect(waits).toEqual([50, 100])
    expect(outcomes.slice(3)).toEqual(Array.from({ length: 6 }, () => 'the time of 0.12 s is used up'))
  })

  test('1,000 requests at most, by default; on this machine 10,000', async () => {
    const { outcomes } = await send(far, 1_001, { rate: 1e9 })
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1_000)
    expect(outcomes.at(-1)).toBe('the limit of 1000 requests is reached')
    for (const url of ['http://localhost:1/', 'http://127.0.0.1:1/', 'http://[::1]:1/'])
      expect((await send(url, 1_001, {})).outcomes.at(-1)).toBe('sent')
  })
})

test('what comes before all that waits does so, and what waits when the pacer is closed is never done', async () => {
  const done: string[] = []
  const pacer = createPacer({ send: () => Promise.reject(new Error('not asked')) }, { concurrency: 1 })
  const pass = (name: string, options?: { before: boolean }) =>
    pacer.pass(async () => void done.push(name), options).catch((error: Error) => error.message)
  await Promise.all([pass('first'), pass('second'), pass('urgent', { before: true })])
  expect(done).toEqual(['first', 'urgent', 'second'])
  const reason = new ConformanceError('LOST', 'it answers no more')
  const closing = pacer.pass(async () => pacer.close(reason))
  const [waiting] = await Promise.all([pass('late'), closing])
  expect([waiting, await pass('later')]).toEqual(['it answers no more', 'it answers no more'])
  expect([done.length, pacer.passed, pacer.closed]).toEqual([3, 4, reason])
})
