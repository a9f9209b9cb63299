import { InvalidArgumentError, Option } from 'commander'

/** An option whose value is a whole number from `least` to `most`, read from the environment as LECTERN_<NAME> too. */
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
  if (value !== undefined) option.default(value)
  return option.env(environmentName(flags))
}

/** `--http.port <number>` is also read from LECTERN_HTTP_PORT. */
const environmentName = (flags: string) =>
  `LECTERN_${flags
    .split(' ')[0]!
    .slice(2)
    .replaceAll(/[^a-z0-9]/g, '_')
    .toUpperCase()}`

/** The most milliseconds that a timer of Node takes; it would make one more to 1. */
export const longestTimer: number = 2 ** 31 - 1
