import { expect, test } from 'vitest'
import { sampleReport, soundReport } from '../../../test/sample-report.ts'
import { reportMarkdown } from './markdown.ts'

test('the matrix, each failure with its differences and curl line, and what was never seen', () => {
  expect(reportMarkdown(sampleReport)).toMatchInlineSnapshot(`
    "## Conformance of \`http://127.0.0.1:8545/\`

    **✗ 7 of 13 checks failed: 5 MUST, 1 SHOULD, 1 MAY** (12 requests in 1.2 s, seed 7, dialect geth)

    | rule | what is checked | ✗ failed | ! stale | ≈ known | – skipped | ✓ passed |
    | --- | --- | --: | --: | --: | --: | --: |
    | \`link\` | the document’s links lead from blocks to transactions to receipts |  |  |  | 2 |  |
    | \`agree\` | two responses about one thing agree |  | 1 | 1 |  |  |
    | \`proof\` | hashes, roots, blooms, senders and derived fields, computed again | 2 |  |  |  |  |
    | \`exchange\` | recorded exchanges, compared as hive does | 1 |  |  |  | 2 |
    | \`protocol\` | JSON-RPC 2.0: ids, envelopes, notifications, batches, parse errors | 3 |  |  |  | 1 |

    <details><summary>! MUST <code>agree/b</code></summary>

    The rule. (JSON-RPC 2.0)

    \`\`\`
    the list of known failures names it, but it passes
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>proof/eth_getTransactionReceipt/gasUsed</code></summary>

    gasUsed is what this transaction added to cumulativeGasUsed. (EIP-658)

    \`\`\`
    /result/gasUsed: expected "0x5208", got "0x5209"
    /result/type: expected "0x2", got nothing
    \`\`\`

    \`\`\`diff
      {
        "jsonrpc": "2.0",
        "id": 5,
        "result": {
          "status": "0x1",
    -     "gasUsed": "0x5209",
    +     "gasUsed": "0x5208",
          "logs": [],
    +     "type": "0x2"
        }
      }
    \`\`\`

    \`\`\`sh
    curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":5,"method":"eth_getTransactionReceipt","params":["0x12"]}'
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>proof/eth_getBlockByNumber/logsBloom</code></summary>

    logsBloom is the union of the receipts’ blooms. (Yellow Paper, section 4.4.1)

    \`\`\`
    expected "0x00", got "0x01"
    \`\`\`

    \`\`\`diff
      {
        "jsonrpc": "2.0",
        "id": 6,
        "result": {
    -     "logsBloom": "0x01"
    +     "logsBloom": "0x00"
        }
      }
    \`\`\`

    \`\`\`sh
    curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":6}'
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>exchange/c</code></summary>

    The rule. (JSON-RPC 2.0)

    \`\`\`
    line 2: /result: expected 1, got 2
    \`\`\`

    </details>

    <details><summary>✗ MUST <code>protocol/S02</code></summary>

    The id of a response is the id of its call. (JSON-RPC 2.0, section 5)

    \`\`\`
    id must be "x", not 1
    and more
    \`\`\`

    \`\`\`diff
      {
        "jsonrpc": "2.0",
        "id": 1,
        "result": "0x1"
      }
    \`\`\`

    \`\`\`sh
    curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":"x","method":"eth_chainId"}'
    \`\`\`

    </details>

    <details><summary>✗ SHOULD <code>protocol/S03</code></summary>

    A response is JSON. (JSON-RPC 2.0)

    \`\`\`\`
    the response is not JSON: "><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> ]]> \`\`\` \\u0000\\u001b[31m� & | *
    \`\`\`\`

    \`\`\`\`diff
      "><script>document.title="owned"</script><img src=x onerror="document.title='owned'"> ]]> \`\`\` \\u0000\\u001b[31m� & | *
    \`\`\`\`

    \`\`\`sh
    curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"it's":"here"}'
    \`\`\`

    </details>

    <details><summary>✗ MAY <code>protocol/S04</code></summary>

    The rule. (JSON-RPC 2.0)

    \`\`\`
    no response
    \`\`\`

    \`\`\`diff
      (empty)
    \`\`\`

    \`\`\`sh
    curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{}'
    \`\`\`

    </details>

    <details><summary>Coverage: 1 of 2 methods had a verdict of each check.</summary>

    - \`eth_getBlockByNumber\` 3 of 40

    </details>
    "
  `)
})

test('a sound endpoint has the matrix alone', () => {
  expect(reportMarkdown({ ...soundReport, coverage: [sampleReport.coverage[0]!] })).toMatchInlineSnapshot(`
    "## Conformance of \`http://127.0.0.1:8545/\`

    **✓ no failure in 3 checks** (12 requests in 1.2 s, seed 7, dialect geth)

    | rule | what is checked | ✗ failed | ✓ passed |
    | --- | --- | --: | --: |
    | \`exchange\` | recorded exchanges, compared as hive does |  | 2 |
    | \`protocol\` | JSON-RPC 2.0: ids, envelopes, notifications, batches, parse errors |  | 1 |

    Coverage: 1 of 1 methods had a verdict of each check.
    "
  `)
})

test('a fence is longer than any in a response, so that nothing in it is Markdown', () => {
  const failure = { ...sampleReport.results[1]!, reason: 'a\n````\n# owned' }
  const lines = reportMarkdown({ ...sampleReport, results: [failure] }).split('\n')
  const from = lines.indexOf('`````')
  expect(lines.slice(from, from + 5)).toEqual(['`````', 'a', '````', '# owned', '`````'])
})

test('fifty failures are shown in detail, the rest counted', () => {
  const failures = Array.from({ length: 60 }, () => sampleReport.results[1]!)
  const text = reportMarkdown({ ...sampleReport, results: failures })
  expect(text.match(/<summary>✗/g)).toHaveLength(50)
  expect(text).toContain('… and 10 more failures.')
})
