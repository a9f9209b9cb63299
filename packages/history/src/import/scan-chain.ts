import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { Genesis } from '../execution/genesis.ts'
import { type ChainHeader, readChainHeaders } from '../execution/chain-headers.ts'
import { type FilePaths, type RlpFileOptions, showPaths } from '../archive/rlp-file.ts'
import { HistoryError } from '../error.ts'
import type { Store } from '../store/interface.ts'
import type { Forkchoice } from './trust.ts'

/** A chain.rlp, and the store that it is imported into. */
export interface ChainFile extends Pick<Forkchoice, 'head'>, RlpFileOptions {
  readonly store: Store
  readonly source: FilePaths
}

/** The last block of a file and the number of the one that has the trusted hash, if every block of it is stored; undefined if it must be executed, be it to find what is wrong with it. */
export async function findStored(
  genesis: Genesis,
  options: ChainFile,
): Promise<
  | { readonly head: { readonly number: bigint; readonly hash: Uint8Array }; readonly anchor: bigint | null }
  | undefined
> {
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
  return { head: last, anchor }
}

/**
 * Whether a block is at fault if the block after it names another parent: true if the later one is confirmed by its own child or
 * by the trusted head, or if the file ends with it, so that nothing speaks for either.
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

/** Whether a hash is the trusted one. */
export function isHead({ head }: Pick<Forkchoice, 'head'>, hash: Uint8Array): boolean {
  return head !== undefined && equalBytes(hash, head)
}

/** Whether a block of a source is stored, by a snapshot of its own: a source may be read for long. Throws HistoryError `conflict` if another is stored under that number. */
export async function isStored(
  store: Pick<Store, 'snapshot'>,
  source: string,
  number: bigint,
  hash: Uint8Array,
): Promise<boolean> {
  await using snapshot = await store.snapshot()
  const stored = await snapshot.blockHash(number)
  if (stored === undefined || equalBytes(stored, hash)) return stored !== undefined
  throw new HistoryError(
    'conflict',
    `block ${number} of ${source} is ${toHex(hash)}, but the store holds ${toHex(stored)} under that number.`,
  )
}

/** The error of a source that begins above the block that must come next. */
export const leavesGap = (path: string, first: bigint, top: bigint): HistoryError =>
  new HistoryError(
    'parent',
    `${path} begins with block ${first}, but the store holds blocks up to ${top}: block ${top + 1n} must come next.`,
  )

/** The error of a source that ends below the lowest stored block. */
export const endsBelow = (source: string, last: bigint, lowest: bigint): HistoryError =>
  new HistoryError(
    'parent',
    `${source} ends with block ${last}, but the store begins with block ${lowest}: earlier blocks cannot be added to it.`,
  )

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
