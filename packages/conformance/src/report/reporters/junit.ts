import { countVerdicts, isUnexpected, type Report, type Result, type Verdict } from '../report.ts'
import { groupResults, type Group } from './verdict.ts'
import { escapeMarkup, showText } from '../../document/shown-text.ts'
import { describeResult } from './text.ts'

/** A report as JUnit XML, as Jenkins and most CI services read it: a suite for each rule, a case for each check. */
export function reportJunit(report: Report): string {
  const { target, results, summary } = report
  const attributes = total(`conformance of ${target ?? 'the endpoint'}`, results, summary.milliseconds)
  const suites = groupResults(results).map((group) => suite(group, report))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}\n`
}

function suite({ rule, results }: Group, { started, seed, level, mode }: Report): string {
  const milliseconds = results.reduce((sum, result) => sum + result.milliseconds, 0)
  const { skipped, known } = countVerdicts(results)
  const attributes = {
    ...total(rule, results, milliseconds),
    skipped: skipped + known,
    timestamp: started.replace(/\.\d+Z$/, ''), // the schemas of JUnit know no fraction and no zone
  }
  const named = Object.entries({ seed, level, mode })
  const properties = named.map(([name, value]) => element('property', { name, value }))
  return element('testsuite', attributes, [element('properties', {}, properties), ...results.map(testcase)])
}

const total = (name: string, results: readonly Result[], milliseconds: number) => ({
  name,
  tests: results.length,
  failures: results.filter(isUnexpected).length,
  errors: 0,
  time: seconds(milliseconds),
})

function testcase(result: Result): string {
  const { id, sentence, milliseconds, verdict } = result
  const classname = `conformance.${id.split('/').slice(0, -1).join('.') || id}`
  const attributes = { classname, name: `${id}: ${sentence}`, time: seconds(milliseconds) }
  return element('testcase', attributes, outcomes[verdict](result))
}

function fails(result: Result): string[] {
  const attributes = { type: result.level, message: result.reason?.split('\n')[0] ?? '' }
  return [element('failure', attributes, describeResult(result))]
}

// A known deviation makes no run fail: JUnit has no other word for it.
const outcomes: Record<Verdict, (result: Result) => string[]> = {
  passed: () => [],
  failed: fails,
  stale: fails,
  skipped: ({ reason = '' }) => [element('skipped', {}, reason)],
  known: ({ reason = '', known }) => [
    element('skipped', {}, `known (${known?.name}): ${known?.sentence ?? ''} ${reason}`),
  ],
}

// A text is escaped, a list of elements goes in as it is.
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(String(value))}"`)
  const inner = typeof content === 'string' ? escape(content) : content.map((child) => `\n${child}`).join('')
  const body = inner === '' ? '/>' : `>${inner}${typeof content === 'string' ? '' : '\n'}</${name}>`
  return `<${name}${list.join('')}${body}`
}

const escape = (text: string) => escapeMarkup(showText(text, 10_000))

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(3)
