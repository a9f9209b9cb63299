import type { HistoricalSummary } from '@lectern/consensus'
import { accumulatorRoot, listBranches, sha256 } from './accumulator.ts'

/** Roots that history proofs end at, by their index, and the branches that prove them, as `checkHistoryProof` takes both. */
export interface HistoryList {
  /** 32 bytes each. */
  readonly roots: readonly Uint8Array[]
  branch(index: number): readonly Uint8Array[]
}

/** The accumulators of all eras of proof of work; its root is the one of EIP-7643. */
export function listAccumulators(roots: readonly Uint8Array[]): HistoryList {
  const branch = listBranches(roots, 11)
  // Beside the list of eras is that of an unfinished one's blocks, which the merge left empty.
  const unfinished = accumulatorRoot([])
  return { roots, branch: (index) => [...branch(index), unfinished] }
}

/** The historical roots of a beacon chain. */
export function listHistoricalRoots(roots: readonly Uint8Array[]): HistoryList {
  return { roots, branch: listBranches(roots, 24) }
}

/**
 * The block summary roots of a state.
 * @param branch From the root of the summaries to the state's.
 */
export function listSummaries(
  summaries: readonly HistoricalSummary[],
  branch: readonly Uint8Array[],
): HistoryList {
  const items = summaries.map(({ blockSummaryRoot, stateSummaryRoot }) =>
    sha256(blockSummaryRoot, stateSummaryRoot),
  )
  const below = listBranches(items, 24)
  return {
    roots: summaries.map(({ blockSummaryRoot }) => blockSummaryRoot),
    branch: (index) => [summaries[index]!.stateSummaryRoot, ...below(index), ...branch],
  }
}
