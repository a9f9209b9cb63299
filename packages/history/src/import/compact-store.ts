import { HistoryError } from '../error.ts'
import { createBreather } from '../long-work.ts'
import type { CompactOptions, CompactStep, Store } from '../store/interface.ts'

/** Options of moving blocks into the cold form. */
export interface CompactStoreOptions extends CompactOptions {
  readonly signal?: AbortSignal | undefined
  /** Called after each commit. */
  readonly onProgress?: (step: CompactStep) => void
}

/**
 * Moves all blocks but the newest `hot` into the cold form. Old blocks take less disk there, and more time to read. Each commit is complete, so an
 * interrupted move resumes.
 *
 * @throws HistoryError `location` for a store that has no cold form, `unwritable`, `read-only`, `damaged`; the signal's reason
 * @example
 * await using store = await openStore('./history')
 * await compactStore(store, { hot: 100_000 })
 */
export async function compactStore(
  store: Pick<Store, 'compact'>,
  { signal, onProgress, ...options }: CompactStoreOptions,
): Promise<void> {
  if (store.compact === undefined)
    throw new HistoryError('location', 'A store in a cluster has no cold form: all its blocks stay hot.')
  const breathe = createBreather()
  for (;;) {
    await breathe()
    signal?.throwIfAborted()
    const step = await store.compact(options)
    if (step === null) return
    onProgress?.(step)
  }
}
