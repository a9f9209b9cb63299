export type { ProviderRpcError } from './provider-error.ts'
import type { CompanionName, MethodName } from '@lectern/spec'
import { companionParams, params as checks } from '@lectern/spec/validators'
import { ClientError } from './error.ts'
import type { WireMethods } from './client-interface.ts'
import { type CallOptions, type ClientOptions, hidden } from './client-options.ts'
import { type AskClient, createClient } from './client.ts'
import { createProviderError, fromProviderError, toProviderError } from './provider-error.ts'
import type { Transport } from './transport.ts'

/** What EIP-1193 asks of a provider: one function that sends a request and gives its result. */
export interface Provider {
  request(request: ProviderRequest): Promise<unknown>
}

/** A request as EIP-1193 writes it. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/**
 * Makes an EIP-1193 provider of a client, for viem's `custom`, ethers' `BrowserProvider` and `new Web3`. The three
 * methods go to the client, every other request and every event to `rest`. Without it the document's companions, like
 * eth_chainId, go to the client's server, unchecked. Requests reject with a ProviderRpcError, whose code is a number.
 * @param rest Another provider. Its older `send` and `sendAsync` are hidden, since nothing checks their results.
 * @default rest none: what is no companion either is refused with 4200
 * @example
 * const provider = new BrowserProvider(toEip1193(createClient('http://127.0.0.1:8545'), window.ethereum))
 */
export function toEip1193(client: WireMethods<null>): Provider
export function toEip1193<P extends Provider>(client: WireMethods<null>, rest: P | undefined): P
export function toEip1193(client: WireMethods<null>, rest?: Provider): Provider {
  // web3 treats any other function as a provider of an older kind.
  const request = async (request: ProviderRequest): Promise<unknown> => {
    if (isAsked(request.method)) return await askClient(client, request)
    return rest === undefined ? await askServer(client, request) : await rest.request(request)
  }
  return rest === undefined ? { request } : overlay(rest, { request, send: undefined, sendAsync: undefined })
}

/**
 * Wraps an EIP-1193 provider, say a wallet's `window.ethereum`: the results of the three methods are checked, and proven
 * if `verify` is given. Every other request and every event passes through.
 * @example
 * const provider = wrapProvider(window.ethereum, { verify: verifier({ level: 'block' }) })
 */
export function wrapProvider<P extends Provider>(
  provider: P,
  options: Omit<ClientOptions, 'transport'> = {},
): P {
  return toEip1193(createClient({ ...options, transport: eip1193(provider) }), provider)
}

/**
 * Makes a transport of an EIP-1193 provider. It sends each call once: providers retry by themselves.
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

/** Whether a client has the method. */
export const isAsked = (method: string): method is MethodName => Object.hasOwn(checks, method)

/** Sends a companion's request to the client's server, as it is; refuses any other method. Rejects with a ProviderRpcError, or the signal's reason. */
export async function askServer(
  client: WireMethods<null>,
  { method, params = [] }: ProviderRequest,
  { signal }: CallOptions = {},
): Promise<unknown> {
  const ask = hidden.get(client) as AskClient | undefined
  if (ask === undefined || !Object.hasOwn(companionParams, method) || !Array.isArray(params))
    throw createProviderError(4200, `${method} is none of the methods of this client.`, {
      code: 'METHOD_NOT_FOUND',
      method,
    })
  const call = { method: method as CompanionName, params: params as readonly unknown[] }
  try {
    return await ask(call, { signal, verify: false })
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Performs a request by a client, and resolves to the wire result; rejects with a ProviderRpcError, or the signal's reason. */
export async function askClient(
  client: WireMethods<null>,
  { method, params = [] }: ProviderRequest,
  options?: CallOptions,
): Promise<unknown> {
  try {
    const name = method as MethodName
    checkParams(name, params)
    return await (client[name] as (...params: unknown[]) => Promise<unknown>)(...params, options)
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Throws for wrong parameters. One more would be the options of the call, in which a page could turn the proof off. */
function checkParams(method: MethodName, params: ProviderRequest['params']): asserts params is unknown[] {
  const issue = checks[method](params)
  if (issue) throw new ClientError('INVALID_PARAMS', `${method}: ${issue.message}.`, { method })
}

/** An object with some members of its own; all others are another object's, whose functions run on that object: they may use private state. */
function overlay<T extends object>(other: T, own: Readonly<Record<PropertyKey, unknown>>): T {
  const target: object = Object.create(Object.getPrototypeOf(other)) // the other may be frozen, and then a proxy of it cannot differ
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
