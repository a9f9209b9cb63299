import { type HistoricalSummary, hashPair } from '@lectern/consensus'
import { accumulatorRoot, listBranches } from './accumulator.ts'

/** The roots that history proofs end at, by index, and the branches that prove the roots. */
export interface HistoryList {
  readonly roots: readonly Uint8Array[]
  branch(index: number): readonly Uint8Array[]
}

/** Returns the accumulators of all eras of proof of work; EIP-7643 publishes the root of them. */
export function listAccumulators(roots: readonly Uint8Array[]): HistoryList {
  const branch = listBranches(roots, 11)
  const unfinished = accumulatorRoot([]) // the merge ended the last era
  return { roots, branch: (index) => [...branch(index), unfinished] }
}

export function listHistoricalRoots(roots: readonly Uint8Array[]): HistoryList {
  return { roots, branch: listBranches(roots, 24) }
}

/** Returns the block summary roots of a state; `branch` leads from the root of the summaries to the state's. */
export function listSummaries(
  summaries: readonly HistoricalSummary[],
  branch: readonly Uint8Array[],
): HistoryList {
  const items = summaries.map(({ blockSummaryRoot, stateSummaryRoot }) =>
    hashPair(blockSummaryRoot, stateSummaryRoot),
  )
  const below = listBranches(items, 24)
  return {
    roots: summaries.map(({ blockSummaryRoot }) => blockSummaryRoot),
    branch: (index) => [summaries[index]!.stateSummaryRoot, ...below(index), ...branch],
  }
}
