import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serveBeacon, toConfigFile } from './beacon-server.ts'
import { simulateBeacon, simulatedNetwork, type SimulatedExecution } from './simulation.ts'

// A simulated beacon node over an execution node, whose reorgs it makes too: node packages/consensus/test/beacon.ts --rpc http://127.0.0.1:8545

const { values } = parseArgs({
  options: {
    rpc: { type: 'string', default: 'http://127.0.0.1:8545' },
    port: { type: 'string', default: '5052' },
    blocks: { type: 'string', default: '256' },
    config: { type: 'string' }, // where the network's config.yaml is written
  },
})

/** The slots that are free above the newest block: an execution node may make blocks faster than slots pass. */
const FREE_SLOTS = 100_000

async function call(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(values.rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${values.rpc}: ${method}: ${error.message}`)
  return result
}

async function readBlock(tag: string): Promise<SimulatedExecution | undefined> {
  const block = (await call('eth_getBlockByNumber', [tag, false])) as Record<string, string> | null
  return block
    ? {
        blockHash: fromHex(block['hash']!),
        blockNumber: BigInt(block['number']!),
        timestamp: BigInt(block['timestamp']!),
      }
    : undefined
}

const readNumber = (number: bigint) => readBlock(`0x${number.toString(16)}`)
const fromHex = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.slice(2), 'hex'))

const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`

const head = await readBlock('latest')
if (!head) throw new Error(`${values.rpc} has no block.`)
const first = head.blockNumber - BigInt(values.blocks) + 1n
const genesisTime = BigInt(Math.floor(Date.now() / 1000) - FREE_SLOTS)
const network = simulatedNetwork({ fulu: 0 }, { genesisTime, secondsPerSlot: 1 })
const simulation = simulateBeacon(network, [])
/** Its values, in their order. */
const made: { readonly block: SimulatedExecution; readonly slot: bigint }[] = []
const append = (block: SimulatedExecution): void => {
  simulation.append(block)
  made.push({ block, slot: simulation.head() })
}
for (let number = first < 0n ? 0n : first; number <= head.blockNumber; number++)
  append((await readNumber(number))!)
// A short chain has nothing final: the newest block again, until it has.
while (simulation.finalizedAt(simulation.head() - 1n) === 0n) append(head)

const server = await serveBeacon(simulation, { port: Number(values.port) })
// An epoch before the finalized block, so that signatures lead to that one.
const checkpoint = toHex(
  simulation.root(simulation.finalizedAt(simulation.head() - 1n) - network.preset.slotsPerEpoch),
)
const config = values.config ?? join(mkdtempSync(join(tmpdir(), 'lectern-beacon-')), 'config.yaml')
writeFileSync(config, toConfigFile(network))
console.log(`Beacon API: ${server.url}
Checkpoint: ${checkpoint}
Flags: --finality beacon --beacon.api ${server.url} --beacon.checkpoint ${checkpoint} --beacon.config ${config} --beacon.genesis.gvroot ${toHex(network.genesisValidatorsRoot)} --beacon.genesis.time ${genesisTime}`)

while (true) {
  const { block: top } = made.at(-1)!
  const read = Promise.all([readNumber(top.blockNumber), readNumber(top.blockNumber + 1n)])
  const [now, next] = await read.catch(() => [top, undefined]) // a node that is down may come back
  if (!now || !Buffer.from(now.blockHash).equals(top.blockHash)) {
    made.pop()
    simulation.revert(made.at(-1)!.slot)
  } else if (next) append(next)
  else await new Promise((resolve) => setTimeout(resolve, 500))
}
