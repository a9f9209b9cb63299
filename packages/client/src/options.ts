import { ClientError } from './error.ts'

/**
 * Returns the options with defaults for those that are numbers.
 * @throws ClientError INVALID_OPTION for a value that is not a number from 0 on. Infinity means no limit.
 */
export function readNumbers<N extends object, T extends object>(defaults: N, options: T): N & T {
  const all = { ...options } as N & T
  for (const name in defaults) {
    const value: unknown = (all[name] ??= defaults[name] as never)
    if (!(typeof value === 'number' && value >= 0)) throw wrongOption(name, '0 or more', value)
  }
  return all
}

/** Returns the error for an option with another value than the rule says. */
export const wrongOption = (name: string, rule: string, value: unknown): ClientError =>
  new ClientError('INVALID_OPTION', `${name} must be ${rule}, not ${value}.`)

/**
 * Returns the headers as a plain object, with the named ones set to JSON.
 * @throws ClientError INVALID_OPTION for a header that HTTP does not allow. The message leaves it out: it may be a key.
 */
export function readHeaders(
  headers: ConstructorParameters<typeof Headers>[0],
  ...json: readonly string[]
): Readonly<Record<string, string>> {
  try {
    const all = new Headers(headers)
    for (const name of json) all.set(name, 'application/json')
    return Object.fromEntries(all)
  } catch {
    throw new ClientError('INVALID_OPTION', 'headers must be names and values that HTTP allows.')
  }
}

/**
 * Returns the URL of an endpoint.
 * @throws ClientError INVALID_OPTION for a URL that is not of http, or has a password. The message leaves out the path,
 * which may hold a key.
 */
export function readUrl(address: string | URL): URL {
  try {
    const url = new URL(address) // not URL.canParse, which React Native lacks
    if (/^https?:..[^@/]+\//.test(url.href)) return url
  } catch {
    // refused below
  }
  const shown = String(address).replace(/^(\w+:\/\/)?([^/]*@)?|[/?].*/gs, '$1')
  throw new ClientError('INVALID_OPTION', `"${shown}" must be an http or https URL without a password.`)
}
