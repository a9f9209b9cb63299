import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { miniTarget } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'
import { sampleReport, soundReport } from '../../../test/sample-report.ts'
import { plan } from '../../rules/plan.ts'
import { run } from '../../run.ts'
import { describeResult, reportText } from './text.ts'

test('the text has a line for each rule, each failure whole, what is known and skipped and why, coverage, and a summary', () => {
  expect(reportText(sampleReport)).toMatchInlineSnapshot(`
    "– link      0 passed, 2 skipped
    ! agree     0 passed, 1 stale, 1 known
    ✗ proof     0 passed, 2 failed
    ✗ exchange  2 passed, 1 failed
    ✗ protocol  1 passed, 3 failed

    ! MUST agree/b
        The rule. (JSON-RPC 2.0)
        the list of known failures names it, but it passes

    ✗ MUST proof/eth_getTransactionReceipt/gasUsed
        gasUsed is what this transaction added to cumulativeGasUsed. (EIP-658)
        /result/gasUsed: expected "0x5208", got "0x5209"
        /result/type: expected "0x2", got nothing
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":5,"method":"eth_getTransactionReceipt","params":["0x12"]}'
        response (✗ found, ✓ expected):
          {
            "jsonrpc": "2.0",
            "id": 5,
            "result": {
              "status": "0x1",
        ✗     "gasUsed": "0x5209",
        ✓     "gasUsed": "0x5208",
              "logs": [],
        ✓     "type": "0x2"
            }
          }

    ✗ MUST proof/eth_getBlockByNumber/logsBloom
        logsBloom is the union of the receipts’ blooms. (Yellow Paper, section 4.4.1)
        expected "0x00", got "0x01"
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":6}'
        response (✗ found, ✓ expected):
          {
            "jsonrpc": "2.0",
            "id": 6,
            "result": {
        ✗     "logsBloom": "0x01"
        ✓     "logsBloom": "0x00"
            }
          }

    ✗ MUST exchange/c
        The rule. (JSON-RPC 2.0)
        line 2: /result: expected 1, got 2

    ✗ MUST protocol/S02
        The id of a response is the id of its call. (JSON-RPC 2.0, section 5)
        id must be "x", not 1
        and more
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":"x","method":"eth_chainId"}'
        response: {"jsonrpc":"2.0","id":1,"result":"0x1"}

    ✗ SHOULD protocol/S03
        A response is JSON. (JSON-RPC 2.0)
        the response is not JSON: "><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> ]]> \`\`\` \\u0000\\u001b[31m� & | *
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"it's":"here"}'
        response: "><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> ]]> \`\`\` \\u0000\\u001b[31m� & | *

    ✗ MAY protocol/S04
        The rule. (JSON-RPC 2.0)
        no response
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{}'
        response: (empty)

    known:
    - Before a forkchoice, safe is an error. (execution-apis#879): agree/a

    skipped:
    - nothing leads there: link/a/b, link/a/c

    exchanges: 2 of 3 equal, 1 byte for byte

    coverage: 1 of 2 methods had a verdict of each check; in part: eth_getBlockByNumber 3 of 40

    3 passed, 6 failed, 1 stale, 1 known, 2 skipped; 5 MUST, 1 SHOULD, 1 MAY; Lectern 0.1.0; 12 requests in 1.2 s, seed 7; dialect geth; http://127.0.0.1:8545/
    "
  `)
})

test('a sound endpoint has a line for each rule, and the summary', () => {
  expect(reportText(soundReport)).toMatchInlineSnapshot(`
    "✓ exchange  2 passed
    ✓ protocol  1 passed

    exchanges: 2 of 2 equal, 1 byte for byte

    coverage: 1 of 2 methods had a verdict of each check; in part: eth_getBlockByNumber 3 of 40

    3 passed, 0 failed; Lectern 0.1.0; 12 requests in 1.2 s, seed 7; dialect geth; http://127.0.0.1:8545/
    "
  `)
})

test('no control character of a response reaches the terminal', () => {
  // oxlint-disable-next-line no-control-regex
  expect(reportText(sampleReport)).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/)
})

// GitHub's runner takes `::error::` for a command wherever a line of a log begins with it, blanks not looked at.
test.each<[string, (id: unknown) => unknown]>([
  ['what is not JSON', () => '\n::error file=a.js::pwned\n'],
  ['an error', (id) => ({ jsonrpc: '2.0', id, error: { code: -1, message: '\n::error::pwned\n' } })],
  ['a name', (id) => ({ jsonrpc: '2.0', id, result: { ['\n::error::pwned\n']: '\n::error::pwned\n' } })],
])('no line break of a response begins a line of the report: %s', async (_, answer) => {
  const { send } = miniTarget(makePaperChain(), {
    body: ({ id } = {}, text) =>
      /discover/.test(text) ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'x' } } : answer(id ?? 1),
  })
  const report = await run(plan(document), { send })
  expect(report.summary.failed).toBeGreaterThan(100)
  const text = reportText(report)
  expect(text).toContain('::error')
  expect(text.split('\n').filter((line) => /^\s*::/.test(line))).toEqual([])
})

test('a report without results is still a report', () => {
  const text = reportText({ ...soundReport, results: [], coverage: [] })
  expect(text).toMatchInlineSnapshot(`
    "0 passed, 0 failed; Lectern 0.1.0; 12 requests in 1.2 s, seed 7; dialect geth; http://127.0.0.1:8545/
    "
  `)
})

test('a failure alone is shown as in the report', () => {
  const [, , failure] = sampleReport.results
  expect(reportText(sampleReport)).toContain(describeResult(failure!))
})
