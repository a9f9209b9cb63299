import { expect, test } from 'vitest'
import { fail, type Check, type Finding } from '../rules/check.ts'
import { limits } from './excerpt.ts'
import { reporterNames, reporters } from './reporters/reporters.ts'
import { run } from '../run.ts'
import { functionTarget } from '../endpoint/target.ts'

/** Checks that fail, each with the response of its turn in the finding. */
const runChecks = async (
  responses: readonly string[],
  find: (response: string) => Partial<Finding> = () => ({}),
) => {
  const target = functionTarget((body) =>
    new TextEncoder().encode(responses[Number(new TextDecoder().decode(body))] ?? '{"result":1}'),
  )
  const checks = responses.map((response, index): Check => ({
    id: `a/${index}`,
    level: 'MUST',
    sentence: 'A rule.',
    source: 'a text',
    run: async (session) => ({ ...fail('wrong', await session.send(String(index))), ...find(response) }),
  }))
  return await run(checks, target, { concurrency: 1 })
}

test('a response up to the limit is stored whole, one above it is cut and its length added', async () => {
  const [whole, cut] = (await runChecks(['x'.repeat(limits.response), 'x'.repeat(limits.response + 1)]))
    .results
  expect(whole!.response).toBe('x'.repeat(limits.response))
  expect(cut!.response).toBe(`${'x'.repeat(limits.response)}… (${limits.response + 1} characters)`)
})

test('when the responses of a run have taken all of the room, only the beginning of others is limits', async () => {
  const responses = Array.from({ length: limits.responses / limits.response + 2 }, () =>
    'x'.repeat(limits.response),
  )
  const { results } = await runChecks(responses)
  expect(results.at(-3)!.response).toHaveLength(limits.response)
  for (const { response } of results.slice(-2))
    expect(response).toBe(`${'x'.repeat(limits.beyond)}… (${limits.response} characters)`)
})

test('a difference that is nested too deep, too long or too wide is left out: the reason names it', async () => {
  const deep = JSON.parse(`${'[{"a":'.repeat(1_000)}1${'}]'.repeat(1_000)}`) as unknown
  const deepest = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown
  const long = 'x'.repeat(limits.difference)
  const { results } = await runChecks(['1'], () => ({
    reason: 'as it was',
    differences: [
      { path: '/deep', expected: null, actual: deep },
      { path: '/deepest', actual: deepest },
      { path: '/text', actual: long },
      { path: `/${long}`, actual: 1 },
      { path: '/small', actual: 1 },
    ],
  }))
  expect(results[0]).toMatchObject({ reason: 'as it was', differences: [{ path: '/small', actual: 1 }] })
})

test('a value in a difference that is not large is limits as it is', async () => {
  const value = { a: [1, null, true, { b: 'x'.repeat(9_000) }], ['__proto__']: {} }
  const { results } = await runChecks(['1'], () => ({ differences: [{ path: '', expected: value }] }))
  expect(results[0]!.differences).toEqual([{ path: '', expected: value }])
})

test('of a reason, and of the differences of one response, only so much is limits', async () => {
  const { results } = await runChecks(['1'], () => ({
    reason: 'x'.repeat(limits.reason + 1),
    differences: Array.from({ length: limits.differences + 1 }, (_, index) => ({
      path: `/${index}`,
      actual: 1,
    })),
  }))
  expect(results[0]!.reason).toBe(`${'x'.repeat(limits.reason)}… (${limits.reason + 1} characters)`)
  expect(results[0]!.differences).toHaveLength(limits.differences)
})

test.each(reporterNames)('deep nesting can be reported: %s', async (name) => {
  const deep = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`
  const report = await runChecks(
    [deep, `"${'\u0001'.repeat(2 ** 21)}"`, `[${'1,'.repeat(2 ** 20)}1]`],
    (response) => {
      try {
        return { differences: [{ path: '', expected: 1, actual: JSON.parse(response) as unknown }] }
      } catch {
        return {}
      }
    },
  )
  expect(reporters[name](report).length).toBeLessThan(30_000_000)
})
