import { stripTypeScriptTypes } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import type { ContentDescriptor, OpenRpc, Schema } from '../src/open-rpc.ts'
import { tolerant } from '../src/tolerant.ts'
import type { Check, Issue, Mode } from '../generate/prelude.ts'
import { validators } from '../generate/validators.ts'

/** Strict and tolerant as the validators have it; open is strict, but ignores members that nobody declared. */
export type Strictness = Mode | 'open'

/** What is checked: the parameters or the result of a method, or a component that no method reaches. */
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
  const loaded = modules.get(document) ?? Promise.all([load(document), load(withoutElsewhere(document))])
  modules.set(document, loaded)
  const [own, open] = await loaded
  const first = ({ kind, name }: Root, value: unknown, strictness: Strictness) =>
    strictness === 'open' ? open[kind][name]!(value, 'tolerant') : own[kind][name]!(value, strictness)
  return Object.assign(first, { all: (...checked: Parameters<Checker>) => allIssues(document, ...checked) })
}

const modules = new WeakMap<OpenRpc, Promise<[own: Tables, open: Tables]>>()

function load(document: OpenRpc): Promise<Tables> {
  const source = stripTypeScriptTypes(validators(document))
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`) as Promise<Tables>
}

function allIssues(document: OpenRpc, root: Root, value: unknown, strictness: Strictness): Issue[] {
  const known = compiled.get(document) ?? new Map<string, ValidateFunction>()
  compiled.set(document, known)
  const key = `${strictness} ${root.kind} ${root.name}`
  const check = known.get(key) ?? compile(document, root, strictness)
  known.set(key, check)
  check(value)
  return (check.errors ?? []).map(({ instancePath, message, params }) => ({
    path: instancePath,
    message: `${message} ${JSON.stringify(params)}`,
  }))
}

const compiled = new WeakMap<OpenRpc, Map<string, ValidateFunction>>()

function compile(document: OpenRpc, { kind, name }: Root, strictness: Strictness): ValidateFunction {
  const open = () => tolerant(withoutElsewhere(document))
  const { components, methods } =
    strictness === 'strict' ? document : strictness === 'open' ? open() : tolerant(document)
  const method = methods.find((each) => each.name === name)
  const schema =
    kind === 'results'
      ? method?.result.schema
      : kind === 'params'
        ? paramsSchema(method?.params ?? [])
        : components.schemas[name]
  return new Ajv({ strict: false, allErrors: true }).compile({ components, allOf: [schema ?? {}] })
}

/** The document without what it says of other nodes: its tolerant validators then only ignore unknown members. */
function withoutElsewhere(document: OpenRpc): OpenRpc {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]): [string, Schema] => {
    const members = Object.entries(schema.properties ?? {}).map(([key, member]): [string, Schema] => {
      const { 'x-elsewhere': _, ...rest } = member
      return [key, rest]
    })
    return [name, schema.properties ? { ...schema, properties: Object.fromEntries(members) } : schema]
  })
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } }
}

/** The parameters of a call by position as one schema of draft-07, which knows no empty list of items. */
export function paramsSchema(params: readonly ContentDescriptor[]): object {
  const items: Schema[] = params.map(({ schema }) => schema)
  const minItems = params.filter(({ required }) => required === true).length
  return items.length === 0
    ? { type: 'array', maxItems: 0 }
    : { type: 'array', items, minItems, additionalItems: false }
}
