import { createBreather } from '../long-work.ts'
import type { CompactOptions, CompactStep, Store } from '../store/interface.ts'

/** Options of moving blocks into the cold form. */
export interface CompactStoreOptions extends CompactOptions {
  /** Called after each commit. */
  readonly onProgress?: (step: CompactStep) => void
}

/**
 * Moves all blocks but the newest `hot` into the cold form. Old blocks take less disk there, and more time to read. Each commit is complete, so an
 * interrupted move resumes.
 *
 * @throws HistoryError `unwritable`, `read-only`, `damaged`; the signal's reason
 * @example
 * await using store = await openStore('./history')
 * await compactStore(store, { hot: 100_000 })
 */
export async function compactStore(
  store: Pick<Store, 'compact'>,
  { onProgress, ...options }: CompactStoreOptions,
): Promise<void> {
  const breathe = createBreather(options.signal)
  for (;;) {
    await breathe()
    const step = await store.compact(options)
    if (step === null) return
    onProgress?.(step)
  }
}
