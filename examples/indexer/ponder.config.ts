import { createConfig } from 'ponder'
import { abi } from './abi.ts'

// The chain is read as from any node: this URL may be Lectern's.
export default createConfig({
  database: { kind: 'pglite', directory: process.env['DATABASE']! },
  chains: { local: { id: 31_337, rpc: process.env['RPC']!, pollingInterval: 100 } },
  contracts: {
    Store: {
      chain: 'local',
      abi,
      address: process.env['CONTRACT'] as `0x${string}`,
      startBlock: 0,
      includeTransactionReceipts: true,
    },
  },
})
