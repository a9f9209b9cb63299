import type { WireMethods } from './client-interface.ts'
import type { ClientOptions } from './client-options.ts'
import { createClient } from './client.ts'
import { fromProviderError, performRequest, type ProviderRequest } from './provider-request.ts'
import type { Transport } from './transport/transport.ts'

export type { ProviderRequest, ProviderRpcError } from './provider-request.ts'

/** An EIP-1193 provider: one function that sends a request and resolves to its result. */
export interface Provider {
  request(request: ProviderRequest): Promise<unknown>
}

/**
 * Creates an EIP-1193 provider from a client, for viem's `custom`, ethers' `BrowserProvider` and `new Web3`. The three
 * methods go to the client; every other request and every event goes to `rest`. Without `rest` the document's companions,
 * like eth_chainId, go to the client's endpoint, unchecked. Requests reject with a ProviderRpcError, whose code is a number.
 * @param rest Another provider. Its older `send` and `sendAsync` are hidden, since nothing checks their results.
 * @default rest none: a method that is not a companion either is refused with 4200
 * @example
 * const provider = new BrowserProvider(toEip1193(createClient('http://127.0.0.1:8545'), window.ethereum))
 */
export function toEip1193(client: WireMethods): Provider
export function toEip1193<P extends Provider>(client: WireMethods, rest: P | undefined): P
export function toEip1193(client: WireMethods, rest?: Provider): Provider {
  // An async function: web3 treats any other as a provider of an older kind.
  const request = async (request: ProviderRequest): Promise<unknown> =>
    await performRequest(client, request, rest && (() => rest.request(request)))
  return rest === undefined ? { request } : overlay(rest, { request, send: undefined, sendAsync: undefined })
}

/**
 * Wraps an EIP-1193 provider, such as a wallet's `window.ethereum`: the results of the three methods are checked, and
 * proven if `verify` is given. Every other request and every event passes through.
 * @example
 * const provider = wrapProvider(window.ethereum, { verify: verifier({ level: 'block', trust: trustedBlocks([hash]) }) })
 */
export function wrapProvider<P extends Provider>(
  provider: P,
  options: Omit<ClientOptions, 'transport'> = {},
): P {
  return toEip1193(createClient({ ...options, transport: eip1193(provider) }), provider)
}

/**
 * Creates a transport from an EIP-1193 provider. It sends each call once: providers retry by themselves.
 * @example
 * const ethereum = createClient(eip1193(window.ethereum))
 */
export function eip1193(provider: Provider): Transport {
  return async ({ method, params }, { emit }) => {
    try {
      return { result: await provider.request({ method, params: [...params] }) }
    } catch (cause) {
      const error = fromProviderError(cause)
      emit?.({ type: 'failed', error })
      throw error
    }
  }
}

/** Returns an object with the given members. All others are another object's, whose functions run on that object: they may use private state. */
function overlay<T extends object>(other: T, own: Readonly<Record<PropertyKey, unknown>>): T {
  // The other object may be frozen, and a proxy of it could not differ.
  const target: object = Object.create(Object.getPrototypeOf(other))
  const proxy = new Proxy(target, {
    has: (_, key) => (Object.hasOwn(own, key) ? own[key] !== undefined : key in other),
    get(_, key) {
      if (Object.hasOwn(own, key)) return own[key]
      const value: unknown = Reflect.get(other, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = value.apply(other, args)
        return result === other ? proxy : result // `on(…).request` is checked, too
      }
    },
    set: (_, key, value) => Reflect.set(other, key, value),
  }) as T
  return proxy
}
