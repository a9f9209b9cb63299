import { ClientError } from './error.ts'

/** Some numbers as given, or else as usual. Throws a ClientError (INVALID_OPTION) for the first that is no number, or below 0; Infinity may stand for no limit. */
export function readNumbers<N extends object, T extends object>(usual: N, given: T): N & T {
  const all = { ...given } as N & T
  for (const name in usual) {
    const value: unknown = (all[name] ??= usual[name] as never)
    if (!(typeof value === 'number' && value >= 0))
      throw new ClientError('INVALID_OPTION', `${name} must be a number from 0 on, not ${value}.`)
  }
  return all
}

/** Headers as given, but for those named, which are of JSON. Throws a ClientError (INVALID_OPTION) for what no header can be, without telling it: it may be a key. */
export function readHeaders(
  given: HeadersInit | undefined,
  names: readonly string[],
): Readonly<Record<string, string>> {
  try {
    const headers = new Headers(given)
    for (const name of names) headers.set(name, 'application/json')
    return Object.fromEntries(headers) // plain, for a caller's own fetch
  } catch {
    throw new ClientError('INVALID_OPTION', 'headers must be ones that HTTP allows.')
  }
}
