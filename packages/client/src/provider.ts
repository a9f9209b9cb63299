import type { MethodName } from '@lectern/spec'
import { ClientError } from './error.ts'
import type { CallOptions, Wire } from './functions.ts'
import { createProviderError, toProviderError, type ProviderRpcError } from './provider-error.ts'

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
 * An EIP-1193 provider over a client, for viem's `custom`, ethers' `BrowserProvider` and `new Web3`. The three methods
 * go to the client; everything else, events too, goes to `rest`, another provider, or is refused with 4200. Rejects
 * with a ProviderRpcError, whose code is a number. Of `rest`, the older `send` and `sendAsync` are hidden: they would
 * bring answers that nothing has looked at.
 */
export function toEip1193(client: Wire<null>): Provider
export function toEip1193<P extends Provider>(client: Wire<null>, rest: P | undefined): P
export function toEip1193(client: Wire<null>, rest?: Provider): Provider {
  // web3 takes what is no async function for a provider of an older kind.
  const request = async (request: ProviderRequest): Promise<unknown> => {
    if (isAsked(request.method)) return await askClient(client, request)
    if (rest !== undefined) return await rest.request(request)
    throw createUnsupportedError(request.method)
  }
  return rest === undefined ? { request } : overlay(rest, { request, send: undefined, sendAsync: undefined })
}

/** Whether a client has the method. */
export const isAsked = (method: string): method is MethodName => Object.hasOwn(counts, method)

/** The refusal of a method that nobody here has: 4200 of EIP-1193. */
export function createUnsupportedError(method: string): ProviderRpcError {
  const message = `${method} is none of the methods of this client.`
  return createProviderError(4200, message, { code: 'METHOD_NOT_FOUND', method })
}

/** Asks a client what a request says, and gives the wire result; rejects with a ProviderRpcError, or the signal's reason. */
export async function askClient(
  client: Wire<null>,
  { method, params = [] }: ProviderRequest,
  options?: CallOptions,
): Promise<unknown> {
  try {
    const name = method as MethodName
    checkCount(name, params)
    return await (client[name] as (...params: unknown[]) => Promise<unknown>)(...params, options)
  } catch (error) {
    throw toProviderError(error)
  }
}

const counts: Readonly<Record<MethodName, number>> = {
  eth_getTransactionByHash: 1,
  eth_getTransactionReceipt: 1,
  eth_getBlockByNumber: 2,
}

/** One too many would be taken for the options of the call, in which a page could turn the proof off. */
function checkCount(method: MethodName, params: ProviderRequest['params']): asserts params is unknown[] {
  const count = counts[method]
  if (Array.isArray(params) && params.length === count) return
  const given = Array.isArray(params) ? `${params.length}` : 'none that are'
  const message = `${method}: params must be an array of ${count}, not ${given}.`
  throw new ClientError('INVALID_PARAMS', message, { method })
}

/** An object with some members of its own, and everything else another's, whose functions run on that other: they may rely on private state. */
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
        return result === other ? proxy : result // `on(…).request` is to be looked at, too
      }
    },
    set: (_, key, value) => Reflect.set(other, key, value),
  }) as T
  return proxy
}
