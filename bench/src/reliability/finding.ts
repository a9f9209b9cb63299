import type { Bench, Result } from '../tools/bench.ts'

/** How much is measured, and from which seed. */
export interface Scope {
  /** 1 is what docs/reliability.md claims; 0.01 a hundredth of it. */
  readonly scale: number
  readonly seed: number
}

/** A claim, what was measured, and whether it holds: null if the measurement cannot decide it, undefined for a figure alone. */
export interface Finding {
  readonly claim: string
  readonly measured: string
  readonly holds?: boolean | null
}

/** Creates a measurement of claims. */
export const createBench = (
  measure: (scope: Scope) => Promise<readonly Finding[]>,
): Bench<{ scale: number; seed: number }> => ({
  flags: { scale: 1, seed: 1 },
  run: async (scope) => toResult(await measure(scope)),
})

/** Formats findings as a table. */
export const toResult = (findings: readonly Finding[]): Result => ({
  head: ['what must hold', 'measured', 'holds'],
  rows: findings.map(({ claim, measured, holds }) => [
    claim,
    measured,
    holds === undefined ? '' : holds === null ? 'not decided' : holds ? 'yes' : '**no**',
  ]),
  holds: findings.every(({ holds }) => holds !== false),
})

/** Returns a scaled count, at least one. */
export const scaled = (count: number, { scale }: Scope): number => Math.max(1, Math.round(count * scale))

/** Formats a count: 10,000. */
export const show = (count: number): string => count.toLocaleString('en', { maximumFractionDigits: 1 })

/** Formats counts by name, in the names' order. */
export const showCounts = (counts: Iterable<readonly [string, number]>): string =>
  [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name} ${show(count)}`)
    .join(', ')

/** Writes progress to one line of standard error. */
export function logProgress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
}

/** Returns the value below which a share of the values lies; NaN if there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
