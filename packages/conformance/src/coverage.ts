/** One thing that the document declares, and how often the run met it. */
export interface CoverageRow {
  readonly method: string
  /** A way to ask (or to ask wrongly), a shape of a result, or an error's code. */
  readonly kind: 'parameter' | 'result' | 'error'
  /** The same in every run, e.g. `block_number/BlockNumber/pattern broken`, `Receipt/type 0x3`, `-32602`. */
  readonly name: string
  /** Exchanges that showed it; 0 where it was never seen. */
  readonly seen: number
}

/** What of the document a run has exercised. */
export interface Coverage {
  readonly rows: readonly CoverageRow[]
  /** Rows that were seen at least once, of all. */
  readonly seen: number
  readonly declared: number
}
