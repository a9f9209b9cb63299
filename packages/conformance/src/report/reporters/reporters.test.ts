import { expect, test } from 'vitest'
import { sampleReport } from '../../../test/sample-report.ts'
import { reportJson } from './reporters.ts'

test('the JSON is the report, and its version', () => {
  expect(JSON.parse(reportJson(sampleReport))).toEqual({ version: 1, ...sampleReport })
})

test('the members that a reader of version 1 knows are there', () => {
  const { results, coverage, ...report } = JSON.parse(reportJson(sampleReport))
  expect(Object.keys(report)).toEqual([
    'version',
    'target',
    'document',
    'started',
    'seed',
    'level',
    'mode',
    'dialect',
    'summary',
  ])
  expect(Object.keys(results[1])).toMatchInlineSnapshot(`
    [
      "id",
      "level",
      "sentence",
      "source",
      "verdict",
      "seed",
      "milliseconds",
      "reason",
      "request",
      "response",
      "curl",
    ]
  `)
  expect(Object.keys(coverage[0])).toEqual(['method', 'checks', 'judged'])
})
