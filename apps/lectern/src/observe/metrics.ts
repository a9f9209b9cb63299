import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Head } from '@lectern/history'
import type { CallOutcome, ServerState } from '@lectern/server'
import {
  createHistogram,
  type Histogram,
  knownRow,
  metric,
  type MetricRow,
  toMetricRow,
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

export interface MetricsSources {
  readonly state: ServerState
  head(): Promise<Pick<Head, 'number' | 'lowest' | 'safe' | 'finalized'> | null>
  readiness(): Promise<Readiness>
}

/** Creates the metrics of this process. Counting a call takes 0.1 µs. prom-client adds the metrics of the process and of Node. */
export function createMetrics(sources: MetricsSources): Metrics {
  const registry = watchProcess()
  const calls = new Map<string, CallTally>()
  const forwarded = new Map<string, number>()
  const codes = new Map<string, number>()
  const reasons = new Map<string, number>()
  const batches = createHistogram(batchSizes)
  const waits = createHistogram(waitTimes)
  return {
    onReply({ method, code, seconds, bytes, upstream }) {
      if (upstream !== undefined) count(forwarded, `${method} ${upstream}`)
      let tally = calls.get(method)
      if (tally === undefined) calls.set(method, (tally = createTally()))
      if (code === undefined) tally.ok++
      else {
        tally.error++
        count(codes, String(code))
      }
      tally.seconds.observe(seconds)
      tally.bytes.observe(bytes)
    },
    onBatch: (items) => batches.observe(items),
    onRefuse: (reason) => count(reasons, reason),
    onWait: (seconds) => waits.observe(seconds),
    rows: async () => [
      ...callRows(calls),
      forwardedRow(forwarded),
      toMetricRow(rows.errors, codes),
      toMetricRow(rows.rejected, reasons),
      { ...rows.batch, values: batches.samples(rows.batch.name) },
      { ...rows.wait, values: waits.samples(rows.wait.name) },
      ...(await sourceRows(sources)),
      ...((await registry.getMetricsAsJSON()) as unknown as MetricRow[]),
    ],
    [Symbol.dispose]: () => registry.clear(),
  }
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

// oxfmt-ignore
const rows = {
  requests: metric('counter', 'rpc_requests_total', 'Calls answered, those of a batch one by one.'),
  seconds: metric('histogram', 'rpc_request_duration_seconds', "From a call's turn to its reply, without HTTP and network."),
  bytes: metric('histogram', 'rpc_response_bytes', 'Bytes of the reply to a call, before compression.'),
  forwarded: metric('counter', 'rpc_forwarded_total', 'Calls that the upstream was asked, by method and outcome.'),
  waiting: metric('gauge', 'rpc_forwarded_inflight', 'Requests that wait for nothing but the upstream; rpc_inflight has the others.'),
  batch: metric('histogram', 'rpc_batch_size', 'Calls in a batch.'),
  errors: metric('counter', 'rpc_errors_total', 'Calls answered with an error, by its code.', 'sum', 'code'),
  rejected: metric('counter', 'rpc_rejected_total', 'HTTP requests refused before they were calls.', 'sum', 'reason'),
  wait: metric('histogram', 'rpc_queue_wait_seconds', 'From the last byte of a request to its turn.'),
  inflight: metric('gauge', 'rpc_inflight', 'Requests in flight.'),
  queued: metric('gauge', 'rpc_queue_length', 'Requests that wait for their turn.'),
  ready: metric('gauge', 'server_ready', 'Each criterion of readiness: 1 if it is met.', 'min', 'criterion'),
}

// oxfmt-ignore
const storeRows = [
  ['number', metric('gauge', 'store_head_number', 'The highest block stored.', 'max')],
  ['lowest', metric('gauge', 'store_range_from', 'The lowest block stored.', 'min')],
  ['safe', metric('gauge', 'store_safe_number', 'The highest safe block; absent if none is known.', 'max')],
  ['finalized', metric('gauge', 'store_finalized_number', 'The highest finalized block; absent if none is known.', 'max')],
] as const

function callRows(calls: ReadonlyMap<string, CallTally>): MetricRow[] {
  const all = [...calls]
  const histogramRow = (key: 'seconds' | 'bytes') => ({
    ...rows[key],
    values: all.flatMap(([method, tally]) => tally[key].samples(rows[key].name, { method })),
  })
  const outcomes = all.flatMap(([method, { ok, error }]) => [
    { labels: { method, outcome: 'ok' }, value: ok },
    { labels: { method, outcome: 'error' }, value: error },
  ])
  return [{ ...rows.requests, values: outcomes }, histogramRow('seconds'), histogramRow('bytes')]
}

const forwardedRow = (counts: ReadonlyMap<string, number>): MetricRow => ({
  ...rows.forwarded,
  values: Array.from(counts, ([key, value]) => {
    const [method = '', outcome = ''] = key.split(' ')
    return { labels: { method, outcome }, value }
  }),
})

async function sourceRows({ state, head, readiness }: MetricsSources): Promise<MetricRow[]> {
  const { criteria } = await readiness()
  const stored = await head().catch(() => null) // readiness says what is wrong
  return [
    toMetricRow(rows.inflight, state.inflight),
    toMetricRow(rows.queued, state.queued),
    toMetricRow(rows.waiting, state.forwarded),
    ...storeRows.flatMap(([name, row]) => knownRow(row, stored?.[name])),
    toMetricRow(rows.ready, Object.entries(criteria)),
  ]
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
