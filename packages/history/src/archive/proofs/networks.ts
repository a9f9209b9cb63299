import { fromHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import {
  historicalSummaries,
  type HistoricalSummary,
  type Network,
  networks as beaconNetworks,
} from '@lectern/consensus'
import { readWhole } from '../archive-file.ts'
import type { ProofRoots } from './block-proofs.ts'
import type { ChainIdentity } from '../../store/interface.ts'
import { archiveError } from '../../error.ts'

/** The chains of published era files, by the name in the files: genesis hash, chain id, and EIP-4844 fractions by time. */
export const networks: Readonly<Record<string, ChainIdentity>> = {
  mainnet: {
    genesisHash: fromHex('0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3'),
    config: {
      chainId: 1n,
      blobSchedule: [
        { timestamp: 1710338135n, updateFraction: 3338477n }, // Cancun
        { timestamp: 1746612311n, updateFraction: 5007716n }, // Prague
        { timestamp: 1765290071n, updateFraction: 8346193n }, // BPO1
        { timestamp: 1767747671n, updateFraction: 11684671n }, // BPO2
      ],
    },
  },
  sepolia: {
    genesisHash: fromHex('0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9'),
    config: {
      chainId: 11155111n,
      blobSchedule: [
        { timestamp: 1706655072n, updateFraction: 3338477n }, // Cancun
        { timestamp: 1741159776n, updateFraction: 5007716n }, // Prague
        { timestamp: 1761017184n, updateFraction: 8346193n }, // BPO1
        { timestamp: 1761607008n, updateFraction: 11684671n }, // BPO2
      ],
    },
  },
}

const nameOf = (genesisHash: Uint8Array) =>
  (['mainnet', 'sepolia'] as const).find((name) => equalBytes(genesisHash, networks[name]!.genesisHash))

/** Returns the accumulator roots of a chain's eras that are built in: mainnet's up to the merge. */
export async function knownAccumulators({ genesisHash }: ChainIdentity): Promise<readonly Uint8Array[]> {
  if (nameOf(genesisHash) !== 'mainnet') return []
  return (await import('./mainnet-eras.ts')).readMainnetEras() // 60 KB that few need
}

/**
 * Returns the roots at the end of a chain's history proofs; undefined if its beacon chain is not known.
 * @param summaries Of a trusted state of the beacon chain.
 */
export async function knownProofRoots(
  { genesisHash }: ChainIdentity,
  accumulators: readonly Uint8Array[],
  summaries: readonly HistoricalSummary[] = [],
  beacon?: Network,
): Promise<ProofRoots | undefined> {
  const name = nameOf(genesisHash)
  const network = beacon ?? (name && beaconNetworks[name])
  if (!network) return undefined
  const roots = name === 'mainnet' ? (await import('./mainnet-roots.ts')).readMainnetRoots() : []
  return {
    network,
    roots: {
      accumulator: (era) => accumulators[era],
      historicalRoot: (index) => roots[index],
      summary: (index) => summaries[index]?.blockSummaryRoot,
    },
  }
}

/** Reads summaries from a file of SSZ, 64 bytes each. Throws HistoryError `archive`. */
export async function readSummaries(path: string): Promise<readonly HistoricalSummary[]> {
  const bytes = await readWhole(path)
  if (bytes.length % 64 === 0 && bytes.length > 0) return historicalSummaries.decode(bytes)
  throw archiveError(`${path} of ${bytes.length} bytes must hold historical summaries: 64 bytes each.`)
}
