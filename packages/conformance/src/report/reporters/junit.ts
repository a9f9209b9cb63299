import { countVerdicts, isUnexpected, type Report, type Result } from '../report.ts'
import { h, toMarkup, type Element } from './markup.ts'
import { groupResults, type Group } from './verdict.ts'
import { describeResult } from './text.ts'

/** A report as JUnit XML, as Jenkins and most CI services read it: a suite for each rule, a case for each check. */
export function reportJunit(report: Report): string {
  const { target, results, summary } = report
  const attributes = total(`conformance of ${target ?? 'the endpoint'}`, results, summary.milliseconds)
  const suites = groupResults(results).map((group) => suite(group, report))
  return `<?xml version="1.0" encoding="UTF-8"?>\n${toMarkup(h('testsuites', suites, attributes))}\n`
}

function suite({ rule, results }: Group, { started }: Report): Element {
  const milliseconds = results.reduce((sum, result) => sum + result.milliseconds, 0)
  const { skipped, known } = countVerdicts(results)
  const attributes = {
    ...total(rule, results, milliseconds),
    skipped: skipped + known,
    timestamp: started.replace(/\.\d+Z$/, ''), // the schemas of JUnit know no fraction and no zone
  }
  return h('testsuite', results.map(testcase), attributes)
}

const total = (name: string, results: readonly Result[], milliseconds: number) => ({
  name,
  tests: results.length,
  failures: results.filter(isUnexpected).length,
  errors: 0,
  time: seconds(milliseconds),
})

function testcase(result: Result): Element {
  const { id, sentence, milliseconds } = result
  const classname = `conformance.${id.split('/').slice(0, -1).join('.') || id}`
  const time = seconds(milliseconds)
  return h('testcase', outcome(result), { classname, name: `${id}: ${sentence}`, time })
}

function outcome(result: Result): Element | undefined {
  const { verdict, level, reason = '', known } = result
  if (verdict === 'passed') return undefined
  if (isUnexpected(result))
    return h('failure', describeResult(result), { type: level, message: reason.split('\n')[0] })
  // A known deviation makes no run fail: JUnit has no other word for it.
  return h('skipped', known ? `known (${known.name}): ${known.sentence ?? ''} ${reason}` : reason)
}

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(3)
