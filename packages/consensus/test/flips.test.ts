import { createRandom, describeCorpus } from '@lectern/fixtures'
import {
  applyUpdate,
  beaconRoot,
  decodeBootstrap,
  decodeUpdate,
  forkAt,
  type LightClient,
  lightClientTypes,
  type Network,
  networks,
  periodAt,
  startLightClient,
} from '@lectern/consensus'
import { inventExecutions, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { expect, test } from 'vitest'
import { readMainnetObjects, readSyncCases } from './vectors.ts'

/** How many bits of each object are flipped, every one where it has no more: `LECTERN_FLIPS=1000000` flips all. One in 25 may cost a signature. */
const most = Number(process.env['LECTERN_FLIPS'] ?? 200)

interface Verdicts {
  /** How many flips each check refused. */
  readonly refused: Readonly<Record<string, number>>
  readonly accepted: readonly number[]
}

/**
 * Puts an object to a judge with single bits flipped. The judge that checks no signature goes first: where it refuses, the whole one
 * would too, by the same check. The bits that only the signature can refuse are put to the whole one.
 */
function flipBits(bytes: Uint8Array, judge: (bytes: Uint8Array, isSigned: boolean) => void): Verdicts {
  const refused: Record<string, number> = {}
  const isRefused = (bit: number, isSigned: boolean): boolean => {
    const flipped = bytes.slice()
    flipped[bit >> 3]! ^= 1 << (bit & 7)
    try {
      judge(flipped, isSigned)
      return false
    } catch (error) {
      const { check, name } = error as { check: string; name: string }
      expect(name).toBe('ConsensusError')
      refused[check] = (refused[check] ?? 0) + 1
      return true
    }
  }
  const bits = pick(
    Array.from({ length: 8 * bytes.length }, (_, bit) => bit),
    most,
  )
  const open = pick(
    bits.filter((bit) => !isRefused(bit, false)),
    Math.ceil(most / 25),
  )
  return { refused, accepted: open.filter((bit) => !isRefused(bit, true)) }
}

/** So many of the items, the same ones each time. */
function pick(items: readonly number[], count: number): readonly number[] {
  if (items.length <= count) return items
  const random = createRandom(22)
  return Array.from({ length: count }, () => items[random(items.length)]!)
}

/** A judge of bootstraps. */
const judgeBootstrap =
  (network: Network, fork: string, checkpoint: Uint8Array, slot: bigint) => (bytes: Uint8Array) =>
    void startLightClient(network, checkpoint, decodeBootstrap(network, fork, bytes), {
      slot,
      maxAge: Infinity,
    })

/** A judge of updates, now being the slot of the signature. */
const judgeUpdate =
  (client: LightClient, kind: 'update' | 'finalityUpdate' | 'optimisticUpdate', fork: string, slot: bigint) =>
  (bytes: Uint8Array, isSigned: boolean) => {
    const update = decodeUpdate(client.network, kind, fork, bytes)
    applyUpdate(client, update, isSigned ? { slot } : { slot, verify: () => true })
  }

const { network, ...chain } = simulateBeacon(
  simulatedNetwork({ deneb: 0, electra: 6, gloas: 12 }),
  inventExecutions(140),
)

test.each([
  ['deneb', 8n, 30n],
  ['electra', 48n, 70n],
  ['gloas', 100n, 120n],
] as const)('%s: each flipped bit of a bootstrap and of the updates is refused', (fork, begin, attested) => {
  const types = lightClientTypes(forkAt(network, attested), network.preset)
  const checkpoint = chain.root(begin)
  const bootstrap = lightClientTypes(forkAt(network, begin), network.preset).bootstrap.encode(
    chain.bootstrap(begin),
  )
  const started = flipBits(bootstrap, judgeBootstrap(network, fork, checkpoint, begin))
  expect(started).toMatchObject({ accepted: [] })

  const client = startLightClient(network, checkpoint, decodeBootstrap(network, fork, bootstrap), {
    slot: begin,
  })
  const known = { ...client, nextCommittee: chain.committee(periodAt(network, begin) + 1n) }
  const update = chain.update({ attested })
  for (const kind of ['update', 'finalityUpdate', 'optimisticUpdate'] as const) {
    const bytes = types[kind].encode(update)
    const verdicts = flipBits(bytes, judgeUpdate(known, kind, fork, update.signatureSlot))
    expect(verdicts.accepted).toEqual([])
    expect(verdicts.refused['signature']).toBeGreaterThan(0)
  }
})

describeCorpus('consensus/light-client', 'flipped bits of the official objects', (folder) => {
  const cases = readSyncCases(folder).filter(({ name }) => name.endsWith('light_client_sync'))

  test.each(cases)('$name: each flipped bit of the bootstrap and of the first update is refused', (given) => {
    const { network, checkpoint } = given
    const { fork, bytes } = given.bootstrap
    const bootstrap = decodeBootstrap(network, fork, bytes)
    const { slot } = bootstrap.header.beacon
    expect(flipBits(bytes, judgeBootstrap(network, fork, checkpoint, slot))).toMatchObject({
      accepted: [],
    })
    const client = startLightClient(network, checkpoint, bootstrap, { slot })
    const { update, slot: now } = given.steps[0]!
    const verdicts = flipBits(update!.bytes, judgeUpdate(client, 'update', update!.fork, now))
    expect(verdicts.accepted).toEqual([])
  })
})

describeCorpus('consensus/portal/mainnet/beacon_chain/light_client', 'flipped bits of mainnet', (folder) => {
  const { mainnet } = networks

  test.each(['capella', 'deneb'])('%s: samples of the bits of each object are refused', (fork) => {
    const objects = readMainnetObjects(folder, fork)
    const bootstrap = decodeBootstrap(mainnet, fork, objects.bootstrap)
    const { beacon } = bootstrap.header
    const checkpoint = beaconRoot(beacon)
    expect(flipBits(objects.bootstrap, judgeBootstrap(mainnet, fork, checkpoint, beacon.slot))).toMatchObject(
      { accepted: [] },
    )

    const start = startLightClient(mainnet, checkpoint, bootstrap, { slot: beacon.slot })
    const last = decodeUpdate(mainnet, 'update', fork, objects.updates.at(-1)!)
    const finality = decodeUpdate(mainnet, 'finalityUpdate', fork, objects.finalityUpdate)
    const period = periodAt(mainnet, last.signatureSlot)
    const finalized = { beacon: { ...beacon, slot: period * 8192n } }
    const knowing = { ...start, finalized, optimistic: finalized }
    const committees = new Map([[periodAt(mainnet, beacon.slot), start.committee]])
    for (const bytes of objects.updates) {
      const { attestedHeader, nextSyncCommittee } = decodeUpdate(mainnet, 'update', fork, bytes)
      committees.set(periodAt(mainnet, attestedHeader.beacon.slot) + 1n, nextSyncCommittee!)
    }
    const client = { ...knowing, committee: committees.get(period)! }
    const update = flipBits(objects.updates.at(-1)!, judgeUpdate(client, 'update', fork, last.signatureSlot))
    expect(update.accepted).toEqual([])
    const signed = periodAt(mainnet, finality.signatureSlot)
    const next = {
      ...client,
      finalized: { beacon: { ...beacon, slot: signed * 8192n } },
      committee: committees.get(signed)!,
    }
    const small = flipBits(
      objects.finalityUpdate,
      judgeUpdate(next, 'finalityUpdate', fork, finality.signatureSlot),
    )
    expect(small.accepted).toEqual([])
  })
})
