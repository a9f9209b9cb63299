import {
  applyUpdate,
  beaconRoot,
  executionBlock,
  type LightClient,
  networks,
  startLightClient,
  type Update,
} from '@lectern/consensus'
import {
  inventExecutions,
  simulateBeacon,
  simulatedNetwork,
  type Simulation,
  type UpdateChoice,
} from '@lectern/consensus/testing'
import { expect, test } from 'vitest'

const simulation = simulateBeacon(simulatedNetwork(), inventExecutions(300))

/** A client that starts at a slot of a simulation. */
function start(chain: Simulation, slot: bigint): LightClient {
  return startLightClient(chain.network, chain.root(slot), chain.bootstrap(slot), { slot: chain.head() })
}

/** Applies updates of a simulation, one after the other. */
function follow(client: LightClient, chain: Simulation, choices: readonly UpdateChoice[]): LightClient {
  return choices.reduce(
    (known, choice) => applyUpdate(known, chain.update(choice), { slot: chain.head() }),
    client,
  )
}

const slots = ({ finalized, optimistic }: LightClient) => [finalized.beacon.slot, optimistic.beacon.slot]

test('a client follows the chain through periods, and proves its execution blocks', () => {
  let client = start(simulation, 8n)
  expect(slots(client)).toEqual([8n, 8n])
  const seen = [40n, 70n, 100n, 130n, 190n, 250n].map((attested) => {
    client = follow(client, simulation, [{ attested }])
    return slots(client)
  })
  expect(seen).toEqual([
    [24n, 40n],
    [48n, 70n],
    [80n, 100n],
    [112n, 130n],
    [168n, 190n],
    [232n, 250n],
  ])
  expect(executionBlock(client.finalized)).toEqual({
    hash: inventExecutions(233)[232]!.blockHash,
    number: 232n,
  })
  expect(client.participants).toEqual({ finalized: 32, optimistic: 32 })
})

test('an update changes no client: the one before is as it was', () => {
  const client = start(simulation, 8n)
  const before = structuredClone({ ...client, network: undefined })
  follow(client, simulation, [{ attested: 40n }])
  expect({ ...client, network: undefined }).toEqual(before)
})

test('with less than two thirds of the committee the optimistic header moves alone', () => {
  const client = follow(start(simulation, 8n), simulation, [{ attested: 40n, absent: 11 }])
  expect([slots(client), client.participants]).toEqual([[8n, 40n], { finalized: 0, optimistic: 21 }])
  const enough = follow(client, simulation, [{ attested: 41n, absent: 10 }])
  expect([slots(enough), enough.participants]).toEqual([[24n, 41n], { finalized: 22, optimistic: 22 }])
})

test('half of the most signers, or fewer, move nothing', () => {
  const client = follow(start(simulation, 8n), simulation, [{ attested: 40n }])
  expect(slots(follow(client, simulation, [{ attested: 41n, absent: 16 }]))).toEqual([24n, 40n])
  expect(slots(follow(client, simulation, [{ attested: 41n, absent: 15 }]))).toEqual([24n, 41n])
})

test('a threshold asks for more signers, and none may ask for fewer than two thirds', () => {
  const client = start(simulation, 8n)
  const apply = (absent: number, threshold: number) =>
    slots(applyUpdate(client, simulation.update({ attested: 40n, absent }), { slot: 299n, threshold }))
  expect(apply(1, 31)).toEqual([24n, 40n])
  expect(apply(2, 31)).toEqual([8n, 40n])
  for (const threshold of [21, 33, Number.NaN])
    expect(() => apply(0, threshold)).toThrow(`threshold must lie between 22 and 32, not ${threshold}.`)
})

test('a finality update after a gap of a period is refused: the periods between come first', () => {
  const client = follow(start(simulation, 8n), simulation, [{ attested: 40n }])
  expect(() => follow(client, simulation, [{ attested: 200n }])).toThrow(
    'The update is signed in period 3, but the known committees are of 0 and 1.',
  )
  expect(() => follow(start(simulation, 8n), simulation, [{ attested: 100n }])).toThrow(
    'the known committees are of 0 alone.',
  )
})

