import { document, type ErrorName, methods, type MethodName, type Methods } from '@lectern/spec'
import { params as checks, type Issue } from '@lectern/spec/validators'
import { errorReply, type Reply } from './reply.ts'
import { RpcError } from '../error.ts'
import type { Limits } from './limits.ts'
import type { Slice } from './slices.ts'

/** A valid call that is to be run; `id` is the id's raw text. */
export interface Call {
  readonly id: string
  readonly params: unknown
  readonly routine: Routine
}

/**
 * Checks a call: a call to run, the reply that refuses it, or undefined for a notification.
 * Reading changes nothing, so a notification is not run.
 */
export function checkCall(
  slice: Slice | undefined,
  value: unknown,
  limits: Limits,
): Call | Reply | undefined {
  if (slice === undefined)
    return errorReply('null', new RpcError('InvalidRequest', 'A request is an object.'))
  const request = value as Request
  for (const { breaks, kind, message } of rules) {
    if (!breaks(request, slice, limits)) continue
    const id = isEchoed(slice, limits) ? slice.id : 'null'
    return errorReply(id, new RpcError(kind, message(limits, slice)))
  }
  return slice.id === undefined ? undefined : findCall(slice.id, request)
}

type Request = Readonly<Record<'jsonrpc' | 'id' | 'method' | 'params', unknown>>

interface Rule {
  readonly kind: ErrorName
  breaks(request: Request, slice: Slice, limits: Limits): boolean
  message(limits: Limits, slice: Slice): string
}

/** What each request must be, in the order of the checks. */
const rules: readonly Rule[] = [
  {
    kind: 'InvalidRequest',
    breaks: (_, { repeated }) => repeated !== undefined,
    message: (_, { repeated }) => `Duplicate member "${repeated}".`,
  },
  {
    kind: 'InvalidRequest',
    breaks: (_, { id }) => id !== undefined && !isScalarId(id),
    message: () => 'id must be a string, a number or null.',
  },
  {
    kind: 'LimitExceeded',
    breaks: (_, { id }, { idLength }) => id !== undefined && id.length > idLength,
    message: ({ idLength }) => `An id is at most ${idLength} characters long.`,
  },
  {
    kind: 'InvalidRequest',
    breaks: ({ jsonrpc }) => jsonrpc !== '2.0',
    message: () => 'jsonrpc must be "2.0".',
  },
  {
    kind: 'InvalidRequest',
    breaks: ({ method }) => typeof method !== 'string',
    message: () => 'method must be a string.',
  },
  {
    kind: 'InvalidRequest',
    breaks: ({ params }) => params === null || !['undefined', 'object'].includes(typeof params),
    message: () => 'params must be an array.',
  },
  {
    kind: 'LimitExceeded',
    breaks: ({ method }, _, { methodLength }) => (method as string).length > methodLength,
    message: ({ methodLength }) => `A method's name is at most ${methodLength} characters long.`,
  },
]

const isScalarId = (id: string): boolean => /^["\-0-9n]/.test(id)

const isEchoed = (slice: Slice, limits: Limits): slice is Slice & { id: string } =>
  slice.id !== undefined &&
  slice.repeated !== 'id' &&
  isScalarId(slice.id) &&
  slice.id.length <= limits.idLength

function findCall(id: string, request: Request): Call | Reply {
  const method = request.method as string
  const params = request.params ?? []
  const routine = routines.get(method)
  if (routine === undefined)
    return errorReply(
      id,
      new RpcError('MethodNotFound', `The method ${JSON.stringify(method)} does not exist.`),
    )
  const issue = routine.check(params)
  if (issue !== undefined)
    // No data: hive's comparison, and so the official suite, refuses a member that geth does not send.
    return errorReply(
      id,
      new RpcError('InvalidParams', `${method}: params${issue.path} ${issue.message}.`),
      method,
    )
  return { id, params, routine }
}

/** How one method's parameters are checked and how it is run. */
export interface Routine {
  /** The method: this very string is found by others faster than the one that a client wrote. */
  readonly name: string
  check(params: unknown): Issue | undefined
  run(source: Methods, params: unknown): unknown
}

/** Every method that is served, by its exact name: a Map, so that `constructor` and `__proto__` are not in it. */
export const routines: ReadonlyMap<string, Routine> = new Map<string, Routine>([
  ...(Object.keys(methods) as MethodName[]).map((name): [string, Routine] => [name, toRoutine(name)]),
  ['rpc.discover', { name: 'rpc.discover', check: checkEmpty, run: () => discovery }],
])

function toRoutine(name: MethodName): Routine {
  return {
    name,
    check: checks[name],
    run(source, params) {
      const handler = source[name] as (...params: unknown[]) => unknown
      return handler.apply(source, params as unknown[])
    },
  }
}

const discovery: Uint8Array = new TextEncoder().encode(JSON.stringify(document))

function checkEmpty(params: unknown): Issue | undefined {
  return Object.keys(params as object).length === 0 ? undefined : { path: '', message: 'must be empty' }
}
