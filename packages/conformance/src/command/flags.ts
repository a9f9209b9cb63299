import { InvalidArgumentError, Option } from 'commander'

/** The most milliseconds that a timer of Node takes; it turns a longer time into 1 ms. */
export const longestTimer: number = 2 ** 31 - 1

/** Creates a flag for a whole number between two bounds, also read from the environment. Without a default `value` it may be absent. */
export function wholeNumber(
  flags: string,
  description: string,
  {
    least = 0,
    most = Number.MAX_SAFE_INTEGER,
    value,
  }: { least?: number; most?: number; value?: number } = {},
): Option {
  const option = new Option(flags, description).argParser((text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`)
  })
  return withVariable(value === undefined ? option : option.default(value))
}

/** Also reads a flag from the environment: `--http.port` from LECTERN_HTTP_PORT. */
export const withVariable = (option: Option): Option =>
  option.env(`LECTERN_${option.name().toUpperCase().replaceAll(/[.-]/g, '_')}`)
