import type { Report } from '@lectern/conformance/engine'

/** How hard a node may be asked; what is absent has the engine's default. */
export interface Limits {
  /** Seconds that a response may take. */
  readonly timeout?: number
  /** Requests in all. */
  readonly requests?: number
  /** Requests per second. */
  readonly rate?: number
}

/** The document that the checks follow from: Lectern's, or the one that the node returns for `rpc.discover`. */
export type DocumentSource = 'lectern' | 'discover'

/** A message to the thread of the judge. */
export type Order =
  | {
      readonly kind: 'start'
      readonly run: number
      readonly address: string
      readonly limits: Limits
      readonly document: DocumentSource
    }
  | { readonly kind: 'stop' }

/** A message of the thread of the judge. */
export type News =
  /** `leftOut`: how many checks a page cannot make. */
  | { readonly kind: 'planned'; readonly rules: readonly Rule[]; readonly leftOut: number }
  /** While it runs, the report has failures only, and not all of them. */
  | { readonly kind: 'found'; readonly run: number; readonly report: Report; readonly done: number }
  | { readonly kind: 'ended'; readonly run: number; readonly report: Report }
  | { readonly kind: 'broken'; readonly run: number; readonly sentence: string }

/** A rule, and how many checks it has: those whose ids begin with its name. */
export interface Rule {
  readonly name: string
  readonly meaning: string
  readonly checks: number
}
