import { createClient } from '@lectern/client'
import { serveBeacon, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { sample } from '@lectern/fixtures'

/** A beacon node for snippets that take mainnet's beacon chain: the beacon chain is simulated over the sample chain, and called mainnet. */
export interface SimulatedMainnet extends AsyncDisposable {
  readonly url: string
  /** The root of a finalized beacon block: 0x hex. */
  readonly checkpoint: string
  /** A module that puts the simulated network in mainnet's place. */
  readonly module: string
}

/** Serves a beacon chain over the sample chain of an endpoint, all of whose blocks are finalized. */
export async function serveMainnet(endpoint: string): Promise<SimulatedMainnet> {
  const { orThrow } = createClient(endpoint)
  const numbers = Array.from({ length: sample.headNumber + 1 }, (_, number) => number)
  const blocks = await Promise.all(numbers.map((number) => orThrow.getBlock(number)))
  const executions = blocks.map(({ hash, number }) => ({
    blockHash: Uint8Array.fromHex(hash.slice(2)),
    blockNumber: BigInt(number),
  }))
  const slots = executions.length + 32 // the last block again, until it is finalized
  const genesisTime = BigInt(Math.floor(Date.now() / 1_000) - slots * 6)
  const simulation = simulateBeacon(simulatedNetwork({ fulu: 0 }, { genesisTime }), executions)
  while (simulation.head() < slots) simulation.append(executions.at(-1)!)
  const server = await serveBeacon(simulation)
  return {
    url: server.url,
    checkpoint: `0x${simulation.root(16n).toHex()}`,
    module: `import { networks } from '@lectern/consensus'
import { simulatedNetwork } from '@lectern/consensus/testing'
Object.assign(networks.mainnet, simulatedNetwork({ fulu: 0 }, { genesisTime: ${genesisTime}n }))
`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
