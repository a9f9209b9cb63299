import type { Transport } from 'viem'
import type { WireMethods } from './client-interface.ts'
import type { CallOptions } from './client-options.ts'
import { performRequest, type ProviderRequest } from './provider-request.ts'

/**
 * Creates a transport of viem from a client. The three methods go to the client, which alone retries them; every other
 * request goes to `rest`. Requests reject with a ProviderRpcError, whose `data.code` is the ErrorCode.
 * @param rest Another transport of viem. Without it the document's companions, like eth_chainId, go to the client's
 * endpoint, unchecked, and other methods are refused with 4200.
 * @example
 * const viem = createPublicClient({ transport: viemTransport(createClient(url), http(url)) })
 */
export function viemTransport(client: WireMethods, rest?: Transport): Transport<'lectern'> {
  return (parameters) => {
    const others = rest?.(parameters)
    const request = (request: ProviderRequest, options?: CallOptions): Promise<unknown> =>
      performRequest(
        client,
        request,
        others && (() => others.request(request as never, options as never)),
        { signal: options?.signal }, // the one of viem's options that a client has
      )
    const config = { key: 'lectern', name: 'Lectern', type: 'lectern', retryCount: 0 } as const
    return {
      config: { ...config, request: request as never },
      request: request as never,
      value: others?.value,
    }
  }
}
