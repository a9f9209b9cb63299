import type { Store, StoreChange } from '../src/index.ts'

/** A store that moves all but the newest `hot` blocks into the cold form after each commit, a few at a time. */
export function compacting<S extends Store>(
  store: S,
  hot: number,
): Omit<S, 'commit'> & {
  commit(change: StoreChange): Promise<void>
} {
  const commit = async (change: StoreChange) => {
    await store.commit(change)
    await compactAll(store, hot)
  }
  return Object.create(store, { commit: { value: commit } }) as ReturnType<typeof compacting<S>>
}

/** Moves all but the newest `hot` blocks of a store into the cold form. */
export async function compactAll(store: Pick<Store, 'compact'>, hot: number): Promise<void> {
  while ((await store.compact({ hot, blocks: 3 })) !== null);
}
