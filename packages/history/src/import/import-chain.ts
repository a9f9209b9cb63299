import {
  decodeHeader,
  hashHeader,
  type Header,
  type Parent,
  toHex,
  type VerifiedBlock,
  verify,
} from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import { sumSizes } from '../archive/archive-file.ts'
import { type FilePaths, showPaths } from '../archive/rlp-file.ts'
import { useFastEngine } from '../engine.ts'
import { archiveError, HistoryError } from '../error.ts'
import { type ChainHeader, readChainHeaders, openChain } from '../execution/chain-rlp.ts'
import { type Genesis, readGenesis } from '../execution/genesis.ts'
import { readHead, type Store } from '../store/interface.ts'
import {
  type BatchLimits,
  createSums,
  type ImportResult,
  type ImportSums,
  ingest,
  isHead,
  isStored,
  settleHead,
} from './ingest.ts'
import { type BlockRange, checkRange } from './block-range.ts'
import type { Forkchoice } from './trust.ts'

export interface ImportOptions extends Forkchoice, BlockRange {
  readonly store: Store
  /** The path of a chain.rlp, plain or gzipped, or the paths of its parts in order: blocks from 0 or 1 on. */
  readonly source: FilePaths
  /** The path of its genesis.json, or the result of `readGenesis`. */
  readonly genesis: string | Genesis
  /** The most bytes of one block of the file. @default 32 MiB */
  readonly limit?: number
  /** Bounds the memory of an import, and what an interruption loses. @default defaultBatchLimits */
  readonly batch?: Partial<BatchLimits>
  /** Moves all blocks but the newest so many into the cold form meanwhile. @default none is moved */
  readonly hot?: number | undefined
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}

/** How far an import is: the last block, and sums since the start. */
export interface ImportProgress extends ImportSums, BlockName {
  readonly fork: string
  /** Bytes of the files, packed if they are gzipped. */
  readonly read: number
  readonly total: number
}

/**
 * Executes and verifies a chain.rlp from its genesis, and adds the blocks that are not stored. It is not executed if all are.
 *
 * The next block or a met `head` confirms a block. An error leaves the sound blocks before it stored, and a met `head` trusted. If no
 * block is `head`, the last one is not written.
 *
 * @throws HistoryError `genesis`, `conflict`, `archive`, `block`, `parent` or `head`; ChainError for a block that fails verification
 * @example
 * const genesis = await readGenesis('genesis.json')
 * await using store = await openStore('./history', { chain: genesis.chain })
 * await importChain({ store, genesis, source: 'chain.rlp' })
 */
export async function importChain(options: ImportOptions): Promise<ImportResult> {
  const { store, from = 0n } = options
  const stored = await readHead(store)
  checkRange(options, stored)
  await useFastEngine()
  const genesis = typeof options.genesis === 'string' ? await readGenesis(options.genesis) : options.genesis
  if (store.chain && !equalBytes(store.chain.genesisHash, genesis.chain.genesisHash))
    throw new HistoryError(
      'genesis',
      `the genesis block is ${toHex(genesis.chain.genesisHash)}, but the store's chain begins with ${toHex(store.chain.genesisHash)}.`,
    )
  const ingestOptions = { ...options, source: showPaths(options.source) }
  const found = await findStored(genesis, options)
  if (found) return await settleHead(found, ingestOptions)
  const next = stored === null || stored.number < from ? from : stored.number + 1n
  return await ingest(executeChain(genesis, options, next), {
    ...ingestOptions,
    isExecuted: true,
    isBlamed: (number) => isBlamed(number, options),
  })
}

/** Executes the blocks up to the last of the range, and verifies those from `next` on. */
async function* executeChain(genesis: Genesis, options: ImportOptions, next: bigint) {
  const { source, to } = options
  const { config } = genesis.chain
  const total = await sumSizes([source].flat())
  let parent: Parent | null = null
  for await (const raw of openChain({ genesis, chain: source }, options)) {
    const { number, fork, read } = raw
    const block: VerifiedBlock | BlockName =
      number >= next ? verify(raw, { config, parent }) : { number, hash: hashHeader(raw.header) }
    const { timestamp }: Header = 'header' in block ? block.header : decodeHeader(raw.header)
    parent = { number, hash: block.hash, timestamp }
    yield { block, progress: { fork, read, total } }
    if (number === to) return
  }
}

/** Returns the result of an import of a file whose blocks are all stored; undefined if the file must be executed. */
async function findStored(genesis: Genesis, options: ImportOptions): Promise<ImportResult | undefined> {
  const { store, source, signal, from = 0n, to } = options
  const shown = showPaths(source)
  let last = { number: 0n, hash: genesis.chain.genesisHash }
  let anchor = from === 0n && isHead(options, last.hash) ? 0n : null
  let blocks = 0
  try {
    for await (const header of readChainHeaders(source, options)) {
      const { number, parentHash, hash } = header
      if (blocks === 0) checkBeginning(header, genesis, shown)
      blocks++
      if (last.number === to) break
      if (last.number === 0n && equalBytes(hash, genesis.chain.genesisHash)) continue
      if (number !== last.number + 1n || !equalBytes(parentHash, last.hash)) return undefined
      last = { number, hash }
      if (number < from) continue
      if (!(await isStored(store, shown, number, hash))) return undefined
      if (isHead(options, hash)) anchor = number
    }
  } catch (error) {
    // A fault later in the file is found again, and named, when the blocks before it have been executed.
    if (blocks === 0 || signal?.aborted || (error instanceof HistoryError && error.code !== 'archive'))
      throw error
    return undefined
  }
  if (blocks === 0) throw archiveError(`${shown} holds no block.`)
  if (last.number < from) return undefined
  if (from === 0n && !(await isStored(store, shown, 0n, genesis.chain.genesisHash))) return undefined
  return { ...createSums(), stored: Number(last.number - from) + 1, head: last, anchor }
}

/** Returns whether a block is at fault, rather than the next one, which its child, the trusted head or the end of the file confirms. */
async function isBlamed(number: bigint, options: ImportOptions): Promise<boolean> {
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
    throw archiveError(
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
