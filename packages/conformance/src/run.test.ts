import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { fail, skip, type Check } from './rules/check.ts'
import { ConformanceError } from './error.ts'
import { plan } from './rules/plan.ts'
import { run, selectChecks } from './run.ts'
import type { Session } from './endpoint/session.ts'
import { functionTarget, httpTarget } from './endpoint/target.ts'

const echo = functionTarget((body) => new Uint8Array(body))
const check = (
  id: string,
  run: Check['run'] = async () => undefined,
  level: Check['level'] = 'MUST',
): Check => ({
  id,
  level,
  sentence: 'A rule.',
  source: 'a document',
  run,
})

test.each([
  [
    501,
    'text/html',
    '<html>Not Implemented</html>',
    /: it answers HTTP 501 with text\/html, "<html>Not Implemented<\/html>"\.$/,
  ],
  [200, 'text/html', '<html>', /does not speak JSON-RPC: it answers HTTP 200 with text\/html, "<html>"\.$/],
  [200, 'text/plain', 'OK', /does not speak JSON-RPC: it answers HTTP 200 with text\/plain, "OK"\.$/],
  [
    200,
    'text/plain\u009b31m',
    '',
    /does not speak JSON-RPC: .* with text\/plain\\u009b31m, without a body\.$/,
  ],
  [404, 'application/json', '{"message":"no"}', /has no JSON-RPC at this path: it answers HTTP 404, /],
  [
    404,
    'application/json',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Not Found."}}',
    /has no JSON-RPC at this path: it answers HTTP 404, /,
  ],
  [
    405,
    'application/json',
    '{"error":"POST is not allowed"}',
    /has no JSON-RPC at this path: it answers HTTP 405, /,
  ],
  [
    200,
    'application/json',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Must be authenticated!"}}',
    /refuses each method of the document, and may need a key: it answers .*Must be authenticated!/,
  ],
  [
    200,
    'application/json',
    '{"error":"no such route"}',
    /refuses each method of the document, and may need a key/,
  ],
  [200, 'application/json', '[]', /does not speak JSON-RPC/],
  [
    401,
    'application/json',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32002}}',
    /lets nobody in without the right key: it answers HTTP 401, /,
  ],
  [
    403,
    'application/json',
    '{"error":"forbidden"}',
    /lets nobody in without the right key: it answers HTTP 403, /,
  ],
] as const)(
  'an endpoint whose first response is no JSON-RPC is none, rather than one with every fault: HTTP %i, %s, %s',
  async (status, type, page, sentence) => {
    const headers = new Headers({ 'content-type': type })
    const body = new TextEncoder().encode(page)
    const target = { url: 'http://127.0.0.1/', send: async () => ({ status, headers, body }) }
    const report = run([check('a/1')], target)
    await expect(report).rejects.toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringMatching(sentence),
    })
  },
)

test('an endpoint that says to the first question that it is asked too much is an error of its own, in a sentence', async () => {
  const answer = { status: 429, headers: new Headers(), body: new Uint8Array() }
  await expect(
    run([check('a/1')], { url: 'http://127.0.0.1/', send: async () => answer }, { patience: 0 }),
  ).rejects.toMatchObject({
    code: 'LIMITED',
    message: 'http://127.0.0.1/ says that it is asked too much: HTTP 429, and nothing may be asked for 1 s.',
  })
})

test('a result has the rule, the verdict, the request, the response and a curl line', async () => {
  const { results, summary } = await run(
    [
      check('a/1'),
      check('a/2', async () => skip('nothing to see')),
      check('a/3', async (session) => fail('it is wrong', await session.send(`{"it's":1}`))),
    ],
    { ...echo, url: "http://127.0.0.1:8545/o'key" },
    { seed: 7 },
  )
  expect(summary).toMatchObject({ passed: 1, failed: 1, skipped: 1, requests: 2 })
  expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['passed', undefined],
    ['skipped', 'nothing to see'],
    ['failed', 'it is wrong'],
  ])
  expect(results[2]).toMatchObject({ level: 'MUST', request: `{"it's":1}`, response: `{"it's":1}`, seed: 7 })
  expect(results[2]!.curl).toBe(
    String.raw`curl -s 'http://127.0.0.1:8545/o'\''key' -H 'content-type: application/json' --data-binary '{"it'\''s":1}'`,
  )
})

