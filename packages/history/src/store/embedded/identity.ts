import { equalBytes } from '@lectern/chain/internal'
import { checkChain, otherChain } from '../checks.ts'
import { decodeIdentity, encodeIdentity, IDENTITY, identitySeed } from '../records/identity.ts'
import type { ChainIdentity } from '../interface.ts'
import { seal, SEAL } from '../records/seal.ts'
import { emptyState } from '../records/state.ts'
import { read, type Tables } from './tables.ts'
import { removeBlocks } from './writer.ts'
import { createView, readState, writeState } from './view.ts'

/** The chain a store was made for; undefined where nothing has been written yet. Throws HistoryError `newer`, `older` or `damaged`. */
export function readIdentity(tables: Tables): ChainIdentity | null | undefined {
  const value = read(tables.meta, IDENTITY)
  return value && decodeIdentity(value)
}

/** Makes the tables a store of a chain, or checks that they are one, and gives its chain; a store without a block, or with an untrusted block 0 alone, is made one of another chain. Throws HistoryError `chain`, `newer`, `older` or `damaged`. */
export function settleIdentity(tables: Tables, given: ChainIdentity | undefined): ChainIdentity | null {
  return tables.root.transactionSync(() => {
    const stored = readIdentity(tables)
    let state = stored === undefined ? emptyState : readState(tables)
    if (stored !== undefined && given !== undefined && state.head !== null)
      try {
        checkStored(tables, stored, given)
      } catch (error) {
        // Its genesis.json made it and nothing else did: the right one makes it again.
        const isGenesisAlone = state.head.number === 0 && state.anchor === null && state.finalized === null
        if (!isGenesisAlone) throw error
        state = removeBlocks(tables, state, -1)
      }
    const chain = given ?? stored ?? null
    const text = encodeIdentity(chain)
    const bytes = Buffer.from(text + '\0'.repeat(SEAL))
    if (stored === undefined || given !== undefined) {
      tables.meta.putSync(IDENTITY, seal(bytes, bytes.length - SEAL, identitySeed))
      writeState(tables, state) // it says which commit is the last
    }
    return chain
  })
}

function checkStored(tables: Tables, stored: ChainIdentity | null, given: ChainIdentity): void {
  checkChain(stored, given, createView(tables).head()!.timestamp)
  const genesis = createView(tables).blockRecord(0)
  if (genesis && !equalBytes(genesis.hash, given.genesisHash))
    throw otherChain('genesis', genesis.hash, given.genesisHash)
}
