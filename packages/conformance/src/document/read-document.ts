import type { OpenRpc } from '@lectern/spec'
import { ConformanceError } from '../error.ts'
import { createSchemaReader, Fault, type Problem, type SchemaReader } from './canonical.ts'
import { isRecord, show, type Json } from './json.ts'

/** An OpenRPC document as the checks read it. */
export interface ReadDocument {
  /** The methods that can be read, in the form of Lectern's own document: one type a schema, nothing behind a `$ref` but schemas. */
  readonly document: OpenRpc
  /** Why methods were left out. */
  readonly problems: readonly Problem[]
  /** The keywords and formats that are not checked, each once. */
  readonly notes: readonly Problem[]
}

const known = new WeakMap<object, ReadDocument>()

/**
 * Reads any OpenRPC 1 document. Methods with a fault are left out, and named among the problems.
 *
 * @throws ConformanceError `INPUT` for what is no OpenRPC document, with the JSON pointer.
 */
export function readDocument(given: unknown): ReadDocument {
  if (!isRecord(given)) throw documentError('#', `must be an OpenRPC document, not ${show(given)}`)
  const cached = known.get(given)
  if (cached) return cached
  const found = read(given)
  known.set(given, found)
  known.set(found.document, found)
  return found
}

export const documentError = (pointer: string, message: string): ConformanceError =>
  new ConformanceError('INPUT', `The document cannot be used: ${pointer} ${message}.`)

function read(given: Json): ReadDocument {
  const { openrpc, info, methods } = given
  if (typeof openrpc !== 'string' || !openrpc.startsWith('1.'))
    throw documentError('#/openrpc', `must be a version of OpenRPC 1, not ${show(openrpc)}`)
  if (!Array.isArray(methods)) throw documentError('#/methods', `must be a list, not ${show(methods)}`)
  const reader = createSchemaReader(given)
  const names = new Set<string>()
  const problems = new Map<string, Problem>()
  const found = methods.flatMap((one: unknown, index) => {
    try {
      return [readMethod(one, reader, `#/methods/${index}`, names)]
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { pointer, message } = error
      problems.set(pointer, { pointer, message })
      return []
    }
  })
  const { title, version, ...more } = isRecord(info) ? info : {}
  const document = {
    ...given,
    info: { ...more, title: String(title ?? ''), version: String(version ?? '') },
    methods: found,
    components: { schemas: reader.components, errors: {} },
  } as unknown as OpenRpc
  return { document, problems: [...problems.values()], notes: reader.notes }
}

type Method = OpenRpc['methods'][number]

function readMethod(one: unknown, reader: SchemaReader, pointer: string, names: Set<string>): Method {
  const follow = (value: unknown, at: string) => reader.follow(value, `${pointer}${at}`)
  const method = follow(one, '')
  if (!isRecord(method) || typeof method['name'] !== 'string')
    throw new Fault(pointer, 'must be a method with a name')
  const { name, result, ...more } = method
  if (names.has(name))
    throw new Fault(`${pointer}/name`, `must be another name: two methods are called ${show(name)}`)
  names.add(name)
  const list = (key: string) => {
    const value = method[key] ?? []
    if (!Array.isArray(value)) throw new Fault(`${pointer}/${key}`, `must be a list, not ${show(value)}`)
    return value.map((item: unknown, index) => follow(item, `/${key}/${index}`))
  }
  const records = (key: string) => list(key).filter(isRecord)
  const describe = (descriptor: unknown, at: string) => {
    if (!isRecord(descriptor) || descriptor['schema'] === undefined)
      throw new Fault(`${pointer}${at}`, 'must have a schema')
    const { name = '', required, schema } = descriptor
    return { name, required, schema: reader.readSchema(schema, `${pointer}${at}/schema`) }
  }
  const values = (item: unknown) =>
    (Array.isArray(item) ? item : []).map((value: unknown) => follow(value, '/examples')).filter(isRecord)
  // oxlint-disable-next-line no-map-spread -- the document that was given stays as it is
  const examples = records('examples').map(({ params, result, ...example }, index) => {
    const answer = follow(result, '/examples')
    return {
      ...example,
      name: String(example['name'] ?? index),
      params: values(params),
      ...(isRecord(answer) && 'value' in answer && { result: answer }),
    }
  })
  return {
    ...more,
    name,
    pointer,
    params: list('params').map((param, index) => describe(param, `/params/${index}`)),
    ...(result !== undefined &&
      result !== null && { result: describe(follow(result, '/result'), '/result') }),
    errors: records('errors').filter(({ code }) => Number.isInteger(code)),
    // oxlint-disable-next-line no-map-spread -- the document that was given stays as it is
    links: records('links').map((link, index) => ({
      ...link,
      name: String(link['name'] ?? `${String(link['method'])} ${index}`),
      method: link['method'] ?? method['name'],
      params: isRecord(link['params']) ? link['params'] : {},
    })),
    tags: records('tags'),
    examples,
  } as unknown as Method
}
