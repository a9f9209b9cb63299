import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import draft4 from 'ajv-draft-04'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { sampleReport, soundReport } from '../../../test/sample-report.ts'
import { reportSarif } from './sarif.ts'

// Both are CommonJS, whose types put the constructor one level deeper than Node does.
const Ajv = draft4 as unknown as typeof draft4.default
const addFormats = formats as unknown as typeof formats.default

const path = createRequire(import.meta.url).resolve(
  '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
)
const ajv = new Ajv({ strict: false, unicodeRegExp: false }) // a pattern of the schema is no Unicode one
addFormats(ajv as unknown as Parameters<typeof addFormats>[0])
const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')))

test.each([
  ['a report with every verdict', sampleReport],
  ['a sound report', soundReport],
  ['a report of no address, without results', { ...soundReport, target: undefined, results: [] }],
])('the schema of SARIF 2.1.0 accepts %s', (_, report) => {
  const log = JSON.parse(reportSarif(report as typeof soundReport))
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true)
})

test('the schema refuses a result without a message', () => {
  const log = JSON.parse(reportSarif(sampleReport))
  delete log.runs[0].results[0].message
  expect(validate(log)).toBe(false)
})

test('failures are results at the level of their rule, known deviations are suppressed, the rest are notes', () => {
  const { results, tool, invocations } = JSON.parse(reportSarif(sampleReport)).runs[0]
  const rows = results.map((result: Record<string, unknown>) => [
    result['ruleId'],
    result['level'],
    'suppressions' in result,
  ])
  expect(rows).toMatchInlineSnapshot(`
    [
      [
        "protocol/S02",
        "error",
        false,
      ],
      [
        "protocol/S03",
        "warning",
        false,
      ],
      [
        "protocol/S04",
        "note",
        false,
      ],
      [
        "proof/eth_getTransactionReceipt/gasUsed",
        "error",
        false,
      ],
      [
        "proof/eth_getBlockByNumber/logsBloom",
        "error",
        false,
      ],
      [
        "agree/a",
        "note",
        true,
      ],
      [
        "agree/b",
        "error",
        false,
      ],
      [
        "exchange/c",
        "error",
        false,
      ],
    ]
  `)
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
  expect(invocations[0].toolExecutionNotifications).toHaveLength(2)
  expect(invocations[0].exitCode).toBe(1)
})

test('one result, whole', () => {
  const { results } = JSON.parse(reportSarif(sampleReport)).runs[0]
  expect(results[3]).toMatchInlineSnapshot(`
    {
      "kind": "fail",
      "level": "error",
      "locations": [
        {
          "logicalLocations": [
            {
              "fullyQualifiedName": "proof/eth_getTransactionReceipt/gasUsed",
              "kind": "member",
            },
          ],
          "physicalLocation": {
            "artifactLocation": {
              "uri": "openrpc.json",
            },
            "region": {
              "startLine": 1,
            },
          },
        },
      ],
      "message": {
        "text": "gasUsed is what this transaction added to cumulativeGasUsed. /result/gasUsed: expected "0x5208", got "0x5209"
    /result/type: expected "0x2", got nothing
    curl -s 'http://127.0.0.1:8545/' -H 'content-type: application/json' --data-binary '{"jsonrpc":"2.0","id":5,"method":"eth_getTransactionReceipt","params":["0x12"]}'",
      },
      "partialFingerprints": {
        "checkId/v1": "proof/eth_getTransactionReceipt/gasUsed",
      },
      "properties": {
        "seed": 7,
        "verdict": "failed",
      },
      "ruleId": "proof/eth_getTransactionReceipt/gasUsed",
      "ruleIndex": 4,
      "webRequest": {
        "body": {
          "text": "{"jsonrpc":"2.0","id":5,"method":"eth_getTransactionReceipt","params":["0x12"]}",
        },
        "method": "POST",
        "protocol": "http",
        "target": "http://127.0.0.1:8545/",
      },
      "webResponse": {
        "body": {
          "text": "{"jsonrpc":"2.0","id":5,"result":{"status":"0x1","gasUsed":"0x5209","logs":[]}}",
        },
      },
    }
  `)
})
