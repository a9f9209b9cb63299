import type { CoverageRow, Report, Result, Verdict } from '../src/report/report.ts'

/** Text of a hostile endpoint: markup, an end of a script, a fence, control characters, half a surrogate pair. */
export const hostile =
  '"><script>document.title="owned"</script><img src=x onerror="document.title=\'owned\'"> ]]> ``` \u0000\u001B[31m\uD800 & | *'

const result = (id: string, verdict: Verdict, more: Partial<Result> = {}): Result => ({
  id,
  level: 'MUST',
  sentence: 'The rule.',
  source: 'JSON-RPC 2.0',
  verdict,
  seed: 7,
  milliseconds: 5,
  ...more,
})

const url = 'http://127.0.0.1:8545/'
const ask = (request: string, response: string): Partial<Result> => ({
  request,
  response,
  curl: `curl -s '${url}' -H 'content-type: application/json' --data-binary '${request}'`,
})

const results: readonly Result[] = [
  result('protocol/S01', 'passed'),
  result('protocol/S02', 'failed', {
    sentence: 'The id of a response is the id of its call.',
    source: 'JSON-RPC 2.0, section 5',
    reason: 'id must be "x", not 1\nand more',
    ...ask('{"jsonrpc":"2.0","id":"x","method":"eth_chainId"}', '{"jsonrpc":"2.0","id":1,"result":"0x1"}'),
  }),
  result('protocol/S03', 'failed', {
    level: 'SHOULD',
    sentence: 'A response is JSON.',
    reason: `the response is not JSON: ${hostile}`,
    ...ask(`{"it's":"here"}`, hostile),
  }),
  result('protocol/S04', 'failed', { level: 'MAY', reason: 'no response', ...ask('{}', '') }),
  result('proof/eth_getTransactionReceipt/gasUsed', 'failed', {
    sentence: 'gasUsed is what this transaction added to cumulativeGasUsed.',
    source: 'EIP-658',
    reason: '/result/gasUsed: expected "0x5208", got "0x5209"\n/result/type: expected "0x2", got nothing',
    differences: [
      { path: '/result/gasUsed', expected: '0x5208', actual: '0x5209' },
      { path: '/result/type', expected: '0x2' },
    ],
    ...ask(
      '{"jsonrpc":"2.0","id":5,"method":"eth_getTransactionReceipt","params":["0x12"]}',
      '{"jsonrpc":"2.0","id":5,"result":{"status":"0x1","gasUsed":"0x5209","logs":[]}}',
    ),
  }),
  result('proof/eth_getBlockByNumber/logsBloom', 'failed', {
    sentence: 'logsBloom is the union of the receipts’ blooms.',
    source: 'Yellow Paper, section 4.4.1',
    reason: 'expected "0x00", got "0x01"',
    differences: [{ path: '/result/logsBloom', expected: '0x00', actual: '0x01' }],
    ...ask('{"jsonrpc":"2.0","id":6}', '{"jsonrpc":"2.0","id":6,"result":{"logsBloom":"0x01"}}'),
  }),
  result('agree/a', 'known', {
    level: 'SHOULD',
    reason: 'error -32000 "safe block not found"',
    known: {
      by: 'dialect',
      name: 'geth',
      sentence: 'Before a forkchoice, safe is an error.',
      source: 'execution-apis#879',
    },
    ...ask('{"id":7}', '{"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"safe block not found"}}'),
  }),
  result('agree/b', 'stale', {
    reason: 'the list of known failures names it, but it passes',
    known: { by: 'list', name: 'agree/*' },
  }),
  result('link/a/b', 'skipped', { reason: 'nothing leads there' }),
  result('link/a/c', 'skipped', { reason: 'nothing leads there' }),
  result('exchange/a', 'passed', { identical: true }),
  result('exchange/b', 'passed', { identical: false }),
  result('exchange/c', 'failed', { reason: 'line 2: /result: expected 1, got 2' }),
]

const coverage: readonly CoverageRow[] = [
  { method: 'eth_getTransactionReceipt', checks: 12, judged: 12 },
  { method: 'eth_getBlockByNumber', checks: 40, judged: 3 },
]

/** A report with each verdict, both kinds of comparison, and hostile answers. */
export const sampleReport: Report = {
  target: url,
  document: { title: 'Lectern', version: '0.1.0', methods: 9, problems: [], notes: [], uncalled: [] },
  started: '2026-01-02T03:04:05.000Z',
  seed: 7,
  level: 'MAY',
  mode: 'strict',
  dialect: 'geth',
  results,
  coverage,
  summary: { passed: 3, failed: 6, known: 1, skipped: 2, stale: 1, requests: 12, milliseconds: 1234 },
}

/** A report of a run in which every check passed. */
export const soundReport: Report = {
  ...sampleReport,
  results: results.filter(({ verdict }) => verdict === 'passed'),
  summary: { passed: 3, failed: 0, known: 0, skipped: 0, stale: 0, requests: 12, milliseconds: 1234 },
}
