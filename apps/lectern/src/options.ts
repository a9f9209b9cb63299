import { readFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'
import { fromHex } from '@lectern/chain'

/** `--datadir DIR`, needed by every command that keeps or reads history. */
export const datadir = (): Option =>
  new Option('--datadir <dir>', 'folder that holds the history').env('LECTERN_DATADIR')

/** `--json`: results for programs, on standard output. */
export const json = (): Option => new Option('--json', 'print the result as JSON on standard output')

/** A 32-byte hash, given as such or as a headfcu.json (an engine_forkchoiceUpdated call, as test chains carry it). */
export function headHash(text: string): Uint8Array {
  const hash = text.endsWith('.json') ? headBlockHash(text) : text
  if (!/^0x[0-9a-fA-F]{64}$/.test(hash))
    throw new InvalidArgumentError(`${hash} is not a 0x-prefixed 32-byte hash.`)
  return fromHex(hash)
}

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
