import { countVerdicts, type Report, type Result, type Verdict } from '../report.ts'
import { groupResults, type Group } from './verdict.ts'
import { escapeMarkup, showText } from '../../document/shown-text.ts'
import { describeResult } from './text.ts'

/** A report as JUnit XML, as Jenkins and most CI services read it: a suite for each rule, a case for each check. */
export function reportJunit(report: Report): string {
  const { failed, stale } = report.summary
  const attributes = {
    name: `conformance of ${report.target ?? 'the endpoint'}`,
    tests: report.results.length,
    failures: failed + stale,
    errors: 0,
    time: seconds(report.summary.milliseconds),
  }
  const suites = groupResults(report).map((group) => suite(group, report))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites)}\n`
}

function suite({ rule, results }: Group, { started, seed, level, mode }: Report): string {
  const count = countVerdicts(results)
  const attributes = {
    name: rule,
    tests: results.length,
    failures: count.failed + count.stale,
    errors: 0,
    skipped: count.skipped + count.known,
    time: seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0)),
    timestamp: started.replace(/\.\d+Z$/, ''), // the schemas of JUnit know no fraction and no zone
  }
  const properties = Object.entries({ seed, level, mode }).map(([name, value]) =>
    element('property', { name, value }),
  )
  return element('testsuite', attributes, [element('properties', {}, properties), ...results.map(testcase)])
}

function testcase(result: Result): string {
  const { id, sentence, milliseconds, verdict } = result
  const classname = `conformance.${id.split('/').slice(0, -1).join('.') || id}`
  return element(
    'testcase',
    { classname, name: `${id}: ${sentence}`, time: seconds(milliseconds) },
    outcomes[verdict](result),
  )
}

const fails = (result: Result) => [
  element(
    'failure',
    { type: result.level, message: result.reason?.split('\n')[0] ?? '' },
    describeResult(result),
  ),
]

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
