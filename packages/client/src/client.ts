import type {
  BlockNumberOrTag,
  BlockWithHashes,
  BlockWithTransactions,
  MethodName,
  Methods,
  Params,
  Result,
} from '@lectern/spec'
import { params as checks } from '@lectern/spec/validators'
import { findMismatch } from './binding.ts'
import { within } from './deadline.ts'
import { ClientError } from './error.ts'
import { http } from './http.ts'
import { checkNumbers } from './numbers.ts'
import type { Transport } from './transport.ts'
import type { Validate } from './validate.ts'

/** What bounds one call. */
export interface CallOptions {
  /** Gives the call up: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** How a client asks. */
export interface ClientOptions {
  /** Milliseconds for a whole call: every try, every wait, every endpoint. */
  readonly deadline?: number
  /** What else a result must be; `strict` and `lenient` hold it against the document's schemas. */
  readonly validate?: Validate
}

type Ask<M extends MethodName> = (...params: [...Params<M>, options?: CallOptions]) => Promise<Result<M>>

/** A function for each method, so that a client can be served again; what is not found is null, everything else that is no answer rejects with a ClientError. */
export interface Client extends Methods {
  /** Gives the transaction that has a hash, as wire JSON. */
  eth_getTransactionByHash: Ask<'eth_getTransactionByHash'>
  /** Gives the receipt of the transaction that has a hash, as wire JSON. */
  eth_getTransactionReceipt: Ask<'eth_getTransactionReceipt'>
  /** Gives the block that has a number or a tag, as wire JSON; its transactions as hashes (false) or whole (true). */
  eth_getBlockByNumber: AskBlock
}

/** The kind of the block follows from return_full_txns where it is written as a literal. */
export interface AskBlock {
  (
    block_number: BlockNumberOrTag,
    return_full_txns: false,
    options?: CallOptions,
  ): Promise<BlockWithHashes | null>
  (
    block_number: BlockNumberOrTag,
    return_full_txns: true,
    options?: CallOptions,
  ): Promise<BlockWithTransactions | null>
  (...params: Parameters<Ask<'eth_getBlockByNumber'>>): ReturnType<Ask<'eth_getBlockByNumber'>>
}

/**
 * A client of an endpoint, given by its address or as a transport. Parameters are checked before anything is sent,
 * and an answer to another question is refused (WRONG_ANSWER). Throws a ClientError (INVALID_OPTION) for a deadline
 * that is no number.
 */
export function createClient(endpoint: string | URL | Transport, options: ClientOptions = {}): Client {
  const { deadline = 30_000, validate } = options
  checkNumbers({ deadline }, 1)
  const transport = typeof endpoint === 'function' ? endpoint : http(endpoint)
  const running = new Map<string, Promise<unknown>>()

  return {
    eth_getTransactionByHash: (hash, options) => ask('eth_getTransactionByHash', [hash], options),
    eth_getTransactionReceipt: (hash, options) => ask('eth_getTransactionReceipt', [hash], options),
    eth_getBlockByNumber: ((number, whole, options) =>
      ask('eth_getBlockByNumber', [number, whole], options)) as AskBlock,
  }

  /** Calls that are the same, and cannot be given up apart, are one call; each caller gets a result of its own. */
  async function ask<M extends MethodName>(
    method: M,
    params: Params<M>,
    { signal }: CallOptions = {},
  ): Promise<Result<M>> {
    const issue = checks[method](params)
    if (issue !== undefined)
      throw new ClientError('INVALID_PARAMS', `${method}: params${issue.path} ${issue.message}.`, {
        method,
        params,
      })
    if (signal !== undefined) return await run(method, params, signal)
    const key = JSON.stringify([method, params])
    const known = running.get(key)
    if (known !== undefined) return structuredClone(await known) as Result<M>
    const call = run(method, params).finally(() => running.delete(key))
    running.set(key, call)
    return await call
  }

  async function run<M extends MethodName>(
    method: M,
    params: Params<M>,
    signal?: AbortSignal,
  ): Promise<Result<M>> {
    const { result, url } = await within(deadline, signal, (bounds) => transport({ method, params }, bounds))
    const mismatch = findMismatch(method, params, result)
    if (mismatch !== undefined)
      throw new ClientError('WRONG_ANSWER', `${method}: the result ${mismatch}.`, { method, params, url })
    validate?.(method, result)
    return result as Result<M>
  }
}