test('without finality for more than a period the finalized header stays', () => {
  // The state of each later block has slot 24 as finalized.
  const stuck = follow(start(simulation, 8n), simulation, [
    { attested: 40n },
    { attested: 70n, finalized: 24n },
    { attested: 120n, finalized: 24n },
  ])
  expect(slots(stuck)).toEqual([24n, 120n])
  expect(() => follow(stuck, simulation, [{ attested: 130n, finalized: 24n }])).toThrow('period 2')
})

test('an older update moves nothing back', () => {
  const client = follow(start(simulation, 8n), simulation, [{ attested: 40n }, { attested: 60n }])
  for (const choice of [{ attested: 48n }, { attested: 50n, finalized: 24n }])
    expect(slots(follow(client, simulation, [choice]))).toEqual(slots(client))
  expect(() => follow(client, simulation, [{ attested: 40n }])).toThrow(
    'Slot 40 is not after the finalized slot 40.',
  )
})

test('a chain through every fork is followed, each fork by its own rules', () => {
  const epochs = { altair: 0, bellatrix: 8, capella: 16, deneb: 24, electra: 32, fulu: 40, gloas: 48 }
  const chain = simulateBeacon(simulatedNetwork(epochs), inventExecutions(460))
  let client = start(chain, 8n)
  for (let attested = 24n; attested < 459n; attested += 19n) {
    client = follow(client, chain, [{ attested }])
    expect(slots(client)).toEqual([attested < 32n ? 8n : chain.finalizedAt(attested), attested])
    expect(executionBlock(client.optimistic)?.hash).toEqual(
      attested < 128n
        ? undefined
        : inventExecutions(460)[Number(attested < 48n * 8n ? attested : attested - 1n)]!.blockHash,
    )
    expect(start(chain, attested).finalized.beacon.slot).toBe(attested)
  }
  expect(executionBlock(client.optimistic)?.number).toBeUndefined() // Gloas has hashes alone
})

test('the fork of a signature is that of the slot before it', () => {
  const chain = simulateBeacon(simulatedNetwork({ electra: 0, fulu: 5 }), inventExecutions(60))
  const client = start(chain, 8n)
  // Slot 40 is Fulu's first: what is signed there is a block of Electra.
  const update = chain.update({ attested: 39n, signature: 40n })
  expect(slots(applyUpdate(client, update, { slot: 59n }))).toEqual([16n, 39n])
  const { network } = chain
  const wrong = {
    ...network,
    forks: network.forks.map(({ name, epoch, version }) => ({
      name,
      epoch,
      version: name === 'electra' ? Uint8Array.of(9, 9, 9, 9) : version,
    })),
  }
  expect(() => applyUpdate({ ...client, network: wrong }, update, { slot: 59n })).toThrow(
    'is not signed by the 32 members',
  )
})

test('a checkpoint of another block, of the future, or of 14 days ago is refused', () => {
  const bootstrap = simulation.bootstrap(16n)
  const { network } = simulation
  const begin = (checkpoint: Uint8Array, slot: bigint) =>
    startLightClient(network, checkpoint, bootstrap, { slot })
  const days = 201_600n // slots of 6 seconds in 14 days
  expect(() => begin(simulation.root(8n), 20n)).toThrow('but the checkpoint is 0x')
  expect(() => begin(simulation.root(16n), 15n)).toThrow('The checkpoint is of slot 16, but now is slot 15.')
  expect(begin(simulation.root(16n), 16n + days).finalized.beacon.slot).toBe(16n)
  expect(() => begin(simulation.root(16n), 17n + days)).toThrow(
    'The checkpoint of slot 16 is 1209606 seconds old, more than 1209600: take a newer one',
  )
})

test('an update of another network is refused, by its signature', () => {
  const other = { ...simulation.network, genesisValidatorsRoot: networks.sepolia.genesisValidatorsRoot }
  const client = { ...start(simulation, 8n), network: other }
  expect(() => applyUpdate(client, simulation.update({ attested: 40n }), { slot: 299n })).toThrow(
    'is not signed by',
  )
})

