import { addHashes } from '../src/store/embedded/hashes.ts'
import type { State } from '../src/store/records/state.ts'
import { openTables } from '../src/store/embedded/tables.ts'
import { createView, writeState } from '../src/store/embedded/view.ts'

/**
 * Makes a store what an earlier version would have written: its index has no blocks, or those that a version with them had indexed
 * (`indexed`) before the earlier one wrote again.
 */
export async function toEarlierStore(datadir: string, indexed?: State['indexed']): Promise<void> {
  const tables = openTables(datadir, { readOnly: false })
  tables.root.transactionSync(() => {
    const view = createView(tables)
    const state = view.state()
    const rows = Array.from({ length: state.head!.number - state.lowest + 1 }, (_, index) =>
      view.blockRecord(state.lowest + index)!,
    )
    const transactions = rows.flatMap((row) => Array.from(view.transactions(row), ({ hash }) => hash.slice()))
    const known = indexed ? rows.slice(0, indexed.number - state.lowest + 1) : []
    tables.levels.clearSync()
    const empty = { ...state, transactions: 0, levels: [] }
    const hashes = { transactions, blocks: known.map(({ hash }) => hash), number: state.lowest }
    const { indexed: _, ...earlier } = addHashes(tables, empty, hashes, 16_384)
    writeState(tables, { ...earlier, indexed: indexed ?? null })
  })
  await tables.root.close()
}