test('an endpoint that does not answer at all is an error, not a report', async () => {
  const nobody = httpTarget('http://127.0.0.1:1/')
  await expect(run([check('a/1')], nobody)).rejects.toMatchObject({
    name: 'ConformanceError',
    code: 'UNREACHABLE',
  })
})

const asks = async (session: Session) => void (await session.send('{}'))

test('an endpoint that stops answering fails the check that asked', async () => {
  let count = 0
  const target = functionTarget((body) => {
    if (++count > 1) throw new Error('gone')
    return body
  })
  const { results } = await run([check('a/1', asks), check('a/2', asks)], target, { concurrency: 1 })
  expect(results[0]).toMatchObject({
    verdict: 'failed',
    reason: expect.stringMatching(
      /^the function gave no response: gone\.\nthe endpoint answers no more since this/,
    ),
  })
  expect(results[0]).toMatchObject({ request: '{}', curl: expect.stringContaining("--data-binary '{}'") })
  expect(results[0]).not.toHaveProperty('response')
  const reason = 'the endpoint answers no more since the request {}'
  expect(results[1]).toMatchObject({ verdict: 'skipped', reason })
  expect(count).toBe(3) // one to see whether it lives, and none for a/2
})

test('one lost answer fails the check that asked, with its request, and no other', async () => {
  const target = functionTarget((body) => {
    if (new TextDecoder().decode(body) === '{"lost":1}') throw new Error('late')
    return body
  })
  const lost = check('a/1', async (session) => void (await session.send('{"lost":1}')))
  const { results } = await run([lost, check('a/2', asks), check('a/3', asks)], target)
  expect(results.map(({ verdict }) => verdict)).toEqual(['failed', 'passed', 'passed'])
  expect(results[0]).toMatchObject({ reason: 'the function gave no response: late.', request: '{"lost":1}' })
})