test('a signature is checked by the function that is given', () => {
  const asked: number[] = []
  const verify = (_committee: unknown, bits: Uint8Array, message: Uint8Array, signature: Uint8Array) => {
    asked.push(bits.length, message.length, signature.length)
    return asked.length < 4
  }
  const client = start(simulation, 8n)
  const update = simulation.update({ attested: 40n })
  applyUpdate(client, update, { slot: 299n, verify })
  expect(() => applyUpdate(client, update, { slot: 299n, verify })).toThrow('is not signed by')
  expect(asked).toEqual([4, 32, 96, 4, 32, 96])
})

const forge = (change: (update: Update) => Update): (() => unknown) => {
  const client = follow(start(simulation, 8n), simulation, [{ attested: 40n }])
  const update = change(simulation.update({ attested: 60n }))
  return () => applyUpdate(client, update, { slot: 299n })
}
const other = simulation.update({ attested: 61n, finalized: 24n })
const zeros = (branch: readonly Uint8Array[] | undefined) => branch!.map(() => new Uint8Array(32))

test.each<[check: string, change: (update: Update) => Update]>([
  [
    'participants',
    (update) => ({
      ...update,
      syncAggregate: { ...update.syncAggregate, syncCommitteeBits: new Uint8Array(4) },
    }),
  ],
  [
    'executionBranch',
    (update) => ({
      ...update,
      attestedHeader: { ...update.attestedHeader, execution: other.attestedHeader.execution! },
    }),
  ],
  [
    'executionBranch',
    (update) => ({
      ...update,
      finalizedHeader: { ...update.finalizedHeader!, execution: other.attestedHeader.execution! },
    }),
  ],
  ['time', (update) => ({ ...update, signatureSlot: 300n })],
  ['time', (update) => ({ ...update, signatureSlot: update.attestedHeader.beacon.slot })],
  [
    'time',
    (update) => ({ ...update, finalizedHeader: simulation.update({ attested: 100n }).attestedHeader }),
  ],
  ['period', (update) => ({ ...update, signatureSlot: 150n })],
  ['finalizedHeader', (update) => ({ ...update, finalityBranch: zeros(update.finalityBranch) })],
  ['finalityBranch', (update) => ({ ...update, finalizedHeader: other.finalizedHeader! })],
  ['finalityBranch', (update) => ({ ...update, finalityBranch: other.nextSyncCommitteeBranch! })],
  ['nextCommittee', (update) => ({ ...update, nextSyncCommittee: simulation.committee(0n) })],
  [
    'nextCommittee',
    (update) => ({ ...update, nextSyncCommitteeBranch: zeros(update.nextSyncCommitteeBranch) }),
  ],
  [
    'nextCommitteeBranch',
    (update) => ({ ...update, nextSyncCommitteeBranch: other.nextSyncCommitteeBranch!.toReversed() }),
  ],
  ['signature', (update) => ({ ...update, syncAggregate: other.syncAggregate })],
  [
    'signature',
    (update) => ({
      ...update,
      syncAggregate: { ...update.syncAggregate, syncCommitteeBits: Uint8Array.of(254, 255, 255, 255) },
    }),
  ],
  ['signature', (update) => ({ ...update, signatureSlot: 100n })], // the committee of the next period
])('a forged update is refused by the check %s (%#)', (check, change) => {
  expect(forge(change)).toThrow(expect.objectContaining({ name: 'ConsensusError', check }))
})

test('the forged updates are accepted without their change', () => {
  expect(forge((update) => update)).not.toThrow()
})

test('another committee in a bootstrap, or another branch, is refused', () => {
  const bootstrap = simulation.bootstrap(16n)
  const root = beaconRoot(bootstrap.header.beacon)
  for (const changed of [
    { ...bootstrap, currentSyncCommittee: simulation.committee(1n) },
    { ...bootstrap, currentSyncCommitteeBranch: bootstrap.currentSyncCommitteeBranch.toReversed() },
  ])
    expect(() => startLightClient(simulation.network, root, changed, { slot: 20n })).toThrow(
      'The sync committee of the bootstrap is not in the state of slot 16.',
    )
})
