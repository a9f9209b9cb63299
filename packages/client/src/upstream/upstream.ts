import { performCall } from '../call.ts'
import type { Validate, Verify } from '../client-options.ts'
import { failover } from '../transport/failover.ts'
import { http, type HttpOptions } from '../transport/http.ts'
import type { Reply, Transport } from '../transport/transport.ts'
import { exactReplies } from './exact-replies.ts'

export { exactReplies }

/** The options of `upstream`. */
export interface UpstreamOptions extends Omit<HttpOptions, 'readReplies'> {
  /** Attempts after the first one: a call may have had an effect. @default 0 */
  readonly retries?: number | undefined
  /** Proves each result of the three methods; `verifier(…)` of @lectern/client/verify creates one. @default none */
  readonly verify?: Verify | undefined
  /** Checks each result of the three methods against the document's schemas: `strictShape`, or `lenientShape(…)`. @default none */
  readonly validate?: Validate | undefined
}

/**
 * Creates the transport of a server's `upstream`. It sends parameters as the client wrote them, and keeps the text of each result and error. A result
 * of the three methods must answer its call.
 * @param endpoints URLs, the best first: a further one is asked as `failover` does.
 * @throws ClientError INVALID_OPTION for an address or an option that `http` refuses.
 * @example
 * const server = createServer({ methods, upstream: { transport: upstream('http://127.0.0.1:8546') } })
 */
export function upstream(
  endpoints: string | URL | readonly (string | URL)[],
  { verify, validate, ...options }: UpstreamOptions = {},
): Transport {
  const settings = { retries: 0, ...options, readReplies: exactReplies }
  const nodes = [endpoints].flat().map((each) => http(each, settings))
  const transport = nodes.length === 1 ? nodes[0]! : failover(nodes)
  return async (call, bounds): Promise<Reply> => await performCall(transport, call, bounds, verify, validate)
}
