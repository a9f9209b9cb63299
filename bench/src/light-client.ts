import * as blst from '@chainsafe/blst'
import { corpus } from '@lectern/fixtures'
import {
  applyUpdate,
  beaconRoot,
  decodeBootstrap,
  decodeUpdate,
  executionBlock,
  type LightClient,
  networks,
  periodAt,
  startLightClient,
  type SyncCommittee,
  type Update,
  verifySignature,
  type VerifySignature,
} from '@lectern/consensus'
import { verifyWithBlst } from '@lectern/consensus/blst'
import { readMainnetObjects } from '@lectern/consensus/testing/vectors'
import { measureBundle } from './client/sizes.ts'
import type { Bench } from './tools/bench.ts'
import { toText } from './tools/table.ts'

// Mainnet's objects of Deneb, with committees of 512, from the corpus.
const folder = corpus('consensus/portal/mainnet/beacon_chain/light_client')
if (!folder) throw new Error('The light client needs the corpus: CONTRIBUTING.md says how to get it.')
const { mainnet } = networks
const objects = readMainnetObjects(folder, 'deneb')
const bootstrap = decodeBootstrap(mainnet, 'deneb', objects.bootstrap)
const { beacon } = bootstrap.header
const checkpoint = beaconRoot(beacon)
const start = startLightClient(mainnet, checkpoint, bootstrap, { slot: beacon.slot })
const updates = objects.updates.map((bytes) => decodeUpdate(mainnet, 'update', 'deneb', bytes))
const committees = new Map<bigint, SyncCommittee>([[periodAt(mainnet, beacon.slot), start.committee]])
for (const { attestedHeader, nextSyncCommittee } of updates)
  committees.set(periodAt(mainnet, attestedHeader.beacon.slot) + 1n, nextSyncCommittee!)

/** Returns a client at the start of an update's period that knows its committee; a cold one has no points in its cache. */
function clientFor({ signatureSlot }: Update, isCold: boolean): LightClient {
  const period = periodAt(mainnet, signatureSlot)
  const known = committees.get(period)!
  const committee = isCold ? { ...known } : known
  const header = { beacon: { ...beacon, slot: period * 8192n } }
  return { ...start, finalized: header, optimistic: header, committee }
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Returns the milliseconds of CPU of a function: the median of its rounds. */
function measure(rounds: number, run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const begin = cpu()
    run()
    return cpu() - begin
  })
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
}

function apply(
  kind: 'update' | 'finalityUpdate',
  bytes: Uint8Array,
  isCold: boolean,
  verify: VerifySignature,
): void {
  const update = decodeUpdate(mainnet, kind, 'deneb', bytes)
  const { optimistic } = applyUpdate(clientFor(update, isCold), update, {
    slot: update.signatureSlot,
    verify,
  })
  if (!executionBlock(optimistic)) throw new Error('The update proves no execution block.')
}

const PERIODS = 321 // of 27.3 hours in a year
const last = objects.updates.at(-1)!

/** Measures one way to check signatures, in the order of the rows. */
function measureAll(verify: VerifySignature): readonly number[] {
  apply('update', last, true, verify) // the code is compiled
  const { finalityUpdate } = objects
  const year = () => {
    for (let period = 0; period < PERIODS; period++)
      apply('update', objects.updates[period % updates.length]!, true, verify)
  }
  return [
    measure(31, () => apply('finalityUpdate', finalityUpdate, false, verify)),
    measure(15, () => apply('update', last, true, verify)),
    measure(1, year),
  ]
}

const names = [
  ['finality update', 'at most 60 ms'],
  ['update with a committee', 'at most 150 ms'],
  [`a year: ${PERIODS} updates with committees`, 'at most 60 s'],
] as const
const toTime = (ms: number): string => (ms < 1_000 ? `${toText(ms)} ms` : `${toText(ms / 1_000)} s`)

/** Measures the CPU of the light client by noble and by blst, and its bytes. */
export const bench: Bench = {
  flags: {},
  async run() {
    const [noble, native] = [measureAll(verifySignature), measureAll(verifyWithBlst(blst))]
    const gzipped = await measureBundle(`export * from '@lectern/consensus'`)
    return {
      head: ['what', 'measured', 'aim'],
      rows: [
        ...names.map(([name, aim], at) => [
          `light client: ${name}`,
          `${toTime(noble[at]!)}; ${toTime(native[at]!)} by blst`,
          aim,
        ]),
        ['`@lectern/consensus`, gzipped, bytes', gzipped, 'at most 35,000'],
      ],
    }
  },
}
