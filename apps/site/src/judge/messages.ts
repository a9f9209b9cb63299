import type { Evidence, Level, Verdict } from '@lectern/conformance/engine'

/** How hard a node may be asked; what is absent has the engine's default. */
export interface Limits {
  /** Seconds that a response may take. */
  readonly timeout?: number | undefined
  /** Requests in all. */
  readonly requests?: number | undefined
  /** Requests a second. */
  readonly rate?: number | undefined
}

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
  | { readonly kind: 'show'; readonly run: number; readonly id: string }
  | { readonly kind: 'save'; readonly run: number; readonly format: Format }

/** The document that the checks follow from: Lectern's, or the one that the node returns for `rpc.discover`. */
export type DocumentSource = 'lectern' | 'discover'

/** The formats of a saved report, as `--reporter` names them. */
export type Format = 'json' | 'html'

/** A message of the thread of the judge. */
export type News =
  /** `leftOut`: how many checks a page cannot make. */
  | { readonly kind: 'planned'; readonly rules: readonly Rule[]; readonly leftOut: number }
  | {
      readonly kind: 'found'
      readonly run: number
      readonly found: readonly Found[]
      readonly requests: number
    }
  | { readonly kind: 'ended'; readonly run: number; readonly end: End; readonly found: readonly Found[] }
  | { readonly kind: 'broken'; readonly run: number; readonly sentence: string }
  | { readonly kind: 'shown'; readonly run: number; readonly id: string; readonly shown: Shown | undefined }
  | { readonly kind: 'saved'; readonly run: number; readonly format: Format; readonly text: string }

/** A rule with its checks: those whose ids begin with its name. */
export interface Rule {
  readonly name: string
  readonly meaning: string
  readonly checks: number
}

/** The result of one check, as short as a list needs. */
export interface Found {
  readonly id: string
  readonly level: Level
  readonly sentence: string
  readonly source: string
  readonly verdict: Verdict
  /** The method that it is about, where the document has it. */
  readonly method?: string | undefined
  /** Why, where that is more than the faults say. */
  readonly reason?: string | undefined
  /** The first places of the answer that are wrong. */
  readonly faults: readonly Fault[]
  /** How many more places are. */
  readonly furtherFaults: number
  /** Whether the node was asked, and whether no answer came. */
  readonly isAsked: boolean
  readonly isSilent: boolean
}

/** A place of an answer, with JSON of what stands there and of what had to; undefined is nothing. */
export interface Fault {
  readonly path: string
  readonly actual: string | undefined
  readonly expected: string | undefined
  /** Whether it is known what had to stand there. */
  readonly isKnown: boolean
}

/** How a run ended. */
export interface End {
  readonly outcome: 'passed' | 'failed' | 'open'
  /** The first words, and the rest. */
  readonly head: string
  readonly rest: string
  readonly requests: number
  readonly milliseconds: number
}

/** The evidence of a failure: the exchange as lines, and a shell line that repeats it. */
export interface Shown {
  readonly evidence: Evidence
  readonly curl: string | undefined
}
