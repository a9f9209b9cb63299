import type { ChainIdentity } from '../interface.ts'
import { hasOtherGenesis } from '../records/changes.ts'
import { decodeIdentity, IDENTITY, sealIdentity } from '../records/identity.ts'
import { emptyState } from '../records/state.ts'
import { read, type Tables } from './tables.ts'
import { createView, readState, writeState } from './view.ts'
import { removeBlocks } from './writer.ts'

/** Returns the chain that a store was made for; undefined if nothing is written yet. Throws HistoryError `newer`, `older` or `damaged`. */
export function readIdentity(tables: Tables): ChainIdentity | null | undefined {
  const value = read(tables.meta, IDENTITY)
  return value && decodeIdentity(value)
}

/** Makes the tables a store of a chain, or checks that they are one, and returns its chain. Throws HistoryError `chain`, `newer`, `older` or `damaged`. */
export function settleIdentity(tables: Tables, given: ChainIdentity | undefined): ChainIdentity | null {
  return tables.root.transactionSync(() => {
    const stored = readIdentity(tables)
    let state = stored === undefined ? emptyState : readState(tables)
    if (stored !== undefined && given && state.head) {
      const { requireRow } = createView(tables)
      const { timestamp } = requireRow(state.head.number)
      const genesis = state.lowest === 0 ? requireRow(0).hash : undefined
      if (hasOtherGenesis(state, [stored, given], timestamp, genesis)) state = removeBlocks(tables, state, -1)
    }
    const chain = given ?? stored ?? null
    if (stored === undefined || given) {
      tables.meta.putSync(IDENTITY, sealIdentity(chain))
      writeState(tables, state) // it says which commit is the last
    }
    return chain
  })
}
