import { expect, test } from 'vitest'
import { sampleReport, soundReport } from '../../../test/sample-report.ts'
import { reportMarkdown } from './markdown.ts'

test('the rules, each failure with its differences and curl line, and what was never seen', () => {
  expect(reportMarkdown(sampleReport)).toMatchInlineSnapshot(`
    "## Conformance of <code>http://127.0.0.1:8545/</code>

    **✗ 7 of 13 checks failed: 5 MUST, 1 SHOULD, 1 MAY**

    | rule | what is checked | checks |
    | --- | --- | --- |
    | \`link\` | the document’s links lead from blocks to transactions to receipts | 0 passed, 2 skipped |
    | \`agree\` | two responses about one thing agree | 0 passed, 1 stale, 1 known |
    | \`proof\` | hashes, roots, blooms, senders and derived fields, computed again | 0 passed, 2 failed |
    | \`exchange\` | recorded exchanges, compared as hive does | 2 passed, 1 failed |
    | \`protocol\` | JSON-RPC 2.0: ids, envelopes, notifications, batches, parse errors | 1 passed, 3 failed |

    <details><summary>! MUST <code>agree/b</code></summary>

    \`\`\`
    MUST agree/b
        The rule. (JSON-RPC 2.0)
        the list of known failures names it, but it passes
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>proof/eth_getTransactionReceipt/gasUsed</code></summary>

    \`\`\`
    MUST proof/eth_getTransactionReceipt/gasUsed
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
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>proof/eth_getBlockByNumber/logsBloom</code></summary>

    \`\`\`
    MUST proof/eth_getBlockByNumber/logsBloom
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
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>exchange/c</code></summary>

    \`\`\`
    MUST exchange/c
        The rule. (JSON-RPC 2.0)
        line 2: /result: expected 1, got 2
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>protocol/S02</code></summary>

    \`\`\`
    MUST protocol/S02
        The id of a response is the id of its call. (JSON-RPC 2.0, section 5)
        id must be "x", not 1
        and more
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":"x","method":"eth_chainId"}'
        response: {"jsonrpc":"2.0","id":1,"result":"0x1"}
    \`\`\`

    </details>

    <details><summary>✗ SHOULD <code>protocol/S03</code></summary>

    \`\`\`\`
    SHOULD protocol/S03
        A response is JSON. (JSON-RPC 2.0)
        the response is not JSON: "><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> ]]> \`\`\` \\u0000\\u001b[31m� & | *
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"it's":"here"}'
        response: "><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> ]]> \`\`\` \\u0000\\u001b[31m� & | *
    \`\`\`\`

    </details>

    <details><summary>✗ MAY <code>protocol/S04</code></summary>

    \`\`\`
    MAY protocol/S04
        The rule. (JSON-RPC 2.0)
        no response
        request:  curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{}'
        response: (empty)
    \`\`\`

    </details>

    coverage: 1 of 2 methods had a verdict of each check; in part: eth_getBlockByNumber 3 of 40

    3 passed, 6 failed, 1 stale, 1 known, 2 skipped; 5 MUST, 1 SHOULD, 1 MAY; Lectern 0.1.0; 12 requests in 1.2 s, seed 7; dialect geth; http://127.0.0.1:8545/
    "
  `)
})

test('a sound endpoint has the rules alone', () => {
  expect(reportMarkdown({ ...soundReport, coverage: [sampleReport.coverage[0]!] })).toMatchInlineSnapshot(`
    "## Conformance of <code>http://127.0.0.1:8545/</code>

    **✓ no failure in 3 checks**

    | rule | what is checked | checks |
    | --- | --- | --- |
    | \`exchange\` | recorded exchanges, compared as hive does | 2 passed |
    | \`protocol\` | JSON-RPC 2.0: ids, envelopes, notifications, batches, parse errors | 1 passed |

    coverage: 1 of 1 methods had a verdict of each check

    3 passed, 0 failed; Lectern 0.1.0; 12 requests in 1.2 s, seed 7; dialect geth; http://127.0.0.1:8545/
    "
  `)
})

test('a fence is longer than any in a response, so that nothing in it is Markdown', () => {
  const failure = { ...sampleReport.results[1]!, reason: 'a\n````\n# owned' }
  const lines = reportMarkdown({ ...sampleReport, results: [failure] }).split('\n')
  const from = lines.indexOf('`````')
  expect(lines.slice(from, from + 7)).toEqual([
    '`````',
    'MUST protocol/S02',
    '    The id of a response is the id of its call. (JSON-RPC 2.0, section 5)',
    '    a',
    '    ````',
    '    # owned',
    expect.stringMatching(/^ {4}request: /),
  ])
})

test('fifty kinds of failures are shown in detail, the rest counted', () => {
  const [, failure] = sampleReport.results
  const failures = Array.from({ length: 60 }, (_, index) => ({ ...failure!, reason: 'x'.repeat(index) }))
  const text = reportMarkdown({ ...sampleReport, results: failures })
  expect(text.match(/<summary>✗/g)).toHaveLength(50)
  expect(text).toContain('… and 10 more kinds of failures.')
})
