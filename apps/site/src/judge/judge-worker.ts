import {
  type Check,
  discoverDocument,
  groupResults,
  httpTarget,
  isLoopback,
  isUnexpected,
  plan,
  run,
  selectChecks,
  smallSample,
} from '@lectern/conformance/engine'
import { document } from '@lectern/spec'
import { explain } from './explain.ts'
import type { News, Order } from './messages.ts'

// The thread of the judge: the engine runs here, so that no check holds the page up.

const say = (news: News): void => postMessage(news)

/** The checks that a page cannot make: verbs, types and headers of HTTP. */
const skip = 'http/*'
/** Milliseconds between two reports of a run, and the most failures in one: drawing all of them takes long. */
const pause = 300
const mostFailures = 20

let control = new AbortController()

function describePlan(all: readonly Check[]): void {
  const checks = selectChecks(all, { skip })
  const rules = groupResults(checks).map(({ rule, meaning, results }) => ({
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
  const { timeout = 10, ...bounds } = limits
  control = new AbortController()
  const { signal } = control
  let next = 0
  try {
    const target = httpTarget(address, { timeout: timeout * 1_000 })
    const isOwn = source === 'discover'
    const judged = isOwn ? await discoverDocument(target, { signal }) : document
    const sizes = isLoopback(address) ? {} : smallSample
    const checks = plan(judged, { ...sizes, lint: isOwn, discovered: isOwn, reading: 'lenient' })
    describePlan(checks)
    const report = await run(checks, target, {
      document: judged,
      ...bounds,
      skip,
      signal,
      onResult(progress) {
        if (performance.now() < next) return
        next = performance.now() + pause
        const report = progress.report()
        const results = report.results.filter(isUnexpected).slice(0, mostFailures)
        say({ kind: 'found', run: id, report: { ...report, results, coverage: [] }, done: progress.done })
      },
    })
    say({ kind: 'ended', run: id, report })
  } catch (error) {
    say({ kind: 'broken', run: id, sentence: await explain(error, address, timeout) })
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if (data.kind === 'start') void start(data)
  else control.abort()
})

describePlan(plan(document))
