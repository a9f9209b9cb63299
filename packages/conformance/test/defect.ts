import type { Defect, Json } from './mini-server.ts'

/** A server with one thing wrong, and the check that must name it. */
export type Row = [defect: string, check: string, hooks: Defect]

/** The names of the methods in the rows. */
export const transaction = 'eth_getTransactionByHash'
export const receipt = 'eth_getTransactionReceipt'
export const block = 'eth_getBlockByNumber'

/** A change of a result. */
export type Change = NonNullable<Defect['result']>

/** A change of the results of one method; null results are left alone. */
export const change =
  (name: string, edit: (result: any, params: any[]) => unknown): Change =>
  (method, result, params) => {
    if (method !== name || result === null) return result
    return edit(result, params) ?? result
  }

/** A change of one member of the results of a method. */
export const set = (name: string, key: string, value: (result: any) => unknown): Change =>
  change(name, (result) => ({ ...result, [key]: value(result) }))

/** The next quantity. */
export const more = (quantity: string): string => `0x${(BigInt(quantity) + 1n).toString(16)}`

/** Hexadecimal digits with another last one. */
export const flip = (hex: string): string => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0')

/** An object that lacks a member. */
export const without = (object: Json, key: string): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))

/** A change of the logs of each receipt. */
export const logs = (edit: (log: Json, index: number, receipt: Json) => Json): Change =>
  change(receipt, (result) => ({
    ...result,
    logs: result.logs.map((log: Json, index: number) => edit(log, index, result)),
  }))

/** A change of the whole transactions of each block. */
export const transactions = (edit: (item: Json, index: number) => unknown): Change =>
  change(block, (result, [, whole]) => ({
    ...result,
    transactions: whole ? result.transactions.map(edit) : result.transactions,
  }))

/** The same change to a transaction alone and in its block. */
export function everywhere(edit: (item: Json) => Json): Change {
  const inBlocks = transactions(edit)
  return (method, result: any, params) =>
    method === transaction && result !== null ? edit(result) : inBlocks(method, result, params)
}
