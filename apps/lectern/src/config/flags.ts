import { readFileSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'
import { fromHex } from '@lectern/chain'
import { wholeNumber, withVariable } from '@lectern/conformance/flags'
import { boundsOfEra, type Forkchoice } from '@lectern/history'

/** `--http.addr HOST`, where `lectern serve` listens and `lectern health` asks. */
export const httpAddress = (): Option => withVariable(address('--http.addr <host>', 'address to listen on'))

/** A flag for an address or a name of this machine, an IPv6 address with brackets or without; 127.0.0.1 by default. */
export const address = (flags: string, description: string): Option =>
  new Option(flags, description).default('127.0.0.1').argParser((text) => {
    const host = /^\[(.*)\]$/.exec(text)?.[1] ?? text
    if (host.trim() === '')
      throw new InvalidArgumentError('It must be an address; 0.0.0.0 or :: is all of them.')
    return host
  })

export const httpPort = (): Option =>
  wholeNumber('--http.port <number>', 'port to listen on; 0 is any free one', { most: 65_535, value: 8_545 })

/** `--hot BLOCKS`, by default about two weeks of mainnet. */
export const hotBlocks = (flag: string): Option =>
  wholeNumber(`${flag} <blocks>`, 'newest blocks to keep uncompressed', { value: 100_000 })

/** `--json`: results for programs, on standard output. */
export const json = (): Option => new Option('--json', 'print the result as JSON on standard output')

/** `--from` and `--to`: a range of blocks, both ends included. An era stands for its first or its last block. */
export const rangeOptions = (fallback: readonly [from: string, to: string]): readonly Option[] => [
  new Option(
    '--from <block>',
    `first block, or era:NUMBER for the first of an era; ${fallback[0]} by default`,
  ).argParser((text) => readBlockNumber(text, 'first')),
  new Option(
    '--to <block>',
    `last block, or era:NUMBER for the last of an era; ${fallback[1]} by default`,
  ).argParser((text) => readBlockNumber(text, 'last')),
]

function readBlockNumber(text: string, edge: 'first' | 'last'): bigint {
  const [, era] = /^era:(\d{1,9})$/.exec(text) ?? []
  return era === undefined ? bigNumber(text) : boundsOfEra(Number(era))[edge]
}

export function bigNumber(text: string): bigint {
  if (/^(?:\d+|0x[0-9a-fA-F]+)$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It must be a whole number, decimal or 0x and hexadecimal digits.')
}

/** Returns a function that returns the values of flags, by the rest of their names after a prefix. */
export const valuesOf =
  (values: object, prefix = ''): (<T>(name: string) => T) =>
  <T>(name: string): T =>
    (values as Record<string, unknown>)[prefix + name] as T

/** Lists options under a heading in `--help`. */
export const inGroup = (heading: string, options: readonly Option[]): readonly Option[] =>
  options.map((option) => option.helpGroup(`${heading}:`))

/** Parses the hash of a trusted block, or reads a headfcu.json (an engine_forkchoiceUpdated call), which names the safe and the finalized block too. */
export function forkchoice(text: string): Forkchoice {
  if (!text.endsWith('.json')) return { head: readHash('It', text) }
  const state = readForkchoice(text)
  const read = (name: string) => readHash(`params[0].${name} of ${text}`, state[name])
  const head = orNull(read('headBlockHash'))
  if (head === null) throw new InvalidArgumentError(`params[0].headBlockHash of ${text} names no block.`)
  return { head, safe: orNull(read('safeBlockHash')), finalized: orNull(read('finalizedBlockHash')) }
}

/** The Engine API writes zeros for no block. */
const orNull = (hash: Uint8Array) => (hash.some((byte) => byte !== 0) ? hash : null)

function readForkchoice(path: string): Record<string, unknown> {
  try {
    const { params } = JSON.parse(readFileSync(path, 'utf8')) as { params: [Record<string, unknown>] }
    return { ...params[0] }
  } catch (error) {
    throw new InvalidArgumentError(
      (error as NodeJS.ErrnoException).syscall === undefined
        ? 'The file has no params[0].headBlockHash.'
        : 'There is no such file that can be read.',
    )
  }
}

function readHash(name: string, value: unknown): Uint8Array {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value)) return fromHex(value)
  const shown = name === 'It' ? '' : `; it is ${JSON.stringify(value) ?? 'absent'}`
  throw new InvalidArgumentError(`${name} must be a 0x-prefixed 32-byte hash${shown}.`)
}

export const logOptions = (): readonly Option[] =>
  inGroup('Log', [
    choice(
      '--log.level <level>',
      'least level that is logged; debug logs each request',
      ['debug', 'info', 'warn', 'error', 'silent'],
      'info',
    ),
    choice(
      '--log.format <format>',
      'text for operators, or JSON',
      ['pretty', 'json'],
      process.stdout.isTTY ? 'pretty' : 'json',
    ).default(process.stdout.isTTY ? 'pretty' : 'json', 'pretty on a terminal, else json'),
  ])

/** A flag with a fixed set of values. */
export const choice = (
  flags: string,
  description: string,
  values: readonly string[],
  value: string,
): Option => withVariable(new Option(flags, description).choices(values).default(value))
