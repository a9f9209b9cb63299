import type { Genesis } from './genesis.ts'
import { readChainHeaders } from './chain-headers.ts'
import type { FilePaths, RlpFileOptions } from '../archive/rlp-file.ts'

/**
 * Finds the first block of proof of stake: its parent reached the terminal total difficulty (EIP-3675), by the sum of the headers.
 * `mergeNetsplitBlock` counts only without that difficulty, or if it is not reached. Returns Infinity if there is none.
 */
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
