import { stripTypeScriptTypes } from 'node:module'
import { Ajv, type ValidateFunction } from 'ajv'
import type { OpenRpc, Schema } from '../src/open-rpc.ts'
import { tolerant } from '../src/tolerant.ts'
import type { Check, Issue, Mode } from '../generate/prelude.ts'
import { paramsSchema } from '../generate/params-schema.ts'
import { validators } from '../generate/validators.ts'

/** Strict and tolerant as the validators have it; open is strict, but for members that nobody declared. */
export type Manner = Mode | 'open'

/** What is judged: the parameters or the result of a method, or a component that no method reaches. */
export interface Root {
  readonly kind: 'params' | 'results' | 'schemas'
  readonly name: string
}

/** A document as its generated validators see it: the first issue of a value, or undefined. */
export interface Judge {
  (root: Root, value: unknown, manner: Manner): Issue | undefined
  /** All issues of a value, as ajv sees them; the validators stop at the first. */
  readonly all: (root: Root, value: unknown, manner: Manner) => Issue[]
}

type Tables = Readonly<Record<Root['kind'], Readonly<Record<string, Check>>>>

/** The judge of a document that passes the lint: its validators, generated and loaded. */
export async function judgeOf(document: OpenRpc): Promise<Judge> {
  const loaded = modules.get(document) ?? Promise.all([load(document), load(withoutElsewhere(document))])
  modules.set(document, loaded)
  const [own, open] = await loaded
  const first = ({ kind, name }: Root, value: unknown, manner: Manner) =>
    manner === 'open' ? open[kind][name]!(value, 'tolerant') : own[kind][name]!(value, manner)
  return Object.assign(first, { all: (...judged: Parameters<Judge>) => allIssues(document, ...judged) })
}

const modules = new WeakMap<OpenRpc, Promise<[own: Tables, open: Tables]>>()

function load(document: OpenRpc): Promise<Tables> {
  const source = stripTypeScriptTypes(validators(document))
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`) as Promise<Tables>
}

function allIssues(document: OpenRpc, root: Root, value: unknown, manner: Manner): Issue[] {
  const known = compiled.get(document) ?? new Map<string, ValidateFunction>()
  compiled.set(document, known)
  const key = `${manner} ${root.kind} ${root.name}`
  const check = known.get(key) ?? compile(document, root, manner)
  known.set(key, check)
  check(value)
  return (check.errors ?? []).map(({ instancePath, message, params }) => ({
    path: instancePath,
    message: `${message} ${JSON.stringify(params)}`,
  }))
}

const compiled = new WeakMap<OpenRpc, Map<string, ValidateFunction>>()

function compile(document: OpenRpc, { kind, name }: Root, manner: Manner): ValidateFunction {
  const judged = {
    strict: document,
    tolerant: tolerant(document),
    open: tolerant(withoutElsewhere(document)),
  }
  const { components, methods } = judged[manner]
  const method = methods.find((each) => each.name === name)
  const schema =
    kind === 'results'
      ? method?.result.schema
      : kind === 'params'
        ? paramsSchema(method?.params ?? [])
        : components.schemas[name]
  return new Ajv({ strict: false, allErrors: true }).compile({ components, allOf: [schema ?? {}] })
}

/** The document without what it says of other nodes: its tolerant validators then only pass over unknown members. */
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
