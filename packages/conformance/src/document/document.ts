import type { ContentDescriptor, Link, OpenRpc, Schema } from '@lectern/spec'
import { ConformanceError } from '../error.ts'
import { isRecord } from './json.ts'

/** The methods of which a rule knows more than the document says. */
export const names = {
  transaction: 'eth_getTransactionByHash',
  receipt: 'eth_getTransactionReceipt',
  block: 'eth_getBlockByNumber',
  byHash: 'eth_getBlockByHash',
  uncle: 'eth_getUncleByBlockHashAndIndex',
  blockNumber: 'eth_blockNumber',
  chainId: 'eth_chainId',
} as const

/** Parameters that are numbers, and the member of the response that repeats them: all between two known ones can be asked for. */
export const numbered: readonly { method: string; param: string; member: string }[] = [
  { method: names.block, param: 'block_number', member: '$result.number' },
]

/** Constants whose responses are not settled: a pending block is not mined, and on other nodes has neither hash nor number of its own. */
export const unsettled: ReadonlySet<unknown> = new Set(['pending'])

/** Constants that older nodes answer with an error of their own as long as they name nothing (execution-apis#879). */
export const unresolved: ReadonlySet<unknown> = new Set(['safe', 'finalized', 'pending'])

/** Methods whose results are of one server at one moment: an example shows another's, and several servers may stand behind one address. */
export const ofServers: ReadonlySet<string> = new Set(['web3_clientVersion', names.blockNumber])

/** One method of a document, as the checks look at it. */
export interface Method {
  readonly name: string
  /** Where it stands in the document, e.g. `#/methods/0`. */
  readonly pointer: string
  readonly params: readonly ContentDescriptor[]
  /** The schema of its result. */
  readonly result: Schema
  /** The codes of the errors that the method may answer a valid call with: those it declares, and that blame neither side. */
  readonly errors: readonly number[]
  readonly examples: readonly Example[]
  readonly links: readonly Link[]
  /** Whether the document tags it `companion`: an endpoint may lack it. */
  readonly isCompanion: boolean
  /** The parameters of a call that is right: those of the first example, or none where none are required. */
  readonly call?: readonly unknown[]
}

/** A call of the document and the result it has there. */
export interface Example {
  readonly name: string
  readonly params: readonly unknown[]
  readonly result: unknown
}

const faults = new Set([-32602, -32603]) // invalid params, internal error

/** The methods of a document; throws a ConformanceError (DOCUMENT) for a reference that leads nowhere. */
export function readMethods(document: OpenRpc): Method[] {
  return document.methods.map(({ name, params, result, errors, links = [], tags = [], ...method }, index) => {
    const examples = (method.examples ?? []).map(({ name, params, result }) => {
      return { name, params: params.map(({ value }) => value), result: result.value }
    })
    const call = examples[0]?.params ?? (countRequired(params) === 0 ? [] : undefined)
    return {
      name,
      pointer: `#/methods/${index}`,
      params,
      result: result.schema,
      errors: errors.map((error) => codeOf(document, error)).filter((code) => !faults.has(code)),
      examples,
      links,
      isCompanion: tags.some((tag) => tag.name === 'companion'),
      ...(call && { call }),
    }
  })
}

/** The code of an error of a method. */
export const codeOf = (document: OpenRpc, error: OpenRpc['methods'][number]['errors'][number]): number =>
  resolve<{ readonly code: number }>(document, error).code

/** How many parameters a method requires. */
export const countRequired = (params: readonly ContentDescriptor[]): number =>
  params.filter(({ required }) => required === true).length

/** What a `$ref` of the document leads to; a value without one as it is. */
export function resolve<T>(document: OpenRpc, value: T | { readonly $ref: string }): T {
  if (!isRecord(value) || typeof value['$ref'] !== 'string') return value as T
  let found: unknown = document
  for (const key of value['$ref'].split('/').slice(1)) found = isRecord(found) ? found[key] : undefined
  if (found === undefined)
    throw new ConformanceError('DOCUMENT', `${value['$ref']} leads nowhere in the document.`)
  return resolve(document, found as T)
}
