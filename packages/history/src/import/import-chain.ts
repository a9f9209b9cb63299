import { stat } from 'node:fs/promises'
import { ChainError, decodeHeader, hashHeader, type Parent, toHex, verify } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { openChain } from '../execution/chain-rlp.ts'
import { type Genesis, readGenesis } from '../execution/genesis.ts'
import { type FilePaths, showPaths } from '../archive/rlp-file.ts'
import { createBreather } from '../long-work.ts'
import { useFastEngine } from '../engine.ts'
import { endsBelow, findStored, isBlamed, isHead, isStored } from './scan-chain.ts'
import { type BatchLimits, createBatch, defaultBatchLimits } from './batch.ts'
import { HistoryError } from '../error.ts'
import { readHead, type Store } from '../store/interface.ts'
import { describeTrust, type Forkchoice, trustHead, trustMet } from './trust.ts'

/** What is imported, and how. */
export interface ImportOptions extends Forkchoice {
  readonly store: Store
  /** The path of a chain.rlp, plain or gzipped, or the paths of its parts in their order: blocks from 0 or 1 on. */
  readonly source: FilePaths
  /** The path of its genesis.json, or what `readGenesis` gave. */
  readonly genesis: string | Genesis
  /**
   * The most bytes of one block of the file.
   * @default 32 MiB
   */
  readonly limit?: number
  /**
   * Bounds the memory of an import, and what an interruption loses.
   * @default defaultBatchLimits
   */
  readonly batch?: Partial<BatchLimits>
  readonly signal?: AbortSignal
  /** Called for each block. */
  readonly onProgress?: (progress: ImportProgress) => void
}

/** Sums over the blocks so far. */
export interface ImportSums {
  /** Blocks that were added, and blocks of the source that were stored before. */
  readonly added: number
  readonly stored: number
  /** In the added blocks. */
  readonly transactions: number
  readonly gas: bigint
}

/** How far an import is: the block just read, and sums since the start. */
export interface ImportProgress extends ImportSums {
  readonly number: bigint
  readonly hash: Uint8Array
  readonly fork: string
  /** Bytes of the file, compressed if it is. */
  readonly read: number
  readonly total: number
}

/** What came of an import. */
export interface ImportResult extends ImportSums {
  /** The file's last block. */
  readonly head: { readonly number: bigint; readonly hash: Uint8Array }
  /** The number of the trusted head; null if none was given. */
  readonly anchor: bigint | null
}

/**
 * Executes and verifies a chain.rlp block by block, and adds the blocks that are not stored.
 *
 * A block is written once something confirms it: the parentHash of the next, or a `head` that was met. So after an error the store has what
 * was sound before it and nothing altered, and the repaired file can be imported on top. If `head` is given and no block has that hash, the
 * last block is not written, and no anchor is set; a `head` that was met is trusted also if what follows it fails. Without `head` the last
 * block is written unconfirmed, even if the file is cut off or the import interrupted.
 * A file whose blocks are all stored is not executed. One that continues the store is executed from its genesis again, since the state is
 * not stored: these chains take seconds.
 *
 * @throws HistoryError: `genesis` before anything is written, `conflict` for a block that differs from the stored one, `archive`, `block`,
 *   `parent`, `head`; ChainError for a block that fails verification; what `store.commit` throws
 * @example
 * const genesis = await readGenesis('genesis.json')
 * await using store = await openStore('./history', { chain: genesis.chain })
 * await importChain({ store, genesis, source: 'chain.rlp' })
 */
export async function importChain(options: ImportOptions): Promise<ImportResult> {
  const { store, head } = options
  await useFastEngine()
  const genesis = typeof options.genesis === 'string' ? await readGenesis(options.genesis) : options.genesis
  if (store.chain && !equalBytes(store.chain.genesisHash, genesis.chain.genesisHash))
    throw new HistoryError(
      'genesis',
      `the genesis block is ${toHex(genesis.chain.genesisHash)}, but the store's chain begins with ${toHex(store.chain.genesisHash)}.`,
    )
  const found = await findStored(genesis, options)
  const none = { added: 0, transactions: 0, gas: 0n }
  const result = found
    ? { ...found, ...none, stored: Number(found.head.number) + 1 }
    : await addBlocks(genesis, options)
  if (head === undefined) return result
  if (result.anchor === null) throw await unknownHead(options, result)
  await trustHead(store, result.anchor, { ...options, head })
  return result
}

const addBlocks = async (genesis: Genesis, options: ImportOptions): Promise<ImportResult> => {
  const { store, source, head, signal, onProgress } = options
  const { config } = genesis.chain
  const shown = showPaths(source)
  const sizes = await Promise.all([source].flat().map(async (path) => (await stat(path)).size))
  const total = sizes.reduce((sum, size) => sum + size)
  const { number: top, lowest } = (await readHead(store)) ?? { number: -1n, lowest: 0n }
  const batch = createBatch(store, { ...defaultBatchLimits, ...options.batch }, true)
  const sums = { added: 0, stored: 0, transactions: 0, gas: 0n }
  const breathe = createBreather()
  let parent: Parent | null = null
  let anchor: bigint | null = null
  try {
    for await (const raw of openChain({ genesis, chain: source }, options)) {
      const { number, fork, read } = raw
      const hash = hashHeader(raw.header)
      let timestamp: bigint
      if (number <= top) {
        await isStored(store, shown, number, hash)
        timestamp = decodeHeader(raw.header).timestamp
        if (number >= lowest) sums.stored++
      } else {
        const block = verify(raw, { config, parent })
        timestamp = block.header.timestamp
        sums.added++
        sums.transactions += block.transactions.length
        sums.gas += block.header.gasUsed
        await batch.add(block)
      }
      parent = { number, hash, timestamp }
      if (isHead(options, hash)) anchor = number
      onProgress?.({ ...sums, number, hash, fork, read, total })
      await breathe()
      signal?.throwIfAborted()
    }
  } catch (error) {
    if (parent && (await isDoubtful(error, { number: parent.number, anchor }, options))) batch.drop()
    batch.confirm()
    await batch.write()
    await trustMet(options, anchor).catch(() => {}) // the fault that came first is the one to report
    throw error
  }
  if (head === undefined || anchor !== null) batch.confirm()
  await batch.write()
  const { number, hash } = parent!
  if (number < lowest) throw endsBelow(shown, number, lowest)
  return { ...sums, head: { number, hash }, anchor }
}

/** Whether an error leaves the last block that was read unconfirmed, or contradicted. */
const isDoubtful = async (
  error: unknown,
  { number, anchor }: { number: bigint; anchor: bigint | null },
  options: ImportOptions,
): Promise<boolean> => {
  if (number === anchor) return false // its hash is the one trusted
  const code = error instanceof HistoryError ? error.code : undefined
  if (code === 'parent') return isBlamed(number, options)
  if (code === 'block' || error instanceof ChainError) return false // of the next block, which names it as its parent
  return options.head !== undefined && anchor === null
}

const unknownHead = async (
  { store, source, head }: ImportOptions,
  { head: { number, hash }, added }: ImportResult,
) =>
  new HistoryError(
    'head',
    `${showPaths(source)} ends with block ${number} ${toHex(hash)}, and no block of it has the trusted hash ${toHex(head!)}; ` +
      (added > 0
        ? `block ${number} was not stored, and the blocks before it are ${await describeTrust(store)}.`
        : 'nothing was added.'),
  )
