import { readFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'
import { fromHex } from '@lectern/chain'

/** `--datadir DIR`, needed by every command that keeps or reads history. */
export const datadir = (): Option =>
  new Option('--datadir <dir>', 'folder that holds the history').env('LECTERN_DATADIR')

/** `--json`: results for programs, on standard output. */
export const json = (): Option => new Option('--json', 'print the result as JSON on standard output')

/** An option whose value is a whole number from `least` to `most`, read from the environment as LECTERN_<NAME> too. */
export function wholeNumber(
  flags: string,
  description: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER, value }: { least?: number; most?: number; value?: number },
): Option {
  const option = new Option(flags, description).argParser((text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`${text} is not a whole number from ${least} to ${most}.`)
  })
  if (value !== undefined) option.default(value)
  return option.env(environmentName(flags))
}

/** A 32-byte hash, given as such or as a headfcu.json (an engine_forkchoiceUpdated call, as test chains carry it). */
export function headHash(text: string): Uint8Array {
  const hash = text.endsWith('.json') ? headBlockHash(text) : text
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash))
    throw new InvalidArgumentError(`${hash} is not a 0x-prefixed 32-byte hash.`)
  return fromHex(hash)
}

/** `--http.port <number>` is also read from LECTERN_HTTP_PORT. */
const environmentName = (flags: string) =>
  `LECTERN_${flags
    .split(' ')[0]!
    .slice(2)
    .replaceAll(/[^a-z0-9]/g, '_')
    .toUpperCase()}`

function headBlockHash(path: string): string {
  let text
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new InvalidArgumentError(`there is no readable file ${path}.`)
  }
  try {
    const { params } = JSON.parse(text) as { params: [{ headBlockHash: string }] }
    return params[0].headBlockHash
  } catch {
    throw new InvalidArgumentError(`${path} has no params[0].headBlockHash.`)
  }
}
