import { ClientError } from './error.ts'

/** Some numbers as given, or else as usual. Throws a ClientError (INVALID_OPTION) for the first that is no number, or below 0; Infinity may stand for no limit. */
export function readNumbers<N extends object, T extends object>(usual: N, given: T): N & T {
  const all = { ...usual, ...given }
  for (const name in usual) {
    const value: unknown = all[name]
    if (!(typeof value === 'number' && value >= 0))
      throw new ClientError('INVALID_OPTION', `${name} must be a number from 0 on, not ${value}.`)
  }
  return all
}
