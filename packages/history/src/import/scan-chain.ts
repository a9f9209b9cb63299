import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { Genesis } from '../execution/genesis.ts'
import { type ChainHeader, readChainHeaders } from '../execution/chain-headers.ts'
import { type FilePaths, type RlpFileOptions, showPaths } from '../archive/rlp-file.ts'
import { HistoryError } from '../error.ts'
import type { Store } from '../store/interface.ts'
import { createSums, type ImportResult, isHead, isStored } from './ingest.ts'
import type { Forkchoice } from './trust.ts'

/** A chain.rlp, and the store for its blocks. */
export interface ChainFile extends Pick<Forkchoice, 'head'>, RlpFileOptions {
  readonly store: Store
  readonly source: FilePaths
}

/** Returns the result of an import of a file whose blocks are all stored; undefined if the file must be executed. */
export async function findStored(genesis: Genesis, options: ChainFile): Promise<ImportResult | undefined> {
  const { store, source, signal } = options
  const shown = showPaths(source)
  let last = { number: 0n, hash: genesis.chain.genesisHash }
  let anchor = isHead(options, last.hash) ? 0n : null
  let blocks = 0
  try {
    for await (const header of readChainHeaders(source, options)) {
      const { number, parentHash, hash } = header
      if (blocks === 0) checkBeginning(header, genesis, shown)
      blocks++
      if (last.number === 0n && equalBytes(hash, genesis.chain.genesisHash)) continue
      if (number !== last.number + 1n || !equalBytes(parentHash, last.hash)) return undefined
      if (!(await isStored(store, shown, number, hash))) return undefined
      last = { number, hash }
      if (isHead(options, hash)) anchor = number
    }
  } catch (error) {
    // A fault later in the file is found again, and named, when the blocks before it have been executed.
    if (blocks === 0 || signal?.aborted || (error instanceof HistoryError && error.code !== 'archive'))
      throw error
    return undefined
  }
  if (blocks === 0) throw new HistoryError('archive', `${shown} holds no block.`)
  if (!(await isStored(store, shown, 0n, genesis.chain.genesisHash))) return undefined
  return { ...createSums(), stored: Number(last.number) + 1, head: last, anchor }
}

/**
 * Returns whether a block is at fault if the next one names another parent. The next one is right if its child or the trusted head
 * confirms it, or if the file ends with it.
 */
export async function isBlamed(number: bigint, options: ChainFile): Promise<boolean> {
  const { source, head } = options
  let accuser: ChainHeader | undefined
  try {
    for await (const header of readChainHeaders(source, options)) {
      if (accuser !== undefined) return equalBytes(header.parentHash, accuser.hash)
      if (header.number === number + 1n) accuser = header
    }
  } catch {
    return true
  }
  return accuser === undefined || head === undefined || equalBytes(accuser.hash, head)
}

const checkBeginning = ({ number, hash, parentHash }: ChainHeader, { chain }: Genesis, source: string) => {
  if (number > 1n)
    throw new HistoryError(
      'archive',
      `${source} begins with block ${number}, where block 0 or 1 must come: blocks are executed from the genesis on. Import the parts of a chain together, in their order.`,
    )
  if (equalBytes(number === 0n ? hash : parentHash, chain.genesisHash)) return
  const found =
    number === 0n
      ? `begins with block 0 ${toHex(hash)}`
      : `names ${toHex(parentHash)} as the parent of block 1`
  throw new HistoryError(
    'genesis',
    `${source} ${found}, but the genesis block is ${toHex(chain.genesisHash)}.`,
  )
}
