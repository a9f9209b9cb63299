import { bindings } from '../bindings.ts'
import { performCall } from '../call.ts'
import type { Validate, Verify } from '../client-options.ts'
import { ClientError, type ErrorCode } from '../error.ts'
import { failover } from '../transport/failover.ts'
import { http, type HttpOptions } from '../transport/http.ts'
import type { Bounds, Call, Reply, Transport } from '../transport/transport.ts'
import { boundResponses } from './bound-responses.ts'
import { equivalents } from './equivalents.ts'
import { exactReplies } from './exact-replies.ts'

export { boundResponses, exactReplies }

/** The options of `upstream`. */
export interface UpstreamOptions extends Omit<HttpOptions, 'readReplies'> {
  /** The most bytes of all responses that are being read at a time. @default 134_217_728 */
  readonly responseBytes?: number | undefined
  /** Attempts after the first one: a call may have had an effect. @default 0 */
  readonly retries?: number | undefined
  /**
   * Proves each result that the three methods have, of helper methods too; `verifier(…)` of @lectern/client/verify creates one. Results of helper
   * methods about a block that it cannot prove are then refused.
   * @default none
   */
  readonly verify?: Verify | undefined
  /** Checks each such result against the document's schemas: `strictShape`, or `lenientShape(…)`. @default none */
  readonly validate?: Validate | undefined
}

/**
 * Creates the transport of a server's `upstream`. It sends parameters as the client wrote them, and keeps the text of each result and error. A
 * transaction, a receipt and a block must answer their call.
 * @param endpoints URLs or transports, the best first. A further one is asked as `failover` does, but not after an error about the call.
 * @throws ClientError INVALID_OPTION for an address or an option that `http` refuses.
 * @example
 * const server = createServer({ methods, upstream: { transport: upstream('http://127.0.0.1:8546') } })
 */
export function upstream(
  endpoints: string | URL | Transport | readonly (string | URL | Transport)[],
  { verify, validate, responseBytes = 2 ** 27, ...options }: UpstreamOptions = {},
): Transport {
  const bounded = boundResponses(responseBytes, options.fetch)
  const settings = { retries: 0, ...options, fetch: bounded, readReplies: exactReplies }
  const nodes = [endpoints].flat().map((each) => (typeof each === 'function' ? each : http(each, settings)))
  const transport = nodes.length === 1 ? nodes[0]! : throwErrors(failover(nodes.map(keepErrors)))

  return async (call, bounds): Promise<Reply> => {
    const { method, params } = call
    // A proof may be of another block than that of a tag, so the text is not sent.
    const asked = verify && method in bindings ? { method, params } : call
    if (!isHistory(method)) return await performCall(transport, asked, bounds, verify, validate)
    const check = (reply: Reply, from: Transport): Promise<void> => checkHistory(call, reply, from, bounds)
    const reply = await transport(call, { ...bounds, check })
    await check(reply, transport)
    return reply
  }

  /** Checks the result of a helper method by the calls of the three methods that have its content. */
  async function checkHistory(
    { method, params }: Call,
    { result, url }: Reply,
    from: Transport,
    bounds: Bounds,
  ): Promise<void> {
    if (result === null) return
    const toEquivalents = equivalents[method as keyof typeof equivalents]
    if (toEquivalents === undefined || (verify && method === 'eth_getBlockReceipts')) {
      if (verify) throw new ClientError('UNVERIFIED', `${method} has no proof.`)
      return
    }
    const parts = toEquivalents(Object(result), ...params)
    const known = new Map(parts.map((part) => [keyOf(part.call), { result: part.result, url }]))
    const through: Transport = async (asked, further) =>
      known.get(keyOf(asked)) ?? (await from(asked, further))
    const { signal, deadline } = bounds
    for (const part of parts) await performCall(through, part.call, { signal, deadline }, verify, validate)
  }
}

/** A reply, or the error of a call that every node would refuse. */
type Kept = Reply & { readonly error?: ClientError }

/** Codes of errors that are the answer to a call: no other node is asked. */
const finalCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'INVALID_PARAMS',
  'METHOD_NOT_FOUND',
  'RPC_ERROR',
  'RPC_INVALID_REQUEST',
])

/** Returns final errors of a transport as replies, which `failover` passes on. */
const keepErrors =
  (transport: Transport): Transport =>
  (call, bounds) =>
    transport(call, bounds).catch((error: unknown): Kept => {
      if (error instanceof ClientError && finalCodes.has(error.code)) return { result: undefined, error }
      throw error
    })

/** Throws the errors that `keepErrors` has returned. They are not checked. */
const throwErrors =
  (transport: Transport): Transport =>
  async (call, { check, ...bounds }) => {
    const checkResult: Bounds['check'] = async (reply: Kept, from, endpoint) => {
      if (!reply.error) await check?.(reply, throwErrors(from), endpoint ?? from)
    }
    const reply: Kept = await transport(call, { ...bounds, check: checkResult })
    if (reply.error) throw reply.error
    return reply
  }

const keyOf = ({ method, params }: Call): string => JSON.stringify([method, params])

/** Whether a method returns what blocks hold, or how much; not the three methods themselves. */
const isHistory = (method: string): boolean =>
  /^eth_get(Block|Uncle|TransactionByBlock)/.test(method) && !(method in bindings)
