import type { CompanionName, MethodName } from '@lectern/spec'
import { companionParams, params as checks } from '@lectern/spec/validators'
import type { WireMethods } from './client-interface.ts'
import type { CallOptions } from './client-options.ts'
import { performers } from './client.ts'
import { ClientError, type ErrorDetails, type ErrorCode } from './error.ts'
import { isError, toError } from './transport/replies.ts'

/** A request as EIP-1193 writes it. */
export interface ProviderRequest {
  readonly method: string
  readonly params?: readonly unknown[] | object | undefined
}

const isMethod = (method: string): method is MethodName => Object.hasOwn(checks, method)
const isCompanion = (method: string): method is CompanionName => Object.hasOwn(companionParams, method)

/**
 * Performs a request: by the client if it has the method, else by `rest`. Without `rest` a companion's is sent to the client's endpoint, unchecked,
 * and any other is refused. Rejects with a ProviderRpcError, or the signal's reason.
 */
export async function performRequest(
  client: WireMethods,
  { method, params = [] }: ProviderRequest,
  rest?: () => Promise<unknown>,
  options?: CallOptions,
): Promise<unknown> {
  if (!isMethod(method) && rest) return await rest()
  try {
    if (isMethod(method)) {
      // A further parameter would be the options of the call, in which a page could turn the proof off.
      const issue = checks[method](params)
      if (issue) throw new ClientError('INVALID_PARAMS', `${method}: ${issue.message}.`, { method })
      return await (client[method] as (...params: unknown[]) => Promise<unknown>)(
        ...(params as unknown[]),
        options,
      )
    }
    const perform = performers.get(client)
    if (perform && isCompanion(method) && Array.isArray(params))
      return await perform({ method, params }, { ...options, verify: false })
  } catch (error) {
    throw toProviderError(error)
  }
  const message = `${method} is not one of the methods of this client.`
  throw createProviderError(4200, message, { code: 'METHOD_NOT_FOUND', method })
}

/** The error of an EIP-1193 provider: a numeric code, as libraries expect, and in `data` the code and details of a ClientError. */
export interface ProviderRpcError extends Error {
  readonly code: number
  readonly data: ErrorDetails & { readonly code: ErrorCode }
}

/** Converts a ClientError to a ProviderRpcError, with the server's own code if there is one. Returns any other value unchanged. */
function toProviderError(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error
  const { name: _, ...data } = error
  // The client retried already, and viem retries -32603 and codes that it does not know three times more.
  return createProviderError(data.rpcCode ?? codes[data.code] ?? -32002, error.message, data, error)
}

/** Creates an error with a code of EIP-1193 or EIP-1474. */
function createProviderError(
  code: number,
  message: string,
  data: ProviderRpcError['data'],
  cause?: Error,
): ProviderRpcError {
  const error = new Error(message, cause && { cause })
  return Object.assign(error, { name: 'ProviderRpcError', code, data })
}

/** Converts the error of an EIP-1193 provider to a ClientError, with the provider's own message. */
export function fromProviderError(error: unknown): ClientError {
  if (!isError(error)) {
    const message = error instanceof Error ? error.message : String(error)
    return new ClientError('NETWORK', message, { cause: error })
  }
  const { code, message, rpcCode, data, retryAfter, cause } = toError(200, undefined, error)
  const known = code === 'RPC_ERROR' ? providerCodes[error.code] : undefined
  return new ClientError(known ?? code, message, { rpcCode, data, retryAfter, cause })
}

// EIP-1193 and EIP-1474; any other is -32002, "resource unavailable".
const codes: Partial<Record<ErrorCode, number>> = {
  INVALID_PARAMS: -32602,
  NOT_FOUND: -32001, // from `orThrow`
  UNAUTHORIZED: 4100,
}

const providerCodes: Readonly<Record<number, ErrorCode>> = {
  4100: 'UNAUTHORIZED',
  4200: 'METHOD_NOT_FOUND',
  4900: 'NETWORK', // disconnected from every chain
  4901: 'NETWORK', // disconnected from this one
}
