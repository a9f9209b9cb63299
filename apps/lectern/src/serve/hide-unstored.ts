import { toHex } from '@lectern/chain'
import type { Upstream } from '@lectern/server'
import type { ReportedStore } from '../observe/history-report.ts'

type Transaction = { readonly [member: string]: unknown }

/** A store that is further behind the node catches up: its `latest` is of the past anyway. */
const mostAhead = 64n

/**
 * Makes pending what the node says of the next blocks of a store that follows it: whoever has a receipt expects its block below `latest`.
 */
export function hideUnstored(
  transport: Upstream['transport'],
  store: Pick<ReportedStore, 'snapshot'>,
): Upstream['transport'] {
  return async (call, bounds) => {
    const reply = await transport(call, bounds)
    const hide = pendingForms[call.method]
    const { blockNumber, blockHash } = Object(reply.result) as Transaction
    if (hide === undefined || typeof blockNumber !== 'string') return reply
    const number = BigInt(blockNumber)
    await using snapshot = await store.snapshot()
    const { head } = snapshot
    if (head === null || number < head.lowest || number > head.number + mostAhead) return reply
    const stored = await snapshot.blockHash(number)
    if (stored && toHex(stored) === String(blockHash).toLowerCase()) return reply
    return { result: hide(reply.result as Transaction) }
  }
}

/** Returns the form of a transaction that no block has. */
export const toPending = (transaction: Transaction): Transaction => ({
  ...transaction,
  ...(transaction['maxFeePerGas'] !== undefined && { gasPrice: transaction['maxFeePerGas'] }),
  blockHash: null,
  blockNumber: null,
  transactionIndex: null,
  blockTimestamp: undefined,
})

/** The results of methods while no block has the transaction. */
const pendingForms: Readonly<Partial<Record<string, (result: Transaction) => unknown>>> = {
  eth_getTransactionByHash: toPending,
  eth_getTransactionReceipt: () => null,
}
