import type { EmbeddedStore, StoredBlock } from '../src/index.ts'

/** The stored blocks from one number to another. */
export function contentOf(store: Pick<EmbeddedStore, 'snapshot'>, from?: bigint, to?: bigint): StoredBlock[] {
  using snapshot = store.snapshot()
  return [...snapshot.blocks(from, to)]
}
