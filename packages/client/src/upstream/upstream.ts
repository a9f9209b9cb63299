import { bindings } from '../bindings.ts'
import { type Answer, performCall } from '../call.ts'
import type { Verify } from '../client-options.ts'
import { failover } from '../transport/failover.ts'
import { http, type HttpOptions } from '../transport/http.ts'
import type { Bounds, Call, Transport } from '../transport/transport.ts'
import { boundResponses } from './bound-responses.ts'
import { exactReplies } from './exact-replies.ts'
import { helperBindings } from './helper-bindings.ts'

export { type Answer, boundResponses, exactReplies }

/** The options of `upstream`. */
export interface UpstreamOptions extends Omit<HttpOptions, 'readReplies'> {
  /** The most bytes of all responses that are being read at a time. @default 134_217_728 */
  readonly responseBytes?: number | undefined
  /** Attempts after the first one: a call may have had an effect. @default 0 */
  readonly retries?: number | undefined
  /**
   * Proves each result that is in a block, of helper methods too. `verifier(…)` of @lectern/client/verify creates one; it refuses helper methods
   * that it does not know.
   * @default none
   */
  readonly verify?: Verify | undefined
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
  { verify, responseBytes = 2 ** 27, ...options }: UpstreamOptions = {},
): (call: Call, bounds: Bounds) => Promise<Answer> {
  const bounded = boundResponses(responseBytes, options.fetch)
  const settings = { retries: 0, ...options, fetch: bounded, readReplies: exactReplies }
  const nodes = [endpoints].flat().map((each) => (typeof each === 'function' ? each : http(each, settings)))
  const transport = nodes.length === 1 ? nodes[0]! : failover(nodes, { finalCodes })

  return async (call, bounds): Promise<Answer> => {
    const { method, params } = call
    if (!ofBlocks.test(method)) return { ...(await transport(call, bounds)), report: undefined }
    // A proof may be of another block than that of a tag, so the text is not sent.
    const asked = verify ? { method, params } : call
    return await performCall(transport, asked, bounds, verify, undefined, { [method]: anything, ...checks })
  }
}

const checks = { ...bindings, ...helperBindings }
const anything = () => {}

/** The methods whose results are in blocks, or count what is in them. */
const ofBlocks = /^eth_get(Block|Uncle|Transaction(By|Receipt))/

/** Codes of errors of calls that every node would refuse. */
const finalCodes = ['INVALID_PARAMS', 'METHOD_NOT_FOUND', 'RPC_ERROR', 'RPC_INVALID_REQUEST'] as const
