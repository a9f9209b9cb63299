import type { Store, StoreChange } from '../src/index.ts'
import { compressBlock } from '../src/store/cold/compression.ts'

/**
 * A store that moves all but the newest `hot` blocks into the cold form after each commit, a few at a time. Every second commit has them compressed
 * before.
 */
export function compacting<S extends Store>(
  store: S,
  hot: number,
): Omit<S, 'commit'> & {
  commit(change: StoreChange): Promise<void>
} {
  let commits = 0
  const commit = async (change: StoreChange) => {
    await store.commit(++commits % 2 === 0 ? withFrames(change, hot) : change)
    await compactAll(store, hot)
  }
  return Object.create(store, { commit: { value: commit } }) as ReturnType<typeof compacting<S>>
}

/** Returns a change that has its blocks compressed, apart from the newest `hot`. */
export function withFrames(change: StoreChange, hot: number): StoreChange {
  const { blocks = [] } = change
  const old = blocks.slice(0, Math.max(0, blocks.length - hot))
  return { ...change, frames: old.map(({ transactions }) => compressBlock(transactions)) }
}

/** Moves all but the newest `hot` blocks of a store into the cold form. */
export async function compactAll(store: Pick<Store, 'compact'>, hot: number): Promise<void> {
  while ((await store.compact({ hot, blocks: 3 })) !== null);
}
