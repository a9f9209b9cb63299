import { toHex } from '@lectern/chain'
import type { EmbeddedStore, Snapshot, StoredBlock } from '../src/index.ts'

/** Returns the stored blocks from one number to another. */
export function contentOf(store: Pick<EmbeddedStore, 'snapshot'>, from?: bigint, to?: bigint): StoredBlock[] {
  using snapshot = store.snapshot()
  return [...snapshot.blocks(from, to)]
}

/** Finds the block and the index of a transaction, by its result; undefined if it is not stored. */
export async function locate(
  snapshot: Pick<Snapshot, 'eth_getTransactionByHash'>,
  hash: Uint8Array,
): Promise<{ readonly number: bigint; readonly index: number } | undefined> {
  const json = (await snapshot.eth_getTransactionByHash(toHex(hash))) as Uint8Array | null
  if (json === null) return undefined
  const { blockNumber, transactionIndex } = JSON.parse(Buffer.from(json).toString()) as Record<string, string>
  return { number: BigInt(blockNumber!), index: Number(transactionIndex) }
}
