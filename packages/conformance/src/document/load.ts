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
 * @throws ConformanceError `INPUT` for what cannot be read, is no JSON, or is no valid OpenRPC document.
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
  if (problem !== undefined && !lenient) throw new ConformanceError('INPUT', problem)
  const bundled = source === 'discover' ? document : await bundle(document, base)
  return { document: bundled, ...(problem !== undefined && { problem }) }
}

async function fetchText(url: string, name: string): Promise<string> {
  try {
    if (url.startsWith('file:')) return await readFile(new URL(url), 'utf8')
    const response = await fetch(url, { signal: AbortSignal.timeout(30_000) })
    if (response.ok) return await response.text()
    throw new Error(`HTTP ${response.status}`)
  } catch (cause) {
    const shown = url.startsWith('file:') ? name : maskAddress(url)
    throw new ConformanceError('INPUT', `${shown} cannot be read: ${describeError(cause)}.`, { cause })
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const what = showLine((cause as Error).message)
    throw new ConformanceError('INPUT', `${name} is not JSON: ${what}.`, { cause })
  }
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
async function bundle(document: Json, base: string): Promise<Json> {
  const documents = new Map<string, unknown>([[base, document]])
  const places = new Map<string, string>()
  for (const [url, value] of documents)
    for (const path of externalPaths(value)) {
      const place = await find(path, url, documents)
      if (place !== undefined) places.set(`${url} ${path}`, place)
    }
  const hrefs = [...documents.keys()]
  const rewrite = (value: unknown, url: string): unknown =>
    JSON.parse(JSON.stringify(value), (key, member: unknown) => {
      if (key !== '$ref' || typeof member !== 'string') return member
      const [path = '', pointer = ''] = member.split('#')
      const place = path === '' ? url : places.get(`${url} ${path}`)
      if (place === undefined) return member
      return place === base ? `#${pointer}` : `#/${externals}/${hrefs.indexOf(place)}${pointer}`
    })
  const rewritten = Array.from(documents, ([url, value]) => rewrite(value, url))
  return hrefs.length === 1 ? document : { ...(rewritten[0] as Json), [externals]: rewritten }
}

function externalPaths(value: unknown): Set<string> {
  const paths = new Set<string>()
  JSON.stringify(value, (key, member: unknown) => {
    if (key === '$ref' && typeof member === 'string' && !member.startsWith('#'))
      paths.add(member.split('#')[0]!)
    return member
  })
  return paths
}

/** Returns the address of the document that a path leads to; it is added to those that were read. */
async function find(path: string, url: string, documents: Map<string, unknown>): Promise<string | undefined> {
  // A path is often written from the root of a repository, not from the file that it is in.
  for (let folder = new URL('.', url); ; folder = new URL('..', folder)) {
    const { href } = new URL(path, folder)
    const text = documents.has(href) ? undefined : await fetchText(href, href).catch(() => undefined)
    if (text !== undefined) documents.set(href, parse(text, href))
    if (documents.has(href)) return href
    if (folder.pathname === '/' || href === path) return undefined
  }
}
