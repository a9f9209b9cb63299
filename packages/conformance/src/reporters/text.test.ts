import { expect, test } from 'vitest'
import { reportJson } from './json.ts'
import { reportText } from './text.ts'
import type { Report, Result } from '../report.ts'

const result = (id: string, verdict: Result['verdict'], more: Partial<Result> = {}): Result => ({
  id,
  level: 'MUST',
  sentence: 'The rule.',
  source: 'JSON-RPC 2.0',
  verdict,
  seed: 7,
  milliseconds: 5,
  ...more,
})
const report: Report = {
  target: 'http://127.0.0.1:8545/',
  started: '2026-01-02T03:04:05.000Z',
  seed: 7,
  level: 'MAY',
  mode: 'strict',
  coverage: { rows: [], seen: 0, declared: 0 },
  results: [
    result('protocol/S01', 'passed'),
    result('protocol/S02', 'failed', {
      reason: 'id must be "x", not 1\nand more',
      request: '{"id":"x"}',
      response: '{"id":1}',
      curl: 'curl … \'{"id":"x"}\'',
    }),
    result('protocol/S03', 'failed', { level: 'SHOULD', reason: 'no answer', response: '', curl: 'curl …' }),
    result('link/a/b', 'skipped', { reason: 'nothing leads there' }),
    result('link/a/c', 'skipped', { reason: 'nothing leads there' }),
    result('exchange/a', 'passed', { identical: true }),
    result('exchange/b', 'passed', { identical: false }),
    result('exchange/c', 'failed', { reason: 'line 2: /result: expected 1, got 2' }),
  ],
  summary: { passed: 3, failed: 3, known: 0, skipped: 2, stale: 0, requests: 12, milliseconds: 1234 },
}

test('the text has a line for each rule, each failure whole, why checks were skipped, and a summary', () => {
  expect(reportText(report)).toMatchInlineSnapshot(`
    "protocol  1 passed, 2 failed
    link      0 passed, 2 skipped
    exchange  2 passed, 1 failed

    ✗ MUST protocol/S02
        The rule. (JSON-RPC 2.0)
        id must be "x", not 1
        and more
        request: curl … '{"id":"x"}'
        answer:  {"id":1}

    ✗ SHOULD protocol/S03
        The rule. (JSON-RPC 2.0)
        no answer
        request: curl …
        answer:  (empty)

    ✗ MUST exchange/c
        The rule. (JSON-RPC 2.0)
        line 2: /result: expected 1, got 2

    skipped:
    - nothing leads there: link/a/b, link/a/c

    exchanges: 2 of 3 equal, 1 byte for byte

    3 passed, 3 failed (2 MUST, 1 SHOULD), 2 skipped; 12 requests in 1.2 s, seed 7; http://127.0.0.1:8545/
    "
  `)
})

test('the JSON is the report', () => {
  expect(JSON.parse(reportJson(report))).toEqual(report)
})

test('a report without results is still a report', () => {
  const text = reportText({ ...report, results: [] })
  expect(text).toBe('3 passed, 3 failed, 2 skipped; 12 requests in 1.2 s, seed 7; http://127.0.0.1:8545/\n')
})
