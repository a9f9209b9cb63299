import { refuse } from '../error.ts'
import { forkAt, type Network } from '../network/network.ts'
import { container } from '../ssz/container.ts'
import { isBranch } from '../ssz/merkle.ts'
import { bytes32, list, type Type } from '../ssz/types.ts'
import type { BeaconHeader } from '../sync/objects.ts'

/** The roots of a period's blocks and of its states: a summary of the beacon chain's history, from Capella on. */
export interface HistoricalSummary {
  /** 32 bytes each. */
  readonly blockSummaryRoot: Uint8Array
  readonly stateSummaryRoot: Uint8Array
}

/** The `historical_summaries` of a state: 64 bytes each. */
export const historicalSummaries: Type<readonly HistoricalSummary[]> = /* @__PURE__ */ (() =>
  list(container<HistoricalSummary>({ blockSummaryRoot: bytes32, stateSummaryRoot: bytes32 }), 2 ** 24))()

/** The `historical_roots` of a state, 32 bytes each: frozen since Capella. */
export const historicalRoots: Type<readonly Uint8Array[]> = /* @__PURE__ */ list(bytes32, 2 ** 24)

/** Throws ConsensusError `summaries` unless summaries are those of a header's state. The branch leads from their root to the state's. */
export function checkSummaries(
  network: Network,
  { slot, stateRoot }: Pick<BeaconHeader, 'slot' | 'stateRoot'>,
  summaries: readonly HistoricalSummary[],
  branch: readonly Uint8Array[],
): void {
  const { summaries: gindex } = forkAt(network, slot)
  if (gindex === undefined || !isBranch(historicalSummaries.root(summaries), branch, gindex, stateRoot))
    refuse(
      'summaries',
      `The ${summaries.length} historical summaries are not those of the state of slot ${slot}.`,
    )
}
