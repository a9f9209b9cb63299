import { document } from '@lectern/spec'
import { arbitrary, mutants } from '@lectern/spec/arbitraries'
import * as generated from '@lectern/spec/validators'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkValue, describeIssue } from './value-check.ts'

describe('D1 what the document says of a value is read alike from it and by the generated validators', () => {
  const results: Readonly<Record<string, (value: unknown, mode?: 'strict' | 'tolerant') => unknown>> = {
    ...generated.results,
    ...generated.companionResults,
  }
  test.each(document.methods.map(({ name, result }) => [name, result.schema] as const))(
    'the result of %s, and each of its mutants',
    (name, schema) => {
      let refused = 0
      for (const value of fc.sample(arbitrary(document, schema), { seed: 1, numRuns: 30 }))
        for (const mutant of [value, ...mutants(document, schema, value).map((mutant) => mutant.value)])
          for (const mode of ['strict', 'tolerant'] as const) {
            const ours = checkValue(document, schema, mutant, { tolerant: mode === 'tolerant' })
            expect(ours === undefined, JSON.stringify([mutant, ours])).toBe(
              results[name]!(mutant, mode) === undefined,
            )
            if (ours) refused++
          }
      expect(refused).toBeGreaterThan(100)
    },
  )

  test.each(document.methods.map(({ name, params }) => [name, params] as const))(
    'the parameters of %s, and each of their mutants',
    (name, params) => {
      const checks = { ...generated.params, ...generated.companionParams }
      const isValid: (params: unknown) => unknown = checks[name as keyof typeof checks]
      const values = params.map(({ schema }) =>
        fc.sample(arbitrary(document, schema), { seed: 1, numRuns: 30 }),
      )
      for (const [index, { schema }] of params.entries())
        for (const value of values[index]!)
          for (const mutant of [value, ...mutants(document, schema, value).map((mutant) => mutant.value)])
            expect(checkValue(document, schema, mutant) === undefined).toBe(
              isValid(values.map(([first]) => first).with(index, mutant)) === undefined,
            )
    },
  )
})

test('an issue says where it is, what must hold, and what there is', () => {
  const { schema } = document.methods[1]!.result
  const [receipt] = document.methods[1]!.examples!.map(
    ({ result }) => result.value as Record<string, unknown>,
  )
  const issue = (change: Record<string, unknown>) =>
    describeIssue(checkValue(document, schema, { ...receipt, ...change })!)
  expect(issue({ gasUsed: '0x01' })).toBe(
    '/gasUsed must match pattern "^0x(0|[1-9a-f][0-9a-f]{0,63})$", not "0x01"',
  )
  expect(issue({ logs: [1] })).toBe('/logs/0 must be an object, not 1')
  expect(issue({ l1Fee: '0x0' })).toBe('the result must not have the member "l1Fee"')
  expect(issue({ root: `0x${'00'.repeat(32)}` })).toBe('the result must have exactly one of status or root')
  expect(issue({ status: '0x2' })).toBe('/status must be one of "0x0", "0x1", not "0x2"')
})

test('a transaction is checked by the type that it says it has', () => {
  const schema = { $ref: '#/components/schemas/Transaction' }
  const legacy = document.methods[0]!.examples![1]!.result.value as object
  const issue = (change: object) => checkValue(document, schema, { ...legacy, ...change })
  expect(issue({ gas: 1 })).toEqual({ path: '/gas', message: 'must be a string, not 1' })
  expect(issue({ type: '0x7e' })?.path).toBe('/type')
})
