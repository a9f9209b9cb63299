import { ClientError } from './error.ts'

/** Throws a ClientError (INVALID_OPTION) for the first option that is no number, or is below `least`; Infinity may stand for no limit. */
export function checkNumbers(options: Readonly<Record<string, number>>, least: number): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'number' || !(value >= least))
      throw new ClientError(
        'INVALID_OPTION',
        `${name} must be a number from ${least} on, not ${String(value)}.`,
      )
  }
}

/** A timer of any length: setTimeout makes 1 ms of what is longer than 2^31 - 1 ms, almost 25 days. */
export function startTimer(run: () => void, milliseconds: number): ReturnType<typeof setTimeout> {
  return setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1))
}
