import type { MethodName } from '@lectern/spec'
import { results, type Issue } from '@lectern/spec/validators'
import {
  values,
  type BlockWithHashesValues,
  type BlockWithTransactionsValues,
  type ReceiptValues,
  type Refuse,
  type TransactionValues,
} from '@lectern/spec/values'
import type { Decode, Validate } from './client-options.ts'
import { ClientError } from './error.ts'

/**
 * Checks each result against the document's schema, and rejects the call if the result breaks it. The ClientError
 * INVALID_SHAPE has a JSON pointer to the member as `path`. Unknown members are allowed.
 * @example
 * const ethereum = createClient({ transport: 'http://127.0.0.1:8545', validate: strictShape })
 */
export const strictShape: Validate = /* @__PURE__ */ lenientShape(refuseShape)

/** Throws the ClientError for a result that breaks its schema. */
export function refuseShape({ path, message }: Issue): never {
  throw new ClientError('INVALID_SHAPE', `result${path} ${message}.`, { path })
}

/**
 * Checks each result against the document's schema, reports a result that breaks it, and returns it all the same.
 * @param onIssue Called with the first issue of each such result: its JSON pointer, and what is wrong.
 * @param checks The checks of results: `familyResults.op` of @lectern/spec/families has those of OP-stack chains.
 * @example
 * const validate = lenientShape(({ path, message }, method) => console.warn(method, path, message))
 */
export function lenientShape(
  onIssue: (issue: Issue, method: MethodName) => void,
  checks: typeof results = results,
): Validate {
  return (method, result) => {
    const issue = checks[method](result, 'tolerant')
    if (issue !== undefined) onIssue(issue, method)
  }
}

/** The results of getTransaction, getReceipt and getBlock with `decode: bigints`. */
export interface BigintResults {
  readonly transaction: TransactionValues
  readonly receipt: ReceiptValues
  readonly blockWithHashes: BlockWithHashesValues
  readonly blockWithTransactions: BlockWithTransactionsValues
}

/**
 * Decodes each quantity to a bigint. `type` and `status` stay strings, and so do unknown members; absent members and null
 * stay as they are. Throws ClientError INVALID_SHAPE, with the member's JSON pointer as `path`, for another value.
 * @example
 * const ethereum = createClient({ transport: 'http://127.0.0.1:8545', decode: bigints })
 */
export const bigints: Decode<BigintResults> = {
  eth_getTransactionByHash: (result) => values.eth_getTransactionByHash(result, refuse),
  eth_getTransactionReceipt: (result) => values.eth_getTransactionReceipt(result, refuse),
  eth_getBlockByNumber: (result) =>
    values.eth_getBlockByNumber(result, refuse) as BlockWithHashesValues | BlockWithTransactionsValues,
}

const refuse: Refuse = (path, value) => {
  const message = `result${path} must be a quantity, not ${JSON.stringify(value)?.slice(0, 80)}.`
  throw new ClientError('INVALID_SHAPE', message, { path })
}
