import type { HistoryReport } from '../commands/history-report.ts'

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
