import { decodeHeader, hashHeader, type Header } from '@lectern/chain'
import { equalBytes, splitHeader } from '@lectern/chain/internal'
import { archiveError, HistoryError } from '../error.ts'
import type { ExecutedBlock } from './executor.ts'
import { type Genesis, readGenesis } from './genesis.ts'
import { type FilePaths, readRlpFiles, type RlpFileOptions } from '../archive/rlp-file.ts'

/** A chain to execute: a genesis.json (its path, or read already) and a chain.rlp or its parts, plain or gzipped. */
export interface ChainSource {
  readonly genesis: string | Genesis
  /** Blocks back to back as geth exports them, from block 0 or 1. */
  readonly chain: FilePaths
}

/** An executed block, and how far the file is read. */
export interface ArchivedBlock extends ExecutedBlock {
  /** Bytes of the file, packed if it is gzipped. */
  readonly read: number
}

/**
 * Executes the blocks of a chain.rlp, the genesis block first. Execution checks all of a header but its seal. The state stays in memory,
 * about 0.1 MB per block, so this is for test chains.
 */
export async function* openChain(
  { genesis: origin, chain }: ChainSource,
  options: RlpFileOptions = {},
): AsyncGenerator<ArchivedBlock> {
  const genesis = typeof origin === 'string' ? await readGenesis(origin) : origin
  const { createExecutor } = await import('./executor.ts') // its libraries take most of a second to load
  const execute = await createExecutor(genesis, await findMerge(genesis, chain, options))
  yield { ...genesis.block, number: 0n, fork: 'genesis', read: 0 }
  let last = 0n
  try {
    for await (const { bytes, read } of readRlpFiles(chain, options)) {
      // geth exports block 0 too.
      if (last === 0n && equalBytes(hashHeader(splitHeader(bytes)), genesis.chain.genesisHash)) continue
      const block = await execute(bytes)
      last = block.number
      yield { ...block, read }
    }
  } catch (error) {
    if (!(error instanceof HistoryError) || error.code !== 'archive') throw error
    throw archiveError(`after block ${last}: ${error.message}`)
  }
}

export interface ChainHeader extends Pick<Header, 'number' | 'parentHash' | 'difficulty'> {
  readonly hash: Uint8Array
}

/** Reads the headers of a chain.rlp, without execution. Throws HistoryError `archive`, or ChainError for a malformed header. */
export async function* readChainHeaders(
  path: FilePaths,
  options?: RlpFileOptions,
): AsyncGenerator<ChainHeader> {
  for await (const { bytes } of readRlpFiles(path, options)) {
    const encoded = splitHeader(bytes)
    const { number, parentHash, difficulty } = decodeHeader(encoded)
    yield { number, parentHash, difficulty, hash: hashHeader(encoded) }
  }
}

/** Finds the first block of proof of stake (EIP-3675): by the total difficulty, else `mergeNetsplitBlock`, else Infinity. */
export async function findMerge(
  { config, header }: Genesis,
  path: FilePaths,
  options?: RlpFileOptions,
): Promise<number> {
  const given = config.forks['mergeNetsplitBlock'] ?? config.forks['mergeForkBlock']
  const { terminalTotalDifficulty: terminal } = config
  if (terminal === 0n) return given ?? 0
  if (terminal === undefined) return given ?? Infinity
  let total = header.difficulty
  try {
    for await (const { number, difficulty } of readChainHeaders(path, options)) {
      if (number === 0n) continue
      if (total >= terminal) return Number(number)
      total += difficulty
    }
  } catch (error) {
    // Execution reports the fault, after the blocks before it.
    if (options?.signal?.aborted) throw error
  }
  return given ?? Infinity
}
