import { labelled, type Metric, type MetricRow, readMetrics } from '../observe/prometheus.ts'
import type { HistoryReport, WorkersReport } from '../observe/schemas.ts'

/** The address and the history that is served. */
export interface Served {
  /** `http://127.0.0.1:8545` */
  readonly address: string
  readonly history: HistoryReport
}

/** A running server: this process, or its workers. */
export interface Server extends Served {
  /** The text of `GET /metrics` (Prometheus), of all its processes. */
  metrics(): Promise<string>
  /** Ends it when the requests in flight have their responses: see drainServer. */
  drain(): Promise<void>
  /** Rejects with a Failure when it can serve no more. */
  readonly broken: Promise<never>
}

/** All processes of a server together, whichever of them is asked. */
export interface Processes {
  /** The text of `GET /metrics` (Prometheus). */
  metrics(): Promise<string>
  workers(): Promise<WorkersReport>
  /** Reports damaged bytes of the store: no process is ready any more. */
  reportDamage(): void
}

/** Shares one promise until it settles, and for some milliseconds more: one packet can hold a thousand equal requests. */
export function deduplicate<T>(ask: () => Promise<T>, milliseconds = 0): () => Promise<T> {
  let asked: Promise<T> | undefined
  const forget = () => (asked = undefined)
  const forgetLater = () => (milliseconds > 0 ? void setTimeout(forget, milliseconds).unref() : forget())
  return () => {
    if (asked === undefined) {
      asked = ask()
      asked.then(forgetLater, forget)
    }
    return asked
  }
}

/** Metrics are written at most once in so many milliseconds: it takes half of one, more with many workers. */
const metricsMoment = 100

/** Writes metrics for all who ask at about the same time, as the same bytes, so that they are compressed once too. */
export const shareMetrics = (write: () => Promise<string>): (() => Promise<Buffer>) =>
  deduplicate(async () => Buffer.from(await write()), metricsMoment)

/** The metrics of the workers: how many serve, and how many were restarted. */
export const workerRows = (report: WorkersReport): MetricRow[] => readMetrics(workerMetrics, report)

// oxfmt-ignore
const workerMetrics: readonly Metric<WorkersReport>[] = [
  ['gauge', 'server_workers', 'Processes that answer: those asked for, and those that serve now.', ({ asked, serving }) => labelled('state', Object.entries({ asked, serving }))],
  ['counter', 'server_worker_restarts_total', 'Workers that were restarted.', ({ restarts }) => restarts],
]
