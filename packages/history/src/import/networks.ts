import { fromHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { ChainIdentity } from '../store/interface.ts'

/** The chains that era files are published of, by the name that the files carry: genesis hash, chain id, and from which second on which EIP-4844 fraction prices blobs. */
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

/** The accumulator roots of a chain's eras from 0 on that are known of it without anyone's word: mainnet's up to the merge; of other chains none. */
export async function knownAccumulators({ genesisHash }: ChainIdentity): Promise<readonly Uint8Array[]> {
  if (!equalBytes(genesisHash, networks['mainnet']!.genesisHash)) return []
  return (await import('../archive/mainnet-eras.ts')).readMainnetEras() // 60 KB that few need
}
