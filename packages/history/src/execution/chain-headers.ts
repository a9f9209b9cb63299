import { decodeHeader, hashHeader, type Header } from '@lectern/chain'
import { splitHeader } from '@lectern/chain/internal'
import { type FilePaths, readRlpFiles, type RlpFileOptions } from '../archive/rlp-file.ts'
import type { Genesis } from './genesis.ts'

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
