import { stripTypeScriptTypes } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import type { ContentDescriptor, OpenRpc, Schema } from '../src/open-rpc.ts'
import { tolerant } from '../src/tolerant.ts'
import type { Check, Issue, Mode } from '../generate/prelude.ts'
import { validators } from '../generate/validators.ts'

/** The modes of the validators; `open` is strict, but ignores members that are not declared. */
export type Strictness = Mode | 'open'

/** The subject of a check: a method's parameters or result, or a component that no method reaches. */
export interface Root {
  readonly kind: 'params' | 'results' | 'schemas'
  readonly name: string
}

/** The generated validators of a document: the first issue of a value, or undefined. */
export interface Checker {
  (root: Root, value: unknown, strictness: Strictness): Issue | undefined
  /** All issues of a value, by ajv; the validators stop at the first. */
  readonly all: (root: Root, value: unknown, strictness: Strictness) => Issue[]
}

type Tables = Readonly<Record<Root['kind'], Readonly<Record<string, Check>>>>

/** The checker of a document that passes the lint: its validators, generated and loaded. */
export async function createChecker(document: OpenRpc): Promise<Checker> {
  const open = withoutElsewhere(document)
  const loaded = modules.get(document) ?? Promise.all([load(document), load(open)])
  modules.set(document, loaded)
  const [own, opened] = await loaded
  const first = ({ kind, name }: Root, value: unknown, strictness: Strictness) =>
    strictness === 'open' ? opened[kind][name]!(value, 'tolerant') : own[kind][name]!(value, strictness)
  const compiled = new Map<string, ValidateFunction>()
  const all = (root: Root, value: unknown, strictness: Strictness) => {
    const key = `${strictness} ${root.kind} ${root.name}`
    const by = strictness === 'strict' ? document : tolerant(strictness === 'open' ? open : document)
    const check = compiled.get(key) ?? compile(by, root)
    compiled.set(key, check)
    check(value)
    return (check.errors ?? []).map(({ instancePath, message, params }) => ({
      path: instancePath,
      message: `${message} ${JSON.stringify(params)}`,
    }))
  }
  return Object.assign(first, { all })
}

const modules = new WeakMap<OpenRpc, Promise<[own: Tables, open: Tables]>>()

/** The validators of a document; a companion's are as those of a method. */
async function load(document: OpenRpc): Promise<Tables> {
  const source = stripTypeScriptTypes(validators(document))
  const url = `data:text/javascript,${encodeURIComponent(source)}`
  const { schemas, params, results, companionParams, companionResults } = (await import(
    /* @vite-ignore */ url
  )) as Tables & Readonly<Record<'companionParams' | 'companionResults', Tables['params']>>
  return { schemas, params: { ...params, ...companionParams }, results: { ...results, ...companionResults } }
}

/** The document without what it says of other nodes: its tolerant validators then only ignore unknown members. */
const withoutElsewhere = (document: OpenRpc): OpenRpc =>
  JSON.parse(JSON.stringify(document), (key, value) => (key === 'x-elsewhere' ? undefined : value))

function compile({ components, methods }: OpenRpc, { kind, name }: Root): ValidateFunction {
  const { params = [], result } = methods.find((method) => method.name === name) ?? {}
  const schema = { params: paramsSchema(params), results: result?.schema, schemas: components.schemas[name] }
  return new Ajv({ strict: false, allErrors: true }).compile({ components, allOf: [schema[kind] ?? {}] })
}

/** The parameters of a call by position as one schema of draft-07, which knows no empty list of items. */
export function paramsSchema(params: readonly ContentDescriptor[]): object {
  const items: Schema[] = params.map(({ schema }) => schema)
  const minItems = params.filter(({ required }) => required === true).length
  return items.length === 0
    ? { type: 'array', maxItems: 0 }
    : { type: 'array', items, minItems, additionalItems: false }
}
