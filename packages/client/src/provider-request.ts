import type { CompanionName, MethodName } from '@lectern/spec'
import { companionParams, params as checks } from '@lectern/spec/validators'
import type { WireMethods } from './client-interface.ts'
import type { CallOptions } from './client-options.ts'
import { performers } from './client.ts'
import { ClientError } from './error.ts'
import { createProviderError, toProviderError } from './provider-error.ts'

/** A request as EIP-1193 writes it. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

/** Returns whether a client has the method. */
export const isMethod = (method: string): method is MethodName => Object.hasOwn(checks, method)

const isCompanion = (method: string): method is CompanionName => Object.hasOwn(companionParams, method)

/** Performs the request of a method by a client. Rejects with a ProviderRpcError, or the signal's reason. */
export async function askClient(
  client: WireMethods,
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

/** Sends a companion's request to the client's endpoint, unchecked; refuses any other. Rejects with a ProviderRpcError, or the signal's reason. */
export async function askCompanion(
  client: WireMethods,
  { method, params = [] }: ProviderRequest,
  { signal }: CallOptions = {},
): Promise<unknown> {
  const perform = performers.get(client)
  if (!perform || !isCompanion(method) || !Array.isArray(params)) {
    const message = `${method} is not one of the methods of this client.`
    throw createProviderError(4200, message, { code: 'METHOD_NOT_FOUND', method })
  }
  try {
    return await perform({ method, params }, { signal, verify: false })
  } catch (error) {
    throw toProviderError(error)
  }
}

/** Throws for wrong parameters. A further one would be the options of the call, in which a page could turn the proof off. */
function checkParams(method: MethodName, params: ProviderRequest['params']): asserts params is unknown[] {
  const issue = checks[method](params)
  if (issue) throw new ClientError('INVALID_PARAMS', `${method}: ${issue.message}.`, { method })
}
