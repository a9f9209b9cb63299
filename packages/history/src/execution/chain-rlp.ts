import { hashHeader } from '@lectern/chain'
import { equalBytes, splitHeader } from '@lectern/chain/internal'
import { HistoryError } from '../error.ts'
import { createExecutor, type ExecutedBlock } from './executor.ts'
import { type Genesis, readGenesis } from './genesis.ts'
import { findMerge } from './chain-headers.ts'
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
  const execute = await createExecutor(genesis, await findMerge(genesis, chain, options))
  yield { ...genesis.block, number: 0n, fork: 'genesis', read: 0 }
  let last = 0n
  try {
    for await (const { bytes, read } of readRlpFiles(chain, options)) {
      if (last === 0n && isGenesis(bytes, genesis)) continue // geth exports block 0 too
      const block = await execute(bytes)
      last = block.number
      yield { ...block, read }
    }
  } catch (error) {
    throw error instanceof HistoryError && error.code === 'archive' ? after(last, error) : error
  }
}

const isGenesis = (bytes: Uint8Array, { chain }: Genesis) =>
  equalBytes(hashHeader(splitHeader(bytes)), chain.genesisHash)

const after = (number: bigint, { code, message }: HistoryError) =>
  new HistoryError(code, `after block ${number}: ${message}`)
