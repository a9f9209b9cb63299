import {
  companions as companionTable,
  document,
  methods,
  type CompanionName,
  type Companions,
  type MethodName,
  type Methods,
} from '@lectern/spec'
import { companionParams, params, type Issue } from '@lectern/spec/validators'
import { errorReply, type Reply } from './reply.ts'
import { RpcError } from '../error.ts'
import type { Limits } from './limits.ts'
import type { Slice } from './slices.ts'
import type { Forwarded } from './upstream.ts'

/** A valid call that is to be run; `id` is the id's raw text. */
export interface Call {
  readonly id: string
  readonly params: unknown
  readonly routine: Routine
}

/** A call to run or to forward, the reply that refuses it, or undefined for a notification that changes nothing. */
export type Checked = Call | Forwarded | Reply | undefined

export interface Batch {
  readonly items: number
  /** One of them. */
  read(index: number): Checked
}

/** Checks a call. Reading changes nothing, so a notification is not run; one that `forwards` allows may have an effect. */
export function checkCall(
  slice: Slice | undefined,
  value: unknown,
  routines: Routines,
  limits: Limits,
  forwards?: (method: string) => boolean,
): Checked {
  if (slice === undefined)
    return errorReply('null', new RpcError('InvalidRequest', 'A request is an object.'))
  const call = value as Members
  const fault = findFault(call, slice, limits)
  if (fault !== undefined) return errorReply(isEchoed(slice, limits) ? slice.id : 'null', fault)
  const { id } = slice
  const method = call.method as string
  if (forwards !== undefined && !routines.has(method) && forwards(method))
    return { id, method, params: (call.params ?? []) as never, text: slice.params ?? '[]' }
  return id === undefined ? undefined : findCall(id, call, routines)
}

/** The reply that refuses a call since it asks too much. */
export const refuseCall = (call: Call | Forwarded, message: string): Reply => {
  const name = 'routine' in call ? call.routine.name : undefined
  return errorReply(call.id ?? 'null', new RpcError('LimitExceeded', message), name)
}

type Members = Readonly<Record<'jsonrpc' | 'id' | 'method' | 'params', unknown>>

/** The first rule that a call breaks. */
function findFault(
  { jsonrpc, method, params }: Members,
  { id, repeated }: Slice,
  { idLength, methodLength }: Limits,
): RpcError | undefined {
  if (repeated !== undefined) return invalid(`Duplicate member "${repeated}".`)
  if (id !== undefined && !isScalarId(id)) return invalid('id must be a string, a number or null.')
  if (id !== undefined && id.length > idLength)
    return tooLong(`An id is at most ${idLength} characters long.`)
  if (jsonrpc !== '2.0') return invalid('jsonrpc must be "2.0".')
  if (typeof method !== 'string') return invalid('method must be a string.')
  // null is taken for none, as geth does: a nil slice of a program in Go is sent as null.
  if (!['undefined', 'object'].includes(typeof params)) return invalid('params must be an array.')
  return method.length > methodLength
    ? tooLong(`A method's name is at most ${methodLength} characters long.`)
    : undefined
}

const invalid = (message: string): RpcError => new RpcError('InvalidRequest', message)
const tooLong = (message: string): RpcError => new RpcError('LimitExceeded', message)
const isScalarId = (id: string): boolean => /^["\-0-9n]/.test(id)

const isEchoed = (slice: Slice, limits: Limits): slice is Slice & { id: string } =>
  slice.id !== undefined &&
  slice.repeated !== 'id' &&
  isScalarId(slice.id) &&
  slice.id.length <= limits.idLength

function findCall(id: string, call: Members, routines: Routines): Call | Reply {
  const method = call.method as string
  const params = call.params ?? []
  const routine = routines.get(method)
  if (routine === undefined) return errorReply(id, notFound(method))
  const issue = routine.check(params)
  if (issue === undefined) return { id, params, routine }
  // No data: hive's comparison, and so the official suite, refuses a member that geth does not send.
  return errorReply(id, new RpcError('InvalidParams', `${method}: ${issue.message}.`), method)
}

/** How one method's parameters are checked and how it is run. */
export interface Routine {
  /** The method: this very string is found by others faster than the one that a client wrote. */
  readonly name: string
  check(params: unknown): Issue | undefined
  run(source: Callable, params: unknown): unknown
}

/** The methods, with those helper methods that they have. */
export type Callable = Methods & Partial<Companions>

/** The routines by their exact names: a Map has no `constructor` or `__proto__`. */
export type Routines = ReadonlyMap<string, Routine>

/** The routines of the methods and of rpc.discover; and of the companions, some of them the server's `own`, unless that is false. */
export function createRoutines(own: Partial<Companions> | false = {}): Routines {
  const names = own === false ? [] : (Object.keys(companionTable) as CompanionName[])
  return new Map<string, Routine>([
    ...(Object.keys(methods) as MethodName[]).map((name): [string, Routine] => [
      name,
      toRoutine(name, params[name]),
    ]),
    ...names.map((name): [string, Routine] => [name, toRoutine(name, companionParams[name], own)]),
    ['rpc.discover', { name: 'rpc.discover', check: checkEmpty, run: () => discovery }],
  ])
}

function toRoutine(
  name: MethodName | CompanionName,
  check: Routine['check'],
  own: Partial<Callable> | false = {},
): Routine {
  return {
    name,
    check,
    run(source, params) {
      const from = own && own[name] ? own : source
      const handler = from[name] as ((...params: unknown[]) => unknown) | undefined
      if (handler === undefined) throw notFound(name)
      return handler.apply(from, params as unknown[])
    },
  }
}

const notFound = (method: string): RpcError =>
  new RpcError('MethodNotFound', `The method ${JSON.stringify(method)} does not exist.`)

const discovery: Uint8Array = new TextEncoder().encode(JSON.stringify(document))

function checkEmpty(params: unknown): Issue | undefined {
  return Object.keys(params as object).length === 0
    ? undefined
    : { path: '', message: 'params must be empty' }
}
