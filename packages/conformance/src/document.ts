import type { Schema } from '@lectern/spec'
import { isRecord } from './compare.ts'
import { ConformanceError } from './error.ts'

/** An OpenRPC document, as far as checks are derived from it; any more is left alone. */
export interface Document {
  readonly methods: readonly unknown[]
  readonly components?: unknown
}

/** One method of a document with its references followed, schemas aside. */
export interface Method {
  readonly name: string
  /** Where it stands in the document, e.g. `#/methods/0`. */
  readonly pointer: string
  readonly byPosition: boolean
  readonly params: readonly Param[]
  /** The codes the method declares, JSON-RPC's own aside. */
  readonly errors: readonly number[]
  readonly examples: readonly Example[]
  readonly links: readonly Link[]
}

/** A parameter and its schema, which may still hold references. */
export interface Param {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** A recorded call of the document: what it answers is a result or an error with this code. */
export interface Example {
  readonly name: string
  readonly params: readonly unknown[]
  readonly expected: { readonly result: unknown } | { readonly error: unknown }
}

/** A way from one method's answer to another call: constants and runtime expressions by parameter name. */
export interface Link {
  readonly name: string
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The methods of a document; throws a ConformanceError (DOCUMENT) for a reference that leads nowhere. */
export function readMethods(document: Document): Method[] {
  return document.methods.map((method, index) => readMethod(document, method, `#/methods/${index}`))
}

/** The value that a `$ref` of the document leads to; any other value as it is. */
export function resolve(document: Document, value: unknown): unknown {
  if (!isRecord(value) || typeof value['$ref'] !== 'string') return value
  const path = value['$ref'].replace(/^#\/?/, '').split('/')
  let found: unknown = document
  for (const step of path) {
    const key = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    found = typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined
  }
  if (found === undefined)
    throw new ConformanceError('DOCUMENT', `${value['$ref']} leads nowhere in the document.`)
  return resolve(document, found)
}

function readMethod(document: Document, value: unknown, pointer: string): Method {
  const method = record(document, value, pointer)
  const list = (key: string) =>
    (Array.isArray(method[key]) ? method[key] : []).map((item, index) =>
      record(document, item, `${pointer}/${key}/${index}`),
    )
  if (typeof method['name'] !== 'string')
    throw new ConformanceError('DOCUMENT', `${pointer}: the method has no name.`)
  return {
    name: method['name'],
    pointer,
    byPosition: method['paramStructure'] === 'by-position',
    params: list('params').map(readParam),
    errors: list('errors').map(({ code }) => code as number),
    examples: list('examples').map((example) => readExample(document, example)),
    links: list('links').map(readLink),
  }
}

function record(document: Document, value: unknown, pointer: string): Record<string, unknown> {
  const found = resolve(document, value)
  if (isRecord(found)) return found
  throw new ConformanceError('DOCUMENT', `${pointer} of the document is not an object.`)
}

const readParam = (param: Record<string, unknown>): Param => ({
  name: String(param['name']),
  required: param['required'] === true,
  schema: (param['schema'] ?? {}) as Schema,
})

const readLink = (link: Record<string, unknown>): Link => ({
  name: String(link['name']),
  method: String(link['method']),
  params: isRecord(link['params']) ? link['params'] : {},
})

function readExample(document: Document, example: Record<string, unknown>): Example {
  const value = (item: unknown) => (resolve(document, item) as { value?: unknown } | undefined)?.value
  const params = Array.isArray(example['params']) ? example['params'] : []
  // The specification's text has an error in an example pairing, its meta-schema has not.
  const error = resolve(document, example['error'])
  const expected = isRecord(error) ? { error: error['code'] } : { result: value(example['result']) }
  return { name: String(example['name']), params: params.map(value), expected }
}
