import type { ErrorName } from '@lectern/spec'
import { errorAnswer, type Answer } from './answer.ts'
import { RpcError } from '../error.ts'
import type { Limits } from './limits.ts'
import { routines, type Routine } from './routines.ts'
import type { Slice } from './slices.ts'

/** A valid call that is to be run; `id` is the id's raw text. */
export interface Call {
  readonly id: string
  readonly params: unknown
  readonly routine: Routine
}

/**
 * What a request comes to: a call to run, the answer that refuses it, or undefined for a notification.
 * Reading changes nothing, so a notification is not run.
 */
export function judgeCall(
  slice: Slice | undefined,
  value: unknown,
  limits: Limits,
): Call | Answer | undefined {
  if (slice === undefined)
    return errorAnswer('null', new RpcError('InvalidRequest', 'A request is an object.'))
  const request = value as Request
  for (const { breaks, kind, message } of rules) {
    if (!breaks(request, slice, limits)) continue
    const id = isEchoed(slice, limits) ? slice.id : 'null'
    return errorAnswer(id, new RpcError(kind, message(limits, slice)))
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

function findCall(id: string, request: Request): Call | Answer {
  const method = request.method as string
  const params = request.params ?? []
  const routine = routines.get(method)
  if (routine === undefined)
    return errorAnswer(
      id,
      new RpcError('MethodNotFound', `The method ${JSON.stringify(method)} does not exist.`),
    )
  const issue = routine.check(params)
  if (issue !== undefined)
    // No data: hive's comparison, and so the official suite, refuses a member that geth does not send.
    return errorAnswer(
      id,
      new RpcError('InvalidParams', `${method}: params${issue.path} ${issue.message}.`),
      method,
    )
  return { id, params, routine }
}
