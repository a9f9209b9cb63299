import { expect, test } from 'vitest'
import { fail, type Check, type Finding } from '../rules/check.ts'
import { kept } from './excerpt.ts'
import { reporterNames, reporters } from './reporters/reporters.ts'
import { run } from '../run.ts'
import { functionTarget } from '../endpoint/target.ts'

/** Checks that fail, each with the answer of its turn in the finding. */
const judge = async (answers: readonly string[], find: (answer: string) => Partial<Finding> = () => ({})) => {
  const target = functionTarget((body) =>
    new TextEncoder().encode(answers[Number(new TextDecoder().decode(body))] ?? '{"result":1}'),
  )
  const checks = answers.map((answer, index): Check => ({
    id: `a/${index}`,
    level: 'MUST',
    sentence: 'A rule.',
    source: 'a text',
    judge: async (session) => ({ ...fail('wrong', await session.send(String(index))), ...find(answer) }),
  }))
  return await run(checks, target, { concurrency: 1 })
}

test('an answer up to the limit is kept whole, one above it is cut and its length told', async () => {
  const [whole, cut] = (await judge(['x'.repeat(kept.answer), 'x'.repeat(kept.answer + 1)])).results
  expect(whole!.response).toBe('x'.repeat(kept.answer))
  expect(cut!.response).toBe(`${'x'.repeat(kept.answer)}… (${kept.answer + 1} characters)`)
})

test('when the answers of a run have taken all of the room, only the beginning of others is kept', async () => {
  const answers = Array.from({ length: kept.answers / kept.answer + 2 }, () => 'x'.repeat(kept.answer))
  const { results } = await judge(answers)
  expect(results.at(-3)!.response).toHaveLength(kept.answer)
  for (const { response } of results.slice(-2))
    expect(response).toBe(`${'x'.repeat(kept.beyond)}… (${kept.answer} characters)`)
})

test('a value in a difference that is nested too deep, too long or too wide is cut where it is', async () => {
  const deep = JSON.parse(`${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`) as unknown
  const wide = Array.from({ length: kept.values }, () => 1)
  const { results } = await judge(['1'], () => ({
    differences: [
      { path: '/deep', expected: null, actual: deep },
      { path: '/text', actual: 'x'.repeat(2 * kept.values) },
      { path: '/wide', actual: wide },
      { path: `/${'x'.repeat(kept.pointer)}`, actual: 1 },
    ],
  }))
  const [first, text, items, ...others] = results[0]!.differences!
  expect(first).toMatchObject({
    path: '/deep',
    expected: null,
    actual: [{ a: [{ a: [{ a: expect.anything() }] }] }],
  })
  expect(JSON.stringify(first!.actual)).toMatch(/^(\[\{"a":)+"…"(\}\])+$/)
  expect(text!.actual).toMatch(/^x+… \(131072 characters\)$/)
  expect(items!.actual).toEqual(['… (65536)'])
  expect(others).toEqual([])
})

test('a value in a difference that is not large is kept as it is', async () => {
  const value = { a: [1, null, true, { b: 'x'.repeat(10_000) }], ['__proto__']: {} }
  const { results } = await judge(['1'], () => ({ differences: [{ path: '', expected: value }] }))
  expect(results[0]!.differences).toEqual([{ path: '', expected: value }])
})

test('of a reason, and of the differences of one answer, only so much is kept', async () => {
  const { results } = await judge(['1'], () => ({
    reason: 'x'.repeat(kept.reason + 1),
    differences: Array.from({ length: kept.differences + 1 }, (_, index) => ({
      path: `/${index}`,
      actual: 1,
    })),
  }))
  expect(results[0]!.reason).toBe(`${'x'.repeat(kept.reason)}… (${kept.reason + 1} characters)`)
  expect(results[0]!.differences).toHaveLength(kept.differences)
})

test.each(reporterNames)('what is nested deep or without end can be told: %s', async (name) => {
  const deep = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`
  const report = await judge(
    [deep, `"${'\u0001'.repeat(2 ** 21)}"`, `[${'1,'.repeat(2 ** 20)}1]`],
    (answer) => {
      try {
        return { differences: [{ path: '', expected: 1, actual: JSON.parse(answer) as unknown }] }
      } catch {
        return {}
      }
    },
  )
  expect(reporters[name](report).length).toBeLessThan(30_000_000)
})
