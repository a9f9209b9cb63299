import { errorAnswer, writeAnswer } from './answer.ts'
import { answerBatch, type Servable } from './batch.ts'
import { judgeCall, runCall, type OnError } from './call.ts'
import { RpcError } from './error.ts'
import { toLimits, type Limits } from './limits.ts'
import { sliceRequest, type Slices } from './slices.ts'

/** What is served, and how. */
export interface RpcOptions {
  readonly methods: Servable
  /** Those of the limits that differ from the default ones. */
  readonly limits?: Partial<Limits> | undefined
  /** Is told of each error that callers see as -32603 only. */
  readonly onError?: OnError | undefined
}

/** Answers the bytes of a request with the bytes of its answer; undefined when nothing is to be answered. Never rejects. */
export type Rpc = (body: Uint8Array) => Promise<Uint8Array | undefined>

/** JSON-RPC 2.0 over the methods, without HTTP; throws a RangeError for a limit that is not a positive integer. */
export function createRpc({ methods, limits, onError = () => {} }: RpcOptions): Rpc {
  const service = { methods, limits: toLimits(limits), onError }
  return async (body) => {
    try {
      const { value, batch, slices } = parse(body, service.limits)
      if (batch) return await answerBatch(slices, value as unknown[], service)
      const call = judgeCall(slices[0], value, service.limits)
      if (call === undefined) return undefined
      return writeAnswer('json' in call ? call : await runCall(call, methods, onError))
    } catch (error) {
      if (error instanceof RpcError) return writeAnswer(errorAnswer('null', error))
      onError(error, 'snapshot') // all that is left to throw
      return writeAnswer(errorAnswer('null', new RpcError('InternalError', 'Internal error.')))
    }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }) // a byte order mark stays, and is not JSON

function parse(body: Uint8Array, limits: Limits): Slices & { readonly value: unknown } {
  if (body.length > limits.bodyBytes)
    throw new RpcError('LimitExceeded', `A body holds at most ${limits.bodyBytes} bytes.`)
  const text = attempt(() => utf8.decode(body), 'The body is not UTF-8.')
  const value = attempt(() => JSON.parse(text) as unknown, 'The body is not JSON.')
  return { value, ...sliceRequest(text, limits) }
}

function attempt<T>(read: () => T, message: string): T {
  try {
    return read()
  } catch {
    throw new RpcError('ParseError', message)
  }
}
