import type { Block, Log, MethodName, Params, Receipt, Transaction } from '@lectern/spec'
import { params as checks } from '@lectern/spec/validators'
import type { Ask, Validate, Verify } from './client-options.ts'
import { type Attempt, ClientError, type ErrorCode } from './error.ts'
import type { Bounds, Call, Reply, Step, Transport } from './transport.ts'

/**
 * Each throws a ClientError (WRONG_ANSWER) for a result that is not of the hash or number asked for, or whose parts do not
 * belong together. It proves no field.
 */
export const bindings: {
  readonly [M in MethodName]: (result: Untrusted, ...params: Params<M>) => void
} = {
  eth_getTransactionByHash({ hash }, asked) {
    checkEqual('hash', asked, hash)
  },

  eth_getTransactionReceipt({ transactionHash, transactionIndex, blockHash, blockNumber, logs }, asked) {
    checkEqual('transactionHash', asked, transactionHash)
    const context = { transactionHash, transactionIndex, blockHash, blockNumber }
    checkParts('logs', logs, 'logIndex', context)
  },

  eth_getBlockByNumber({ number, hash, transactions, transactionsRoot }, asked, whole) {
    if (asked.startsWith('0x')) checkEqual('number', asked, number)
    const isHidden = asked === 'pending' && hash === null // by geth, which names it in the transactions all the same
    const context = isHidden ? { blockNumber: number } : { blockNumber: number, blockHash: hash }
    const count = checkParts('transactions', transactions, 'transactionIndex', whole && context)
    checkEqual('transactions', fill(transactionsRoot === emptyRoot), fill(count === 0))
  },
}

/** A result may have any value as a member, or lack it. */
type Untrusted = Partial<Record<keyof (Block & Receipt & Transaction & Log), unknown>>

/** The keccak256 of an empty trie: the root of an empty list. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
const fill = (isEmpty: boolean): string => (isEmpty ? 'empty' : 'full')

/** Checks that a list's parts have consecutive indexes and repeat the context, or are hashes if there is none; gives their count. Writes each index into the context. */
function checkParts(
  path: string,
  parts: unknown,
  indexName: 'logIndex' | 'transactionIndex',
  context: Record<string, unknown> | false,
): number {
  if (!Array.isArray(parts)) checkEqual(path, 'array', typeof parts)
  const list = parts as readonly (Record<string, unknown> | null)[]
  const first = indexName === 'logIndex' ? Number(show(list[0]?.[indexName]).slice(1, -1)) : 0
  for (const [order, part] of list.entries()) {
    if (!context) checkEqual(`${path}/${order}`, 'string', typeof part)
    else {
      context[indexName] = `0x${(first + order).toString(16)}`
      for (const name in context)
        if (part?.[name] !== context[name])
          checkEqual(`${path}/${order}/${name}`, context[name], part?.[name])
    }
  }
  return list.length
}

/** Throws for a member with another value than it must have; upper and lower case are the same. */
function checkEqual(check: string, expected: unknown, actual: unknown): void {
  if (actual !== expected && show(actual) !== show(expected))
    throw new ClientError('WRONG_ANSWER', `result/${check} is ${show(actual)}, not ${show(expected)}.`, {
      check,
      expected,
      actual,
    })
}

const show = (value: unknown): string => `${JSON.stringify(value)}`.slice(0, 80).toLowerCase()

/** The error for a null result where the transaction, receipt or block must exist. */
export const notFound = ({ params }: Call, url?: string): ClientError =>
  new ClientError('NOT_FOUND', `${params[0]} was not found.`, { url })

/** Adds the call, and every try among its events, to a ClientError; gives any other value, such as an abort's reason, unchanged. */
export function completeError(error: unknown, call: Call, steps: readonly Step[]): unknown {
  // Nested so deep that the stack ends.
  if (error instanceof RangeError && /stack/.test(error.message))
    error = new ClientError('BAD_RESPONSE', error.message)
  if (!(error instanceof ClientError)) return error
  const { code, message, cause, url = steps.at(-1)?.url } = error
  const attempts = steps.flatMap((step): Attempt | [] =>
    'error' in step && step.type !== 'failover'
      ? { url: step.url, code: step.error.code, message: step.error.message }
      : [],
  )
  if (url && attempts.every((attempt) => attempt.message !== message)) attempts.push({ url, code, message })
  const where = error.status! > 299 ? ` (${url})` : ''
  return new ClientError(code, `${call.method}: ${message}${where}`, {
    ...error,
    ...call,
    url,
    cause,
    attempts,
  })
}

/**
 * Performs a call and checks that the reply answers it (throws WRONG_ANSWER) and passes `verify` and `validate`. With
 * failover the checks run once per reply, so that a bad reply moves on to the next endpoint.
 */
export async function performCall(
  from: Transport,
  call: Call,
  bounds: Bounds,
  verify?: Verify | false,
  validate?: Validate,
): Promise<unknown> {
  const askAt =
    (from: Transport): Ask =>
    (method, params) =>
      performCall(from, { method, params }, bounds)
  if (verify && verify.locate)
    call = await verify.locate(call as Call<MethodName>, askAt(from), bounds.signal)
  const { method, params } = call as Call<MethodName>
  const sound: Reply[] = []
  const emit = (step: Step): void => bounds.emit?.({ ...call, ...step })
  const check: Bounds['check'] & {} = async (reply, from, endpoint = from) => {
    const { result, url } = reply
    const checkBinding = bindings[method] // a companion has none, and is not checked
    if (!checkBinding || result === null || sound.includes(reply)) return // null answers every call
    try {
      checkBinding(Object(result), ...(params as [never, never]))
      validate?.(method, result)
      if (verify) {
        const report = await verify({ method, params }, reply, askAt(from), bounds.signal, endpoint)
        emit({ type: 'verified', url, report })
      }
      sound.push(reply)
    } catch (error) {
      // otherwise a call of the proof failed, which emits its own event
      if (refused.has((error as ClientError).code))
        emit({ type: 'mismatch', url, error: error as ClientError })
      throw error
    }
  }
  const reply = await from(call, { ...bounds, emit, check })
  await check(reply, from)
  return reply.result
}

/** The codes of a result that is refused; any other is the error of a further call. */
const refused: ReadonlySet<ErrorCode> = new Set(['WRONG_ANSWER', 'INVALID_SHAPE', 'UNVERIFIED'])

/** Throws a ClientError (INVALID_PARAMS) for the first parameter that the document refuses; those of a companion are not checked. */
export function checkParameters({ method, params }: Call): void {
  const issue = checks[method as MethodName]?.(params)
  if (issue) throw new ClientError('INVALID_PARAMS', `${issue.message}.`)
}
