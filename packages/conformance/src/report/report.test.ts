import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { readMethods } from '../document/document.ts'
import { coverageOf, describeCoverage, explainUnchecked, type Result, type Verdict } from './report.ts'

const result = (id: string, verdict: Result['verdict'], reason?: string): Result => ({
  id,
  verdict,
  level: 'MUST',
  sentence: 'A rule.',
  source: 'a document',
  seed: 1,
  milliseconds: 0,
  ...(reason !== undefined && { reason }),
})
const lint = result('lint/a', 'passed')
const skipped = [result('a/1', 'skipped', 'b'), result('a/2', 'skipped', 'c'), result('a/3', 'skipped', 'c')]

test('a run in which each check that asks was skipped checked nothing, whatever of the document passed', () => {
  expect(explainUnchecked({ results: [lint, ...skipped] })).toBe(
    'Nothing was checked: 3 of 3 checks that ask the endpoint were skipped, the last since c.',
  )
})

test('one verdict is something, and so is a run that was to ask nothing', () => {
  for (const verdict of ['passed', 'failed', 'known', 'stale'] as const)
    expect(explainUnchecked({ results: [...skipped, result('b/1', verdict)] })).toBeUndefined()
  expect(explainUnchecked({ results: [lint] })).toBeUndefined()
})

test('a run that the endpoint ended is reported, as far as checks were skipped', () => {
  const ended = 'it says that it is asked too much'
  expect(explainUnchecked({ results: [lint, result('b/1', 'passed'), ...skipped], ended })).toBe(
    `Checked in part only: 3 of 4 checks that ask the endpoint were skipped, since ${ended}.`,
  )
  expect(explainUnchecked({ results: [result('b/1', 'passed')], ended })).toBeUndefined()
})

const coverage = (...verdicts: [id: string, verdict: Verdict][]) =>
  coverageOf(
    readMethods(document),
    verdicts.map(([id, verdict]) => result(id, verdict)),
  )

test('a row counts the checks of a method, and those with a verdict', () => {
  const rows = coverage(
    ['valid/eth_getBlockByNumber/0/latest', 'passed'],
    ['schema/eth_getBlockByNumber/Block/hash', 'failed'],
    ['link/eth_getBlockByNumber/transactions', 'known'],
    ['invalid/eth_getBlockByNumber/0', 'stale'],
    ['proof/eth_getBlockByNumber/size', 'skipped'],
    ['schema/eth_getTransactionReceipt/Receipt/type', 'passed'],
  )
  expect(rows).toEqual([
    { method: 'eth_getTransactionReceipt', checks: 1, judged: 1 },
    { method: 'eth_getBlockByNumber', checks: 5, judged: 4 },
  ])
  expect(describeCoverage(rows)).toBe('1 of 2')
})

test('what is about no method, and what judges the document, has no row', () => {
  expect(coverage(['protocol/S01', 'passed'], ['lint/eth_getBlockByNumber/name', 'passed'])).toEqual([])
})

test('a method whose checks were all skipped has a row, but for a companion', () => {
  expect(
    coverage(['envelope/eth_getBlockByHash', 'skipped'], ['envelope/eth_getBlockByNumber', 'skipped']),
  ).toEqual([{ method: 'eth_getBlockByNumber', checks: 1, judged: 0 }])
})
