import type { Transport } from 'viem'
import type { CallOptions, Wire } from './functions.ts'
import { askClient, createUnsupportedError, isAsked, type ProviderRequest } from './provider.ts'

/**
 * A client as a transport of viem: `createPublicClient({ transport: viemTransport(client, http(url)) })`. The three
 * methods go to the client, with its own tries and no others; everything else goes to `rest`, another transport of
 * viem, or is refused with 4200. Rejects with a ProviderRpcError; its `data.code` says in words what went wrong.
 */
export function viemTransport(client: Wire<null>, rest?: Transport): Transport<'lectern'> {
  return (parameters) => {
    const others = rest?.(parameters)
    const request = async (request: ProviderRequest, options?: CallOptions): Promise<unknown> => {
      if (isAsked(request.method)) return await askClient(client, request, pickSignal(options))
      if (others === undefined) throw createUnsupportedError(request.method)
      return await others.request(request as never, options as never)
    }
    const config = { key: 'lectern', name: 'Lectern', type: 'lectern', retryCount: 0 } as const
    return {
      config: { ...config, request: request as never },
      request: request as never,
      value: others?.value,
    }
  }
}

/** Of the options of viem's request only the signal concerns a client. */
const pickSignal = (options: CallOptions | undefined): CallOptions => ({ signal: options?.signal })
