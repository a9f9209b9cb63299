import { type ChainConfig, toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { HistoryError } from '../../error.ts'
import { decodeIdentity, encodeIdentity, IDENTITY, identitySeed } from './format.ts'
import type { ChainIdentity } from '../interface.ts'
import { seal, SEAL } from './seal.ts'
import { emptyState, writeState } from './state.ts'
import { read, type Tables } from './tables.ts'
import { removeBlocks } from './writer.ts'
import { createView, readState } from './view.ts'

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

/** Throws HistoryError `chain` for another chain than the stored one: another genesis or chain id, or other blob prices up to a time. Later forks may be added. */
export function checkChain(stored: ChainIdentity | null, given: ChainIdentity, until: bigint): void {
  if (stored === null) return
  if (!equalBytes(stored.genesisHash, given.genesisHash))
    throw otherChain('genesis', stored.genesisHash, given.genesisHash)
  if (stored.config.chainId !== given.config.chainId)
    throw otherChain('chain id', stored.config.chainId, given.config.chainId)
  const [before, now] = [stored, given].map(({ config }) => scheduleUntil(config, until)) as [string, string]
  if (before !== now) throw otherChain('blob schedule', before, now)
}

function otherChain(name: string, stored: unknown, given: unknown): HistoryError {
  const [is, was] = [stored, given].map((value) => (value instanceof Uint8Array ? toHex(value) : value))
  return new HistoryError(
    'chain',
    `The store holds another chain: its ${name} is ${is}, not ${was}. Name another folder, or delete this one if it was imported with the wrong genesis.`,
  )
}

/** The changes of price up to a time: a fork that prices blobs as the one before it is none, and of two at one time the later counts. */
function scheduleUntil({ blobSchedule }: ChainConfig, until: bigint): string {
  const changes: (readonly [timestamp: string, updateFraction: string])[] = []
  const stored = blobSchedule.filter(({ timestamp }) => timestamp <= until)
  for (const [index, { timestamp, updateFraction }] of stored.entries())
    if (timestamp !== stored[index + 1]?.timestamp && String(updateFraction) !== changes.at(-1)?.[1])
      changes.push([String(timestamp), String(updateFraction)])
  return JSON.stringify(changes)
}
