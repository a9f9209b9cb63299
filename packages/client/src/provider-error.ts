import { ClientError, type ErrorDetails, type ErrorCode } from './error.ts'
import { isError, toError } from './transport/replies.ts'

/** The error of an EIP-1193 provider: a numeric code, as libraries expect, and in `data` the code and details of a ClientError. */
export interface ProviderRpcError extends Error {
  readonly code: number
  readonly data: ErrorDetails & { readonly code: ErrorCode }
}

/** Converts a ClientError to a ProviderRpcError, with the server's own code if there is one. Returns any other value unchanged. */
export function toProviderError(error: unknown): unknown {
  if (!(error instanceof ClientError)) return error
  const { name: _, ...data } = error
  // The client retried already, and viem retries -32603 and codes that it does not know three times more.
  return createProviderError(data.rpcCode ?? codes[data.code] ?? -32002, error.message, data, error)
}

/** Creates an error with a code of EIP-1193 or EIP-1474. */
export function createProviderError(
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
