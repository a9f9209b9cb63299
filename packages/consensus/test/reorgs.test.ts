import {
  applyUpdate,
  beaconRoot,
  checkBlockProof,
  checkSummaries,
  ConsensusError,
  executionBlock,
  type LightClient,
  periodAt,
  startLightClient,
  type Update,
} from '@lectern/consensus'
import { createRandom } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { inventExecutions, simulateBeacon, simulatedNetwork, type Simulation } from './simulation.ts'

// Chains with missed slots and reorgs: `LECTERN_REORGS=200` makes so many.
const count = Number(process.env['LECTERN_REORGS'] ?? 2)
const STEPS = 60

/** The refusals of updates that are honest, but late, or signed by too few. */
const honest: ReadonlySet<string> = new Set(['irrelevant', 'period', 'time', 'participants'])

const start = (chain: Simulation, slot: bigint): LightClient =>
  startLightClient(chain.network, chain.root(slot), chain.bootstrap(slot), { slot: chain.head() })

/** A block of another branch for each number and branch. */
function createBlocks() {
  const names = inventExecutions(4_096)
  let made = 0
  return () => {
    made++
    return { ...names[made]!, blockNumber: BigInt(made) }
  }
}

test.each(Array.from({ length: count }, (_, seed) => [seed + 1] as const))(
  'chain %i of missed slots and reorgs: finalized goes neither back nor to a block that went away',
  (seed) => {
    const random = createRandom(seed)
    const nextBlock = createBlocks()
    const chain = simulateBeacon(
      simulatedNetwork({ deneb: 0, electra: 12, fulu: 20 }),
      Array.from({ length: 60 }, nextBlock),
    )
    let client = start(chain, 8n)
    let now = chain.head()
    const sent: Update[] = []
    const seen = new Map<bigint, Uint8Array>() // what was finalized, by its slot
    let reverted = 0
    for (let step = 0; step < STEPS; step++) {
      const choice = random(10)
      if (choice < 2) chain.miss(1 + random(3))
      else if (choice < 4) reverted += revertSome(chain, random(12))
      for (let more = random(12); more >= 0; more--) chain.append(nextBlock())
      if (chain.head() > now) now = chain.head()
      const attested = chain.latest(chain.head() - 1n - BigInt(random(6)))
      sent.push(chain.update({ attested, absent: random(4) === 0 ? random(32) : 0 }))
      // That of the known period first, then the newest one, and one of before, perhaps of a branch that is gone.
      for (const update of [ofPeriod(chain, client), sent.at(-1)!, sent[random(sent.length)]!]) {
        const before = client
        try {
          client = applyUpdate(client, update, { slot: now })
        } catch (error) {
          expect(error).toBeInstanceOf(ConsensusError)
          expect(honest.has((error as ConsensusError).check), String(error)).toBe(true)
        }
        const { slot } = client.finalized.beacon
        expect(slot).toBeGreaterThanOrEqual(before.finalized.beacon.slot)
        expect(client.optimistic.beacon.slot).toBeGreaterThanOrEqual(slot)
        seen.set(slot, beaconRoot(client.finalized.beacon))
      }
    }
    expect(reverted).toBeGreaterThan(10)
    expect(seen.size).toBeGreaterThan(10)
    for (const [slot, root] of seen) expect(chain.find(root)).toBe(slot)
    expect(executionBlock(client.finalized)).toMatchObject({ hash: expect.any(Uint8Array) })
  },
)

/** Returns the newest update of a client's period, as a beacon node does. */
function ofPeriod(chain: Simulation, { network, finalized }: LightClient): Update {
  const period = periodAt(network, finalized.beacon.slot)
  const length = network.preset.slotsPerEpoch * network.preset.epochsPerPeriod
  const signature = chain.latest((period + 1n) * length - 1n)
  return chain.update({ attested: chain.latest(signature - 1n), signature })
}

/** Reverts up to so many slots that are not final; returns the number of removed blocks. */
function revertSome(chain: Simulation, slots: number): number {
  const [head, to] = [chain.head(), chain.head() - BigInt(slots)]
  try {
    chain.revert(to)
    return Number(head - chain.head())
  } catch {
    return 0
  }
}

test('what is finalized is not reverted, and a slot without a block has the root of the one before', () => {
  const chain = simulateBeacon(simulatedNetwork(), inventExecutions(50))
  expect(() => chain.revert(31n)).toThrow('Slot 32 is finalized: nothing before it can go.')
  const removed = chain.root(45n)
  chain.revert(40n)
  expect(chain.head()).toBe(40n)
  expect(chain.find(removed)).toBeUndefined()
  chain.miss(3)
  chain.append({ ...inventExecutions(60)[55]!, blockNumber: 41n })
  expect([chain.head(), chain.latest(43n)]).toEqual([44n, 40n])
  expect(chain.root(43n)).toEqual(chain.root(40n))
  expect(chain.header(44n).parentRoot).toEqual(chain.root(40n))
  expect(() => chain.header(43n)).toThrow('The simulation has no block of slot 43; it ends at 44.')
  const { signatureSlot } = chain.update({ attested: 40n })
  expect(signatureSlot).toBe(44n)
})

test('an epoch whose first slots have no block is finalized by the block before it', () => {
  const chain = simulateBeacon(simulatedNetwork(), inventExecutions(30))
  chain.miss(6) // slots 30 to 35: 32 is the first of an epoch
  for (const execution of inventExecutions(60).slice(30)) chain.append(execution)
  const client = applyUpdate(start(chain, 8n), chain.update({ attested: 52n }), { slot: chain.head() })
  expect(client.finalized.beacon.slot).toBe(29n)
  expect(executionBlock(client.finalized)).toMatchObject({ number: 29n })
})

test('a period that ends without a block is summarized, and its blocks are proven', () => {
  const chain = simulateBeacon(simulatedNetwork({ deneb: 0 }), inventExecutions(60))
  chain.miss(10) // slots 60 to 69: 64 begins a period of history
  for (const execution of inventExecutions(75).slice(60)) chain.append(execution)
  const { summaries, branch } = chain.summaries(chain.head())
  expect(summaries).toHaveLength(1)
  checkSummaries(chain.network, chain.header(chain.head()), summaries, branch)
  const roots = {
    accumulator: () => undefined,
    historicalRoot: () => undefined,
    summary: (index: number) => summaries[index]?.blockSummaryRoot,
  }
  const block = { number: 59n, hash: inventExecutions(60)[59]!.blockHash }
  checkBlockProof(chain.network, block, chain.blockProof(59n), roots)
  const other = { number: 58n, hash: inventExecutions(60)[58]!.blockHash }
  expect(() => checkBlockProof(chain.network, other, chain.blockProof(59n), roots)).toThrow(
    expect.objectContaining({ check: 'executionProof' }),
  )
})
