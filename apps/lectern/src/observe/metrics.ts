import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Head } from '@lectern/history'
import type { CallOutcome, ServerState } from '@lectern/server'
import {
  createHistogram,
  type Histogram,
  labelled,
  type Metric,
  type MetricRow,
  readMetrics,
  type Sample,
} from './prometheus.ts'
import type { Readiness } from './schemas.ts'

/** The metrics of one process. Labels come from our own tables, never from a client. */
export interface Metrics extends Disposable {
  onReply(fact: CallOutcome): void
  onBatch(calls: number): void
  onRefuse(reason: string): void
  onWait(seconds: number): void
  rows(): Promise<MetricRow[]>
}

type StoredRange = Pick<Head, 'number' | 'lowest' | 'safe' | 'finalized'>

interface MetricsSources {
  readonly state: ServerState
  head(): Promise<StoredRange | null>
  readiness(): Promise<Readiness>
}

/** Creates the metrics of this process. Counting a call takes 0.1 µs. prom-client adds the metrics of the process and of Node. */
export function createMetrics({ state, head, readiness }: MetricsSources): Metrics {
  const registry = watchProcess()
  const counts: Counts = {
    calls: new Map(),
    forwarded: new Map(),
    codes: new Map(),
    reasons: new Map(),
    batches: createHistogram(batchSizes),
    waits: createHistogram(waitTimes),
  }
  return {
    onReply({ method, code, seconds, bytes, upstream }) {
      if (upstream !== undefined) count(counts.forwarded, `${method} ${upstream}`)
      let tally = counts.calls.get(method)
      if (tally === undefined) counts.calls.set(method, (tally = createTally()))
      if (code === undefined) tally.ok++
      else {
        tally.error++
        count(counts.codes, String(code))
      }
      tally.seconds.observe(seconds)
      tally.bytes.observe(bytes)
    },
    onBatch: (items) => counts.batches.observe(items),
    onRefuse: (reason) => count(counts.reasons, reason),
    onWait: (seconds) => counts.waits.observe(seconds),
    async rows() {
      const { criteria } = await readiness()
      const stored = await head().catch(() => null) // readiness says what is wrong
      return [
        ...readMetrics(metrics, { ...counts, state, stored, criteria }),
        ...((await registry.getMetricsAsJSON()) as unknown as MetricRow[]),
      ]
    },
    [Symbol.dispose]: () => registry.clear(),
  }
}

/** The counts of a process so far. */
interface Counts {
  readonly calls: Map<string, CallTally>
  /** By method and outcome, with a space between them. */
  readonly forwarded: Map<string, number>
  readonly codes: Map<string, number>
  readonly reasons: Map<string, number>
  readonly batches: Histogram
  readonly waits: Histogram
}

interface CallTally {
  ok: number
  error: number
  readonly seconds: Histogram
  readonly bytes: Histogram
}

const createTally = (): CallTally => ({
  ok: 0,
  error: 0,
  seconds: createHistogram(durations),
  bytes: createHistogram(sizes),
})

const durations = [
  0.000_01, 0.000_02, 0.000_05, 0.000_1, 0.000_2, 0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2,
  0.5, 1,
]
const sizes = [256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216]
const waitTimes = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60]
const batchSizes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)

/** The counts, and the state of the process when they are read. */
interface Source extends Counts {
  readonly state: ServerState
  readonly stored: StoredRange | null
  readonly criteria: Readiness['criteria']
}

// oxfmt-ignore
const metrics: readonly Metric<Source>[] = [
  ['counter', 'rpc_requests_total', 'Calls answered, those of a batch one by one.', ({ calls }) => Array.from(calls, countOutcomes).flat()],
  ['histogram', 'rpc_request_duration_seconds', "From a call's turn to its reply, without HTTP and network.", ofCalls('seconds')],
  ['histogram', 'rpc_response_bytes', 'Bytes of the reply to a call, before compression.', ofCalls('bytes')],
  ['counter', 'rpc_forwarded_total', 'Calls that the upstream was asked, by method and outcome.', ({ forwarded }) => Array.from(forwarded, countForwarded)],
  ['counter', 'rpc_errors_total', 'Calls answered with an error, by its code.', ({ codes }) => labelled('code', codes)],
  ['counter', 'rpc_rejected_total', 'HTTP requests refused before they were calls.', ({ reasons }) => labelled('reason', reasons)],
  ['histogram', 'rpc_batch_size', 'Calls in a batch.', ({ batches }, name) => batches.samples(name)],
  ['histogram', 'rpc_queue_wait_seconds', 'From the last byte of a request to its turn.', ({ waits }, name) => waits.samples(name)],
  ['gauge', 'rpc_inflight', 'Requests in flight.', ({ state }) => state.inflight],
  ['gauge', 'rpc_queue_length', 'Requests that wait for their turn.', ({ state }) => state.queued],
  ['gauge', 'rpc_forwarded_inflight', 'Requests that wait for nothing but the upstream; rpc_inflight has the others.', ({ state }) => state.forwarded],
  ['gauge', 'store_head_number', 'The highest block stored.', ({ stored }) => stored && stored.number, 'max'],
  ['gauge', 'store_range_from', 'The lowest block stored.', ({ stored }) => stored && stored.lowest, 'min'],
  ['gauge', 'store_safe_number', 'The highest safe block; absent if none is known.', ({ stored }) => stored && stored.safe, 'max'],
  ['gauge', 'store_finalized_number', 'The highest finalized block; absent if none is known.', ({ stored }) => stored && stored.finalized, 'max'],
  ['gauge', 'server_ready', 'Each criterion of readiness: 1 if it is met.', ({ criteria }) => labelled('criterion', Object.entries(criteria)), 'min'],
]

const countOutcomes = ([method, { ok, error }]: readonly [string, CallTally]): Sample[] =>
  Object.entries({ ok, error }).map(([outcome, value]) => ({ labels: { method, outcome }, value }))

function countForwarded([key, value]: readonly [string, number]): Sample {
  const [method = '', outcome = ''] = key.split(' ')
  return { labels: { method, outcome }, value }
}

function ofCalls(key: 'seconds' | 'bytes'): Metric<Source>[3] {
  return ({ calls }, name) =>
    Array.from(calls, ([method, tally]) => tally[key].samples(name, { method })).flat()
}

/** prom-client's own metrics, with our aggregators where its own would hide what matters. */
function watchProcess(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const [name, aggregator] of Object.entries(aggregators))
    Object.assign(registry.getSingleMetric(name) ?? {}, { aggregator })
  return registry
}

const aggregators: Readonly<Record<string, MetricRow['aggregator']>> = {
  process_start_time_seconds: 'min',
  process_max_fds: 'min',
  nodejs_eventloop_lag_seconds: 'max',
  nodejs_eventloop_lag_p99_seconds: 'max',
}
