import {
  type Difference,
  describeLevels,
  discoverDocument,
  explainUnchecked,
  groupResults,
  httpTarget,
  isLoopback,
  isUnexpected,
  plan,
  readDocument,
  readEvidence,
  type Report,
  reportHtml,
  reportJson,
  type Result,
  run,
  selectChecks,
  smallSample,
} from '@lectern/conformance/engine'
import { document } from '@lectern/spec'
import { explain } from './explain.ts'
import type { End, Fault, Found, News, Order } from './messages.ts'

// The thread of the judge: the engine runs here, so that no check holds the page up.

const say = (news: News): void => postMessage(news)

/** The checks that a page cannot make: verbs, types and headers of HTTP. */
const skipped = 'http/*'
/** Milliseconds for which findings are collected, so that the page is drawn some times per second. */
const pause = 100

let last: { readonly run: number; readonly results: Map<string, Result>; report?: Report } | undefined
let control = new AbortController()

function describePlan(): void {
  const all = plan(document)
  const checks = selectChecks(all, { skip: skipped })
  const rules = groupResults({ results: checks }).map(({ rule, meaning, results }) => ({
    name: rule,
    meaning,
    checks: results.length,
  }))
  say({ kind: 'planned', rules, leftOut: all.length - checks.length })
}

async function start({
  run: id,
  address,
  limits,
  document: source,
}: Order & { kind: 'start' }): Promise<void> {
  const { timeout = 10, requests: most, rate } = limits
  const results = new Map<string, Result>()
  const current: NonNullable<typeof last> = { run: id, results }
  last = current
  control = new AbortController()
  const { signal } = control
  const fresh: Found[] = []
  let requests = 0
  const flush = (): void => {
    if (fresh.length > 0) say({ kind: 'found', run: id, found: fresh.splice(0), requests })
  }
  const timer = setInterval(flush, pause)
  try {
    const target = httpTarget(address, { timeout: timeout * 1_000 })
    const judged = source === 'discover' ? await discoverDocument(target) : document
    const sizes = isLoopback(address) ? {} : smallSample
    const checks = plan(judged, { ...sizes, lint: source === 'discover', reading: 'lenient' })
    methods = new Set(readDocument(judged).document.methods.map(({ name }) => name))
    const report = await run(checks, target, {
      document: judged,
      ...(most !== undefined && { requests: most }),
      ...(rate !== undefined && { rate }),
      skip: skipped,
      signal,
      onEvent(event) {
        if (event.type !== 'checked') return
        requests = event.requests
        results.set(event.result.id, event.result)
        fresh.push(toFound(event.result))
      },
    })
    current.report = report
    say({ kind: 'ended', run: id, end: describeEnd(report), found: report.results.map(toFound) })
  } catch (error) {
    flush()
    say({ kind: 'broken', run: id, sentence: await explain(error, address, timeout) })
  } finally {
    clearInterval(timer)
  }
}

function describeEnd(report: Report): End {
  const { results, summary } = report
  const { requests, milliseconds } = summary
  const failures = results.filter(isUnexpected).length
  const unchecked = explainUnchecked(report)
  const facts = { requests, milliseconds }
  const of = `of ${results.length} checks`
  if (failures > 0) {
    const rest = `${of}: ${describeLevels(results)}. ${unchecked ?? ''}`
    return { outcome: 'failed', head: `${failures} failed`, rest, ...facts }
  }
  if (unchecked !== undefined)
    return { outcome: 'open', head: 'Not all was checked.', rest: unchecked, ...facts }
  const skips = summary.skipped === 0 ? '' : `, ${summary.skipped} could not be made`
  return { outcome: 'passed', head: 'No failure', rest: `in ${results.length} checks${skips}.`, ...facts }
}

let methods: ReadonlySet<string | undefined> = new Set()

/** The places of a finding that are listed at once; all are in its answer. */
const mostFaults = 3

function toFound(result: Result): Found {
  const { id, level, sentence, source, verdict, reason, differences = [], request, response } = result
  const method = id.split('/')[1]
  // A reason often names the differences again.
  const isOwn = (line: string): boolean => !differences.some(({ path }) => line.startsWith(`${path}: `))
  return {
    id,
    level,
    sentence,
    source,
    verdict,
    method: methods.has(method) ? method : undefined,
    reason: reason?.split('\n').filter(isOwn).join('\n').slice(0, 1_000) || undefined,
    faults: differences.slice(0, mostFaults).map(toFault),
    furtherFaults: Math.max(0, differences.length - mostFaults),
    isAsked: request !== undefined,
    isSilent: request !== undefined && response === undefined,
  }
}

const toFault = ({ path, ...sides }: Difference): Fault => ({
  path: path.slice(0, 300),
  actual: 'actual' in sides ? quote(sides.actual) : undefined,
  expected: 'expected' in sides ? quote(sides.expected) : undefined,
  isKnown: 'expected' in sides,
})

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length <= 300 ? text : `${text.slice(0, 300)}… (${text.length} characters)`
}

/** Only these reporters: all six would be a tenth of the thread's bytes. */
const writers = { json: reportJson, html: reportHtml }

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'start') void start(data)
  if (data.kind === 'stop') control.abort()
  if (last === undefined || !('run' in data) || data.run !== last.run) return
  if (data.kind === 'show') {
    const result = last.results.get(data.id)
    const evidence = result && readEvidence(result)
    say({ ...data, kind: 'shown', shown: evidence && { evidence, curl: result?.curl } })
  }
  if (data.kind === 'save' && last.report)
    say({ ...data, kind: 'saved', text: writers[data.format](last.report) })
})

describePlan()
