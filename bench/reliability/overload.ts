import { setTimeout as wait } from 'node:timers/promises'
import { CLIENTS, startFlood, IN_FLIGHT } from './flood.ts'
import { type Finding, quantile, scaled, type Scope, show } from './finding.ts'
import { makeLargeHistory } from './large-history.ts'
import { readMetric } from './metric.ts'
import { readHoldings } from './processes.ts'
import { type Asked, toAsked } from './questions.ts'
import { askServer, serve, type Served } from './served.ts'

/** Ten times the rate that the server sustains, for a minute; then the client stops, and the server is asked again. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const { datadir, large, small } = await makeLargeHistory()
  const served = await serve(['--datadir', datadir, '--cache.rendered', '0'])
  using client = startFlood(served.port, large)
  const question = await toAsked(served.url, small[0]!)
  const sustained = await client.sustain()
  const before = readHoldings(served.pid).anonymous / 1e6
  const seconds = scaled(60, scope)
  const watch = watchServer(served)
  const { outcomes, sent, wanted } = await client.flood(10 * sustained, seconds)
  const recovery = await measureRecovery(served.url, question)
  const { lags, sizes, failures } = await watch.stop()
  const code = await served.stop()
  const counts = Object.entries(outcomes)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${show(count)}`)
  const odd = Object.keys(outcomes).filter(
    (name) => !['right', '503 with retry-after', 'given up'].includes(name),
  )
  return [
    {
      claim: 'what is sustained: blocks of 1,000 whole transactions a second',
      measured: `${show(sustained)}, by ${CLIENTS} clients who wait for their answers`,
    },
    {
      claim: `${show(seconds)} s of ten times that: each call is answered right, or refused with 503 and retry-after`,
      measured: `${show(sent)} of ${show(wanted)} sent (at most ${show(IN_FLIGHT)} open): ${counts.join(', ')}`,
      holds: odd.length === 0,
    },
    {
      claim: 'the event loop is late by less than 250 ms',
      measured: `longest of each scrape: median ${show(1_000 * quantile(lags, 0.5))} ms, most ${show(1_000 * Math.max(...lags))} ms, ${lags.length} scrapes${failures[0] === undefined ? '' : `; ${failures.length} failed, first: ${failures[0]}`}`,
      holds: Math.max(...lags) < 0.25 && failures.length === 0,
    },
    {
      claim: 'twenty calls in a row are right and under 100 ms, 2 s after the load ends',
      measured: `after ${show(recovery)} s`,
      holds: recovery < 2,
    },
    {
      claim: 'memory of its own',
      measured: `${show(before)} MB before, at most ${show(Math.max(...sizes))} MB, then exit ${code}`,
      holds: code === 0,
    },
  ]
}

/** Scrapes a server each second until it is stopped: the longest delay of the event loop since the last time in seconds, and its memory in MB. */
function watchServer({ url, pid }: Served) {
  const seen = { lags: [] as number[], sizes: [] as number[], failures: [] as string[] }
  const state = { going: true }
  const watch = async () => {
    for (; state.going; await wait(1_000)) {
      seen.sizes.push(readHoldings(pid).anonymous / 1e6)
      await readMetric(url, 'nodejs_eventloop_lag_max_seconds').then(
        (lags) => seen.lags.push(Math.max(...lags)), // of all workers
        (error: Error) => seen.failures.push(String(error.cause ?? error)),
      )
    }
  }
  const watching = watch()
  return {
    async stop() {
      state.going = false
      await watching
      return seen
    },
  }
}

/** Seconds until twenty calls in a row are right and quick. */
export async function measureRecovery(url: string, question: Asked): Promise<number> {
  const start = performance.now()
  for (let row = 0; row < 20 && performance.now() - start < 30_000;) {
    const { right, milliseconds } = await askServer(url, question).catch(() => ({
      right: false,
      milliseconds: 0,
    }))
    row = right && milliseconds < 100 ? row + 1 : 0
  }
  return (performance.now() - start) / 1_000
}
