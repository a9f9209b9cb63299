/** What a library may be asked to do beside asking: a row of a table that needs what it lacks is none of its concern. */
export type Feature = 'batch' | 'failover' | 'signal'

/** How a library is set up; everything else stays at its defaults. */
export interface Setup {
  /** One address, or several to fall over to. */
  readonly urls: readonly [string, ...string[]]
  /** Whether calls of one moment shall go as one batch, where that is not the default. */
  readonly batch?: boolean
  /** How far answers shall be proven, in a library that can. */
  readonly level?: 'hash' | 'block' | 'full' | undefined
}

/** One of the three methods with its wire parameters. */
export interface Question {
  readonly method: 'eth_getTransactionByHash' | 'eth_getTransactionReceipt' | 'eth_getBlockByNumber'
  readonly params: readonly unknown[]
}

/** Asks all at once, as the library's documentation does it; one promise a question. */
export type AskAll = (
  questions: readonly Question[],
  signals?: readonly (AbortSignal | undefined)[],
) => Promise<unknown>[]

/** A library under test: the same questions are put to each of them. */
export interface Library {
  readonly features: readonly Feature[]
  connect(setup: Setup): AskAll
}

/** Milliseconds, for each library that has such a limit. */
export const timeout = 1_500
