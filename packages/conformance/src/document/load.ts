import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { ConformanceError } from '../error.ts'
import { describeError, maskAddress, type Target } from '../endpoint/target.ts'
import { discoverDocument } from '../endpoint/probe.ts'
import { get } from './canonical.ts'
import { documentError } from './read-document.ts'
import { isRecord, type Json, show } from './json.ts'
import { showLine } from './shown-text.ts'

/** A document and what it refers to. */
export interface LoadedDocument {
  readonly document: Json
  /** Why it is not a valid OpenRPC document, as a sentence; for a lenient reading only. */
  readonly problem?: string
}

/**
 * Loads an OpenRPC document and the documents that its `$ref`s lead to.
 *
 * @param source the path of a file, an http or https address, or `discover`: what the `target` returns for `rpc.discover`.
 * @param options.lenient whether a document that is not valid is read, too
 * @throws ConformanceError `DOCUMENT` for what cannot be read, is no JSON, or is no valid OpenRPC document.
 */
export async function loadDocument(
  source: string,
  { target, lenient = false }: { readonly target: Target; readonly lenient?: boolean },
): Promise<LoadedDocument> {
  const base = /^https?:/.test(source) ? source : pathToFileURL(source).href
  const document =
    source === 'discover' ? await discoverDocument(target) : parse(await fetchText(base, source), source)
  if (!isRecord(document)) throw documentError('#', `must be an OpenRPC document, not ${show(document)}`)
  const problem = await validate(document)
  if (problem !== undefined && !lenient) throw new ConformanceError('DOCUMENT', problem)
  const bundled = await bundle(document, source === 'discover' ? undefined : base)
  return { document: bundled, ...(problem !== undefined && { problem }) }
}

const timeout = 30_000

async function fetchText(url: string, name: string): Promise<string> {
  try {
    if (url.startsWith('file:')) return await readFile(new URL(url), 'utf8')
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout) })
    if (response.ok) return await response.text()
    throw new Error(`HTTP ${response.status}`)
  } catch (cause) {
    const shown = url.startsWith('file:') ? name : maskAddress(url)
    throw new ConformanceError('DOCUMENT', `${shown} cannot be read: ${describeError(cause)}.`, { cause })
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ConformanceError('DOCUMENT', `${name} is not JSON: ${describeSyntax(text, cause)}.`, { cause })
  }
}

/** Returns the line and the column of the first mistake in a text that is not JSON, and the parser's words without its excerpt. */
function describeSyntax(text: string, cause: unknown): string {
  const [what = ''] = (cause as Error).message.split(/ in JSON at position|, (?:\.\.\.)?"/, 1)
  let [good, bad] = [0, text.length] // lengths of prefixes: one that could go on, and one that could not
  while (good < bad) {
    const middle = (good + bad + 1) >> 1
    if (isBeginning(text.slice(0, middle))) good = middle
    else bad = middle - 1
  }
  const lines = text.slice(0, good).split('\n')
  return `line ${lines.length}, column ${lines.at(-1)!.length + 1}: ${showLine(what)}`
}

/** Whether a text may be the beginning of JSON: the parser complains of nothing before its end. */
function isBeginning(text: string): boolean {
  try {
    JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    return message.includes('end of JSON') || Number(/at position (\d+)/.exec(message)?.[1]) >= text.length
  }
  return true
}

/** Returns why a document is not valid, with a JSON pointer, by the meta-schema of its version. */
async function validate(document: Json): Promise<string | undefined> {
  const { validateOpenRPCDocument } = await import('@open-rpc/schema-utils-js')
  // It changes what it validates.
  const verdict = validateOpenRPCDocument(structuredClone(document) as never)
  if (verdict === true) return undefined
  const [error] = JSON.parse(
    verdict.message.split('The errors found are as follows:')[1] ?? '[]',
  ) as MetaSchemaError[]
  const path = (error?.dataPath ?? '')
    .replaceAll(/\['([^']*)'\]/g, '/$1')
    .replaceAll(/\.|\[/g, '/')
    .replaceAll(']', '')
  return documentError(`#${path}`, describeMistake(document, path, error)).message
}

interface MetaSchemaError {
  readonly dataPath?: string
  readonly message?: string
  readonly params?: { readonly allowedValues?: readonly unknown[]; readonly additionalProperty?: string }
}

function describeMistake(document: Json, path: string, { message, params }: MetaSchemaError = {}): string {
  const value = get(document, path)
  if (params?.allowedValues)
    return `is ${show(value)}; allowed: ${params.allowedValues.map(String).join(', ')}`
  if (params?.additionalProperty !== undefined)
    return `has the unknown member ${show(params.additionalProperty)}`
  if (message === undefined) return 'must be a valid OpenRPC document'
  const rule = message.replace(/^should\b/, 'must')
  return typeof value === 'object' ? rule : `${rule}, not ${show(value)}`
}

/** The member of a bundled document that holds the documents that it refers to. */
const externals = 'x-external-documents'

/** A document with the documents that its `$ref`s lead to as a member; a `$ref` to one that cannot be read stays as it is. */
async function bundle(document: Json, base: string | undefined): Promise<Json> {
  const names = new Map<string, string>()
  const values: Record<string, unknown> = {}
  const texts = new Map<string, Promise<string | undefined>>()
  const load = (href: string) => {
    const text = texts.get(href) ?? fetchText(href, href).catch(() => undefined)
    texts.set(href, text)
    return text
  }
  const rewrite = async (value: unknown, url: string, prefix: string): Promise<unknown> => {
    if (Array.isArray(value)) return await Promise.all(value.map((item) => rewrite(item, url, prefix)))
    if (!isRecord(value)) return value
    const members = Object.entries(value).map(async ([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? await follow(member, url, prefix)
        : await rewrite(member, url, prefix),
    ])
    return Object.fromEntries((await Promise.all(members)) as [string, unknown][])
  }
  const follow = async (ref: string, url: string, prefix: string) => {
    if (ref.startsWith('#')) return prefix === '' ? ref : `#${prefix}${ref.slice(1)}`
    const [path = '', pointer = ''] = ref.split('#')
    const name = await open(path, url)
    return name === undefined ? ref : `#/${externals}/${name}${pointer}`
  }
  // A path is often written from the root of a repository, not from the file that it is in.
  const open = async (path: string, url: string): Promise<string | undefined> => {
    for (let folder = new URL('.', url); ; folder = new URL('..', folder)) {
      const { href } = new URL(path, folder)
      const text = await load(href)
      const known = names.get(href)
      if (text !== undefined && known === undefined) {
        const name = String(names.size)
        names.set(href, name)
        values[name] = await rewrite(parse(text, href), href, `/${externals}/${name}`)
        return name
      }
      if (known !== undefined || folder.pathname === '/') return known
    }
  }
  if (base === undefined) return document
  const whole = (await rewrite(document, base, '')) as Json
  return names.size === 0 ? document : { ...whole, [externals]: values }
}
