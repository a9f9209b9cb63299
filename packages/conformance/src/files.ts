import { isUtf8 } from 'node:buffer'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Values } from './document/document.ts'
import { isRecord } from './document/json.ts'
import { parseJson } from './endpoint/exchange.ts'
import { ConformanceError } from './error.ts'
import { parseExchange, type RecordedExchange } from './rules/generic/exchanges.ts'

/** Returns the exchanges of one `.io` file, or of all in a folder, sorted by name. Throws a ConformanceError for what is none. */
export async function readExchanges(path: string): Promise<RecordedExchange[]> {
  const found = await stat(path).catch(refuse(path))
  if (!found.isDirectory()) return [await readExchange(path, basename(path))]
  const files = (await readdir(path, { recursive: true })).filter((file) => file.endsWith('.io')).toSorted()
  if (files.length === 0) throw new ConformanceError('INPUT', `${path}: there is no .io file in this folder.`)
  return await Promise.all(files.map((file) => readExchange(join(path, file), file)))
}

async function readExchange(path: string, name: string): Promise<RecordedExchange> {
  const bytes = await readFile(path).catch(refuse(path))
  if (!isUtf8(bytes)) throw new ConformanceError('INPUT', `${path}: is not UTF-8.`)
  return { ...parseExchange(String(bytes), path), name: name.split(sep).join('/').replace(/\.io$/, '') }
}

/** Returns the ids and globs of a file of known failures: one a line, `#` begins a comment. Throws a ConformanceError if it cannot be read. */
export async function readKnownFailing(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(refuse(path))
  const lines = text.split(/\r?\n/).map((line) => line.split('#')[0]!.trim())
  return lines.filter((line) => line !== '')
}

/**
 * Returns the real values of a JSON file, by `METHOD.PARAMETER`, parameter, or a type's name or title; one value, or a list.
 * Throws a ConformanceError for a file that holds no JSON object.
 */
export async function readValues(path: string): Promise<Values> {
  const text = await readFile(path, 'utf8').catch(refuse(path))
  const values = parseJson(text)
  const sentence = `${path}: must be a JSON object of values by name, such as {"address": ["0x…"]}.`
  if (!isRecord(values)) throw new ConformanceError('INPUT', sentence)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
  )
}

const refuse = (path: string) => (cause: unknown) => {
  throw new ConformanceError('INPUT', `${path}: cannot be read.`, { cause })
}