test('a response that is nested too deep to be read fails the check that asked', async () => {
  const deep = new TextEncoder().encode(`{"error":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  const checks = plan(document, { blocks: 1 })
  const { summary } = await run(
    checks,
    functionTarget(() => deep),
    { only: 'protocol/*' },
  )
  expect(summary.failed).toBeGreaterThan(30)
})

test('nothing is asked after a run has rejected', async () => {
  let sent = 0
  const target = functionTarget(async (body) => {
    sent++
    await new Promise((resolve) => setTimeout(resolve))
    return body
  })
  const broken = check('a/2', () => Promise.reject(new TypeError('a bug')))
  const others = Array.from({ length: 200 }, (_, index) => check(`a/${index + 3}`, asks))
  const events: string[] = []
  const running = run([check('a/1', asks), broken, ...others], target, {
    onResult: ({ result }) => void events.push(result.id),
  })
  await expect(running).rejects.toThrow('a bug')
  const before = [sent, events.length]
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([sent, events.length]).toEqual(before)
  expect(sent).toBeLessThan(10)
})

test('checks are chosen and left out by several globs', () => {
  const checks = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'].map((id) => check(id))
  const idsOf = (options: Parameters<typeof selectChecks>[1]) =>
    selectChecks(checks, options).map(({ id }) => id)
  expect(idsOf({ skip: ['a/*', 'c/*'] })).toEqual(['b/1', 'b/2'])
  expect(idsOf({ only: ['a/*', 'b/*'], skip: '*/2' })).toEqual(['a/1', 'b/1'])
})

test('a mistake in a check is thrown, not taken for a failure of the endpoint', async () => {
  const broken = check('a/1', () => Promise.reject(new TypeError('ours')))
  await expect(run([broken], echo)).rejects.toThrow('ours')
  const option = check('a/1', () => Promise.reject(new ConformanceError('INPUT', 'ours too')))
  await expect(run([option], echo)).rejects.toThrow('ours too')
})

describe('which checks run', () => {
  const checks = [check('a/1'), check('a/2', undefined, 'SHOULD'), check('b/a/3', undefined, 'MAY')]
  test.each([
    [{}, ['a/1', 'a/2', 'b/a/3']],
    [{ only: 'a/*' }, ['a/1', 'a/2']],
    [{ only: 'a' }, []],
    [{ only: '*/3' }, ['b/a/3']],
    [{ skip: 'a/*' }, ['b/a/3']],
    [{ only: 'a/*', skip: '*2' }, ['a/1']],
    [{ only: '?/1' }, []],
    [{ level: 'MUST' as const }, ['a/1']],
    [{ level: 'SHOULD' as const }, ['a/1', 'a/2']],
  ])('%j', async (options, ids) => {
    expect((await run(checks, echo, options)).results.map(({ id }) => id)).toEqual(ids)
  })
})

describe('how hard the endpoint is asked', () => {
  const asking = Array.from({ length: 20 }, (_, index) =>
    check(`a/${index}`, async (session) => void (await session.send('{}'))),
  )

  test('no more requests are in flight than allowed', async () => {
    let [now, most] = [0, 0]
    const slow = functionTarget(async (body) => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 2))
      now--
      return body as Uint8Array
    })
    await run(asking, slow, { concurrency: 3 })
    expect(most).toBe(3)
  })

  test('what is left when the requests are used up is skipped, with the reason', async () => {
    const { results, summary } = await run(asking, echo, { requests: 6 })
    expect(summary).toMatchObject({ passed: 5, failed: 0, skipped: 15, requests: 6 })
    expect(results.at(-1)).toMatchObject({ verdict: 'skipped', reason: 'the limit of 6 requests is reached' })
  })

  test('a listener hears of each result once', async () => {
    const heard: string[] = []
    await run(asking, echo, {
      onResult: ({ result }) => void heard.push(result.id),
    })
    expect(heard.toSorted()).toEqual(asking.map(({ id }) => id).toSorted())
  })
})

/** An endpoint that hangs after some answers; the run is stopped then. */
const hangs = (control: AbortController, after: number) => {
  let asked = 0
  return functionTarget((body) => {
    if (++asked <= after) return new Uint8Array(body)
    setTimeout(() => control.abort(), 1)
    return new Promise(() => {}) // an endpoint that never answers
  })
}
const ask: Check['run'] = async (session) => void (await session.send('{"jsonrpc":"2.0","id":1}'))

describe('a run that its caller stops', () => {
  test('ends at once, though a response is waited for: what was found is reported, what is left is skipped', async () => {
    const control = new AbortController()
    const checks = [check('a/1', ask), check('a/2', ask), check('a/3', ask), check('a/4', ask)]
    const { signal } = control
    const report = await run(checks, hangs(control, 2), { signal, concurrency: 1 })
    expect(report.results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['passed', undefined],
      ['skipped', 'the run was stopped'],
      ['skipped', 'the run was stopped'],
      ['skipped', 'the run was stopped'],
    ])
    expect([report.ended, report.summary.requests]).toEqual(['the run was stopped', 3])
  })

  test('before the endpoint has answered is STOPPED, also if it never began', async () => {
    const control = new AbortController()
    const { signal } = control
    const stopped = { code: 'STOPPED', message: 'the run was stopped.' }
    await expect(run([check('a/1')], hangs(control, 0), { signal })).rejects.toMatchObject(stopped)
    await expect(run([check('a/1')], echo, { signal })).rejects.toMatchObject(stopped)
  })
})
