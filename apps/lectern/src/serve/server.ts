import { type MetricRow, toMetricRow } from '../observe/prometheus.ts'
import type { HistoryReport } from '../observe/history-report.ts'

/** What is served, and where. */
export interface Served {
  /** `http://127.0.0.1:8545` */
  readonly address: string
  readonly history: HistoryReport
}

/** What serves it: this process, or its workers. */
export interface Server extends Served {
  /** The text of `GET /metrics` (Prometheus), of all its processes. */
  metrics(): Promise<string>
  /** Ends it when the running requests are answered: see drainServer. */
  drain(): Promise<void>
  /** Ends it at once. */
  kill(): void
  /** Rejects with Failure where it can serve no more. */
  readonly broken: Promise<never>
}

/** All processes of a server together, whichever of them is asked. */
export interface Fleet {
  /** The text of `GET /metrics` (Prometheus). */
  metrics(): Promise<string>
  workers(): Promise<WorkersReport>
  /** Says that bytes of the store were found damaged, so that no process is ready any more. */
  reportDamage(): void
}

/** A question as it is asked once at a time: all who ask meanwhile share its answer. One packet can hold a thousand of them. */
export function askOnce<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  return () => (asked ??= ask().finally(() => (asked = undefined)))
}

/** The processes that answer. */
export interface WorkersReport {
  /** How many were asked for. */
  readonly asked: number
  /** How many answer now. */
  readonly serving: number
  /** How often one was started in the place of one that ended. */
  readonly restarts: number
}

/** The metrics of a report. */
export const tellWorkers = ({ asked, serving, restarts }: WorkersReport): MetricRow[] => [
  toMetricRow(
    {
      name: 'server_workers',
      help: 'Processes that answer: those asked for, and those that serve now.',
      type: 'gauge',
      aggregator: 'sum',
      label: 'state',
    },
    Object.entries({ asked, serving }),
  ),
  toMetricRow(
    {
      name: 'server_worker_restarts_total',
      help: 'Workers started in the place of one that ended.',
      type: 'counter',
      aggregator: 'sum',
    },
    restarts,
  ),
]
