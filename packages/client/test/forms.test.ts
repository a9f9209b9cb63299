import { expect, test } from 'vitest'
import { failure } from './faulty.ts'
import { type Json, truths } from './lies.ts'
import { blob, plain, report, whole } from './report.ts'
import { sampleTransport, truthOf } from './sample-node.ts'
import { createClient } from '../src/index.ts'
import { verifier } from '../src/verify/index.ts'

const levels = ['hash', 'block', 'full'] as const

test.each(levels)('at %s a null input beside an older name for it is refused', async (level) => {
  const { input, ...rest } = plain.result as { input: string }
  const lie = { ...rest, input: null, data: input }
  const checked = report({ level, members: 'tolerant' }, plain.method, plain.params, lie)
  await expect(checked).rejects.toMatchObject({ code: 'UNVERIFIED', check: 'input' })
})

test.each(['status', 'cumulativeGasUsed'])('a %s with zeros before its digits is refused', async (name) => {
  const truth = blob.result as { [name: string]: string }
  const lie = { ...truth, [name]: truth[name]!.replace('0x', '0x0') }
  const checked = report({ level: 'full' }, blob.method, blob.params, lie)
  await expect(checked).rejects.toMatchObject({ code: 'UNVERIFIED', check: name })
})

test.each(['type', 'status', 'blockHash', 'cumulativeGasUsed'])(
  'a %s that begins with 0X is refused: a program that compares it takes it for another',
  async (name) => {
    const truth = blob.result as { [name: string]: string }
    const lie = { ...truth, [name]: truth[name]!.replace('0x', '0X') }
    const checked = report({ level: 'full' }, blob.method, blob.params, lie)
    await expect(checked).rejects.toMatchObject({ code: 'UNVERIFIED' })
  },
)

test.each(['type', 'value', 'hash'])('a transaction’s %s that begins with 0X is refused', async (name) => {
  const truth = plain.result as { [name: string]: string }
  const lie = { ...truth, [name]: truth[name]!.replace('0x', '0X') }
  const checked = report({ level: 'full' }, plain.method, plain.params, lie)
  await expect(checked).rejects.toMatchObject({ code: 'UNVERIFIED' })
})

/** A value with the hex in it in upper case. */
const inUpperCase = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' ? `0x${part.slice(2).toUpperCase()}` : part,
  )

test.each([
  ['plain', plain],
  ['blob', blob],
  ['whole', whole],
])(
  'a node that writes all it says in upper case proves nothing at full: %s',
  async (_, { method, params }) => {
    const transport = sampleTransport((...asked) => ({ lie: inUpperCase(truthOf(...asked)) }))
    const ask = (level: 'block' | 'full') =>
      (createClient({ transport, verify: verifier({ level, trust: 'none' }) }) as any)[method](...params)
    const error = await failure(ask('full'))
    expect(error).toMatchObject({ code: 'UNVERIFIED', expected: String(error.actual).toLowerCase() })
    expect(error.message).toMatch(/ in its form\.$/)
    expect(await ask('block')).toEqual(inUpperCase(truthOf(method, params)))
  },
)

test('at hash and block a quantity may begin with zeros, as some nodes write r and s; at full it may not', async () => {
  const truth = plain.result as { r: string }
  const lie = { ...truth, r: truth.r.replace('0x', '0x0') }
  for (const level of ['hash', 'block'] as const)
    expect((await report({ level }, plain.method, plain.params, lie)).proven).toContain('/r')
  for (const members of ['exact', 'tolerant'] as const)
    await expect(report({ level: 'full', members }, plain.method, plain.params, lie)).rejects.toMatchObject({
      code: 'UNVERIFIED',
      check: 'r',
      expected: truth.r,
      actual: lie.r,
      message: `r is "${lie.r}", not "${truth.r}".`,
    })
})

test('a lie whose difference is cut off is named by its form', async () => {
  const [{ method, params, result }] = truths.filter(
    ({ method, result }) =>
      method === plain.method &&
      /[a-f]$/.test((result as Json)['input'] as string) &&
      ((result as Json)['input'] as string).length > 100,
  ) as [(typeof truths)[number]]
  const { input } = result as { input: string }
  const lie = { ...(result as Json), input: input.slice(0, -1) + input.at(-1)!.toUpperCase() }
  await expect(report({ level: 'full' }, plain.method, params, lie)).rejects.toMatchObject({
    check: 'input',
    message: expect.stringMatching(/^input is "0x.*, not "0x.* in its form\.$/),
  })
  expect(method).toBe(plain.method)
})
