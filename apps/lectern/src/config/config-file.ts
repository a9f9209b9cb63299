import { readFile } from 'node:fs/promises'
import { parse as parseToml, TomlError } from 'smol-toml'
import { explain, Failure } from '../failure.ts'

/** A config file: its path, and each value by the long name of a flag, `http.port`. */
export interface ConfigFile {
  readonly path: string
  readonly entries: ReadonlyMap<string, unknown>
}

/**
 * Reads a config file: JSON if its name ends with .json, else TOML. `http.port = 1` and a table `[http]` with `port = 1` mean
 * the same. Throws Failure for a file that cannot be read, is malformed, or sets a flag twice.
 */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Failure(explain(error))
  })
  const entries = new Map<string, unknown>()
  for (const [name, value] of flatten(parse(path, text))) {
    if (entries.has(name)) throw new Failure(`${path}: ${name} is set twice.`)
    entries.set(name, value)
  }
  return { path, entries }
}

function parse(path: string, text: string): object {
  try {
    if (!path.endsWith('.json')) return parseToml(text, { integersAsBigInt: 'asNeeded' })
    const value: unknown = JSON.parse(text)
    if (isTable(value)) return value
  } catch (error) {
    if (error instanceof TomlError)
      throw new Failure(`${path}:${error.line}:${error.column}: ${reason(error)}.`)
    throw new Failure(`${path} is not JSON: ${(error as Error).message}.`)
  }
  throw new Failure(`${path} must hold one JSON object.`)
}

/** The first line of the parser's message; the others quote the file. */
const reason = ({ message }: Error) => message.replace(/^Invalid TOML document: /, '').split('\n')[0]!

function* flatten(table: object, prefix = ''): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(table))
    if (isTable(value)) yield* flatten(value, `${prefix}${name}.`)
    else yield [prefix + name, value]
}

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
