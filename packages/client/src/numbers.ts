import { ClientError } from './error.ts'

/** Throws a ClientError (INVALID_OPTION) for the first of some options that is no number, or below 0; Infinity may stand for no limit. */
export function checkNumbers(names: object, options: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(names)) {
    const value = options[name]
    if (!(typeof value === 'number' && value >= 0))
      throw new ClientError('INVALID_OPTION', `${name} must be a number from 0 on, not ${value}.`)
  }
}
