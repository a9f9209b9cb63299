/** How much is done, and from which seed. */
export interface Scope {
  /** 1 is what bench/reliability.md claims; 0.01 a hundredth of it. */
  readonly scale: number
  readonly seed: number
  /** Ends measurements early; what was measured until then is reported. */
  readonly signal: AbortSignal
}

/** What must hold, what was measured, and whether it holds; null if the measurement cannot decide it, undefined if it is only a figure. */
export interface Finding {
  readonly claim: string
  readonly measured: string
  readonly holds?: boolean | null
}

/** What was measured, in columns of its own. */
export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly holds: boolean
}

/** Findings as a table. */
export const toTable = (findings: readonly Finding[]): Table => ({
  head: ['what must hold', 'measured', 'holds'],
  rows: findings.map(({ claim, measured, holds }) => [
    claim,
    measured,
    holds === undefined ? '' : holds === null ? 'not decided' : holds ? 'yes' : '**no**',
  ]),
  holds: findings.every(({ holds }) => holds !== false),
})

/** A scaled count, at least one. */
export const scaled = (count: number, { scale }: Scope): number => Math.max(1, Math.round(count * scale))

/** A count as people read it: 10,000. */
export const show = (count: number): string => count.toLocaleString('en', { maximumFractionDigits: 1 })

/** Writes the progress to one line of standard error. */
export function logProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
}

/** The value below which a share of sorted values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
