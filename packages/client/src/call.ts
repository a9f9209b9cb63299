import type { MethodName } from '@lectern/spec'
import { checkParameter, parameters } from '@lectern/spec/parameters'
import { type Binding, bindings } from './bindings.ts'
import type { Ask, Validate, Verify } from './client-options.ts'
import { type Attempt, ClientError, resultCodes } from './error.ts'
import type { Bounds, Call, CallEvent, Reply, Transport } from './transport/transport.ts'

/** A result, and the report of the client's `verify`; undefined without one, and for null. */
export interface Answer extends Reply {
  readonly report: unknown
}

/**
 * Performs a call, and checks that the reply answers it (throws WRONG_ANSWER) and passes `validate` and `verify`. With
 * failover the checks run once per reply, so that a bad reply moves on to the next endpoint.
 */
export async function performCall(
  transport: Transport,
  asked: Call,
  bounds: Bounds,
  verify?: Verify | false,
  validate?: Validate,
  checks: Readonly<Partial<Record<string, Binding>>> = bindings,
): Promise<Answer> {
  const askAt =
    (from: Transport): Ask =>
    async (method, params) =>
      (await performCall(from, { method, params }, bounds)).result
  const call =
    verify && verify.locate
      ? await verify.locate(asked as Call<MethodName>, askAt(transport), bounds.signal)
      : asked
  const { method, params } = call as Call<MethodName>
  const emit = (event: CallEvent): void => bounds.emit?.({ ...call, ...event })
  const reports = new Map<Reply, unknown>() // of the replies that passed

  const check = async (reply: Reply, from: Transport, endpoint: object = from): Promise<void> => {
    const { result, url } = reply
    const checkBinding = checks[method] // a helper method has none here, and is not checked
    if (!checkBinding || result === null || reports.has(reply)) return // null answers every call
    try {
      checkBinding(Object(result) as never, ...(params as [never, never]))
      validate?.(method, result)
      let report: unknown
      if (verify) {
        report = await verify({ method, params }, reply, askAt(from), bounds.signal, endpoint)
        emit({ type: 'verified', url, report })
      }
      reports.set(reply, report)
    } catch (error) {
      // An error of a further call has emitted its own event.
      if (error instanceof ClientError && (resultCodes as readonly string[]).includes(error.code))
        emit({ type: 'mismatch', url, error })
      throw error
    }
  }

  const reply = await transport(call, { ...bounds, emit, check })
  await check(reply, transport)
  return { ...reply, report: reports.get(reply) }
}

/** Throws a ClientError (INVALID_PARAMS) for the first parameter that the document refuses; those of a companion are not checked. */
export function checkParameters({ method, params }: Call): void {
  parameters[method as MethodName]?.forEach((rule, index) => {
    const issue = rule && checkParameter(rule, params[index])
    if (issue) throw new ClientError('INVALID_PARAMS', `${issue}.`)
  })
}

/** Returns the error for a null result if the transaction, receipt or block must exist. */
export const notFound = ({ params }: Call, url?: string): ClientError =>
  new ClientError('NOT_FOUND', `${params[0]} was not found.`, { url })

/** Adds the call and its failed attempts to a ClientError. Returns any other value, such as an abort's reason, unchanged. */
export function completeError(error: unknown, call: Call, events: readonly CallEvent[]): unknown {
  if (!(error instanceof ClientError)) {
    if (!isStackOverflow(error)) return error
    return completeError(new ClientError('BAD_RESPONSE', 'The response is nested too deep.'), call, events)
  }
  const { code, message, cause, status = 0, url = events.at(-1)?.url } = error
  const attempts = events.flatMap(toAttempt)
  if (url && attempts.every((attempt) => attempt.message !== message)) attempts.push({ url, code, message })
  const where = status > 299 ? ` (${url})` : ''
  return new ClientError(code, `${call.method}: ${message}${where}`, {
    ...error,
    ...call,
    url,
    cause,
    attempts,
  })
}

const toAttempt = (event: CallEvent): Attempt | [] =>
  'error' in event && event.type !== 'failover'
    ? { url: event.url, code: event.error.code, message: event.error.message }
    : []

/** Returns whether an error says that the stack has ended, in the words of any engine. */
const isStackOverflow = (error: unknown): boolean =>
  error instanceof Error && /call stack|recursion/.test(error.message)
