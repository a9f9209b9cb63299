import { createBeaconClient } from '@lectern/client/verify/beacon'
import type { HistoricalSummary, Network } from '@lectern/consensus'
import {
  type ChainIdentity,
  isUrl,
  knownAccumulators,
  knownProofRoots,
  type ProofRoots,
  readSummaries,
  showUrl,
} from '@lectern/history'
import { type CheckpointFlags, findNetwork, readCheckpointOptions } from '../config/beacon-options.ts'
import { explain, Failure } from '../failure.ts'
import { getSummaries } from '../serve/summaries-source.ts'

/** The flag of an import that says where summaries are from; `checkpointOptions` are separate. */
export interface SummariesFlags {
  /** A file, or the URL of a beacon node. */
  readonly summaries?: string
}

/** Returns the roots that proofs of .ere files must end at; undefined if the built-in ones suffice. Throws Failure or HistoryError. */
export async function readProofRoots(
  chain: ChainIdentity,
  accumulators: readonly Uint8Array[] | undefined,
  options: SummariesFlags,
): Promise<ProofRoots | undefined> {
  const { summaries: source } = options
  if (source === undefined) return undefined
  const flags = readCheckpointOptions(options, '')
  const network = await findNetwork(flags, chain.config.chainId)
  const summaries = isUrl(source) ? await proveSummaries(source, network, flags) : await readSummaries(source)
  return await knownProofRoots(chain, accumulators ?? (await knownAccumulators(chain)), summaries, network)
}

/** The summaries in the newest finalized state, from a beacon node that need not be trusted: a light client proves that state from the checkpoint. */
async function proveSummaries(
  url: string,
  network: Network,
  { checkpoint, headers }: CheckpointFlags,
): Promise<readonly HistoricalSummary[]> {
  if (checkpoint === undefined)
    throw new Failure(
      `--summaries ${showUrl(url)} needs the root of a finalized beacon block that you trust: name it with --beacon.checkpoint.`,
    )
  try {
    const nodes = createBeaconClient({ api: url, checkpoint, network, headers })
    const { finalized } = await nodes.follow(() => true, AbortSignal.timeout(TIMEOUT))
    const { summaries } = await getSummaries(url, network, finalized.beacon, { headers })
    return summaries
  } catch (error) {
    throw new Failure(`${showUrl(url)} proves no historical summaries: ${explain(error)}`, { cause: error })
  }
}

/** Milliseconds for the light client: two weeks are 14 committees at most. */
const TIMEOUT = 60_000
