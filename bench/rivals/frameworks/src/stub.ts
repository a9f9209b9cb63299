import { params as checks } from '@lectern/spec/validators'

/** What a method is called with that cannot be: JSON-RPC's -32602. */
export class InvalidParams extends Error {
  override readonly name = 'InvalidParams'
  readonly code = -32602
}

/** A method of the corpus: takes what the framework took for its params. Throws InvalidParams. */
export type Method = (params: unknown) => unknown

/** The two calls of the corpus, the same for each framework: their params are looked at, as a method must that has a schema. */
export const methods: Readonly<Record<'eth_getBlockByNumber' | 'eth_getTransactionByHash', Method>> = {
  eth_getBlockByNumber: (params) => answer('eth_getBlockByNumber', params, { number: '0x0' }),
  eth_getTransactionByHash: (params) => answer('eth_getTransactionByHash', params, null),
}

function answer(method: keyof typeof methods, params: unknown, result: unknown): unknown {
  const issue = checks[method](params)
  if (issue) throw new InvalidParams(`Invalid params: ${issue.path} ${issue.message}`)
  return result
}
