import type { ContentDescriptor, Method, OpenRpc } from '../src/open-rpc.ts'
import { nonNull } from '../src/schema.ts'
import { comment, literal, typeOf, typesImport } from './types.ts'

/** The methods, and apart from them the companions: those with that tag. */
export const splitMethods = ({ methods }: OpenRpc): { own: Method[]; companions: Method[] } => ({
  own: methods.filter((method) => !isCompanion(method)),
  companions: methods.filter(isCompanion),
})

const isCompanion = ({ tags = [] }: Method) => tags.some(({ name }) => name === 'companion')

/** The types of the calls: Signatures, Methods, the same of the companions, and what is derived from them. */
export function methodTypes(document: OpenRpc): string {
  const { own, companions } = splitMethods(document)
  const [rows, others] = [rowsOf(own), rowsOf(companions)]
  const code = [...rows, ...others].map(({ params, result }) => `${params} ${result}`).join(' ')
  return `${typesImport(document, code)}

/** The parameters and the result of each method, as JSON. */
export interface Signatures {
${rows.map(signature).join('\n')}
}

/** The parameters and the result of each companion, as JSON. */
export interface CompanionSignatures {
${others.map(signature).join('\n')}
}

/** The name of a method. */
export type MethodName = keyof Signatures
/** The name of a companion. */
export type CompanionName = keyof CompanionSignatures
type AnySignatures = Signatures & CompanionSignatures
/** The parameters of a method or companion, in order: \`Params<'eth_getBlockByNumber'>\`. */
export type Params<M extends MethodName | CompanionName> = AnySignatures[M]['params']
/** The result of a method or companion: \`Result<'eth_getBlockByNumber'>\`. */
export type Result<M extends MethodName | CompanionName> = AnySignatures[M]['result']

/** A value, or a promise of it. */
export type MaybePromise<T> = T | Promise<T>
/** The UTF-8 bytes of a value's JSON text. */
export type Json<T> = Uint8Array & { readonly __value?: T }

/**
 * The document's methods as functions: a store implements them, a server exposes them, a client has them. A result may be
 * given as the UTF-8 bytes of its JSON. A function that throws replies with an error: the code of the thrown error if it
 * is one of \`errors\`, else Internal error.
 */
export interface Methods {
${rows.map(handler).join('\n')}
}

/** The document's helper methods as functions, which clients call before or after the methods. A server may have all, some or none. */
export interface Companions {
${others.map(handler).join('\n')}
}
`
}

/** The parts of a method that are written. */
const rowsOf = (methods: readonly Method[]) =>
  methods.map(({ name, description, params, result }) => ({
    text: comment(description),
    tags: comment(
      description,
      ...params.map((param) => `@param ${param.name} ${param.description ?? ''}`),
      `@returns ${result.description ?? result.name}`,
    ),
    name,
    params: params.map(parameter).join(', '),
    result: typeOf(result.schema),
  }))

type Row = ReturnType<typeof rowsOf>[number]

const signature = (row: Row) => `${row.text}${row.name}: { params: [${row.params}]; result: ${row.result} }`

const handler = (row: Row) => `${row.tags}${row.name}: (${row.params}) => MaybePromise<${answer(row.name)}>`

const parameter = ({ name, required, schema }: ContentDescriptor) =>
  `${name}${required === true ? '' : '?'}: ${typeOf(schema)}`

const answer = (name: string) => `Result<'${name}'> | Json<Result<'${name}'>>`

/** The tables of the methods and of the errors. */
export function methodTables(document: OpenRpc): string {
  const { components } = document
  const { own, companions } = splitMethods(document)
  const table = (methods: readonly Method[]) =>
    methods.map((method) => `${method.name}: ${literal(info(method, components))},`).join('\n')
  const errors = Object.entries(components.errors)
  return `/** A parameter, as the document describes it. */
export interface ParamInfo {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

/** A method, as the document describes it; \`errors\` are the codes that a well-formed call to it can get. */
export interface MethodInfo<M extends MethodName | CompanionName = MethodName | CompanionName> {
  readonly name: M
  readonly summary: string
  readonly params: readonly ParamInfo[]
  readonly errors: readonly ErrorCode[]
}

/**
 * Each method by its name.
 *
 * @example methods.eth_getBlockByNumber.params.map(({ name }) => name) // ['block_number', 'return_full_txns']
 */
export const methods: { readonly [M in MethodName]: MethodInfo<M> } = {
${table(own)}
}

/** Each companion by its name. */
export const companions: { readonly [M in CompanionName]: MethodInfo<M> } = {
${table(companions)}
}

/**
 * Each error that the service replies with, by its name in the document.
 *
 * @example errors.PrunedHistoryUnavailable.code // 4444
 */
export const errors: {
${errors.map(([name, { code, message }]) => `readonly ${name}: { readonly code: ${code}; readonly message: ${literal(message)} }`).join('\n')}
} = {
${errors.map(([name, { code, message }]) => `${name}: ${literal({ code, message })},`).join('\n')}
}

/** The members of the methods' results that all nodes write alike: those that no \`x-elsewhere\` of the document excludes, by name. */
export const comparedMembers: string = ${literal(comparedMembers(document).join(' '))}

/** The name of an error. */
export type ErrorName = keyof typeof errors
/** The code of an error. */
export type ErrorCode = (typeof errors)[ErrorName]['code']
`
}

/** The names of the members of the methods' results, without those that some nodes write differently, or leave out where they are not null. */
function comparedMembers(document: OpenRpc): string[] {
  const { schemas } = document.components
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name!)) continue
      found.add(name!)
      visit(schemas[name!])
    }
  }
  visit(splitMethods(document).own.map(({ result }) => result))
  const named = Object.entries(schemas).filter(([name]) => found.has(name))
  const members = named.flatMap(([, { properties = {} }]) => Object.entries(properties))
  const excluded = members.filter(
    ([, member]) =>
      member['x-elsewhere']?.includes('different') ||
      (member['x-elsewhere']?.includes('absent') && !nonNull(member)),
  )
  const names = new Set(excluded.map(([name]) => name))
  return [...new Set(members.map(([name]) => name))].filter((name) => !names.has(name))
}

function info({ name, summary, params, errors }: Method, components: OpenRpc['components']): unknown {
  return {
    name,
    summary,
    params: params.map((param) => ({
      name: param.name,
      required: param.required === true,
      description: param.description ?? '',
    })),
    errors: errors.map(({ $ref }) => components.errors[$ref.slice('#/components/errors/'.length)]?.code),
  }
}
