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
import { HistoryError } from '../error.ts'
import { openChain } from '../execution/chain-rlp.ts'
import { type Genesis, readGenesis } from '../execution/genesis.ts'
import { readHead, type Store } from '../store/interface.ts'
import {
  type BatchLimits,
  type ImportResult,
  type ImportSums,
  ingest,
  settleHead,
  type SourceBlock,
} from './ingest.ts'
import { findStored, isBlamed } from './scan-chain.ts'
import type { Forkchoice } from './trust.ts'

export interface ImportOptions extends Forkchoice {
  readonly store: Store
  /** The path of a chain.rlp, plain or gzipped, or the paths of its parts in order: blocks from 0 or 1 on. */
  readonly source: FilePaths
  /** The path of its genesis.json, or the result of `readGenesis`. */
  readonly genesis: string | Genesis
  /** The most bytes of one block of the file. @default 32 MiB */
  readonly limit?: number
  /** Bounds the memory of an import, and what an interruption loses. @default defaultBatchLimits */
  readonly batch?: Partial<BatchLimits>
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
  const { store } = options
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
  const { number: top } = (await readHead(store)) ?? { number: -1n }
  return await ingest(executeChain(genesis, options, top), {
    ...ingestOptions,
    isExecuted: true,
    isBlamed: (number) => isBlamed(number, options),
  })
}

type Progress = Pick<ImportProgress, 'fork' | 'read' | 'total'>

async function* executeChain(
  genesis: Genesis,
  options: ImportOptions,
  top: bigint,
): AsyncGenerator<SourceBlock<Progress>> {
  const { source } = options
  const { config } = genesis.chain
  const total = await sumSizes([source].flat())
  let parent: Parent | null = null
  for await (const raw of openChain({ genesis, chain: source }, options)) {
    const { number, fork, read } = raw
    const block: VerifiedBlock | BlockName =
      number > top ? verify(raw, { config, parent }) : { number, hash: hashHeader(raw.header) }
    const { timestamp }: Header = 'header' in block ? block.header : decodeHeader(raw.header)
    parent = { number, hash: block.hash, timestamp }
    yield { block, progress: { fork, read, total } }
  }
}
