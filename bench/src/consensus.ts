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
} from '@lectern/consensus'
import { readMainnetObjects } from '@lectern/consensus/testing/vectors'

// What a light client costs: node bench/src/consensus.ts. Mainnet's objects of Deneb out of the corpus, with committees of 512; CPU time
// of this process, the median of each round.

const folder = corpus('consensus/portal/mainnet/beacon_chain/light_client')
if (!folder) throw new Error('Needs the corpus: CONTRIBUTING.md says how to get it.')
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

/** A client at the start of an update's period that knows its committee; a copy of it has no points in any cache. */
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

/** The milliseconds of CPU time that something takes, in the middle of so many rounds. */
function measure(rounds: number, run: () => void): number {
  const times = Array.from({ length: rounds }, () => {
    const begin = cpu()
    run()
    return cpu() - begin
  })
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
}

function apply(kind: 'update' | 'finalityUpdate', bytes: Uint8Array, isCold: boolean): void {
  const update = decodeUpdate(mainnet, kind, 'deneb', bytes)
  const { optimistic } = applyUpdate(clientFor(update, isCold), update, { slot: update.signatureSlot })
  if (!executionBlock(optimistic)) throw new Error('The update proves no execution block.')
}

const last = objects.updates.at(-1)!
apply('update', last, true) // the code is compiled
const rows: readonly (readonly [name: string, ms: number])[] = [
  [
    'bootstrap',
    measure(
      15,
      () =>
        void startLightClient(mainnet, checkpoint, decodeBootstrap(mainnet, 'deneb', objects.bootstrap), {
          slot: beacon.slot,
        }),
    ),
  ],
  [
    'finality update, its period’s points known',
    measure(31, () => apply('finalityUpdate', objects.finalityUpdate, false)),
  ],
  [
    'finality update, the first of its period',
    measure(15, () => apply('finalityUpdate', objects.finalityUpdate, true)),
  ],
  ['update with a committee, the first of its period', measure(15, () => apply('update', last, true))],
]
for (const [name, ms] of rows) console.log(`${name}: ${ms.toFixed(1)} ms of CPU`)

const PERIODS = 321 // of 27.3 hours in a year
const begin = cpu()
for (let period = 0; period < PERIODS; period++)
  apply('update', objects.updates[period % updates.length]!, true)
console.log(`a year, ${PERIODS} updates with committees: ${((cpu() - begin) / 1000).toFixed(1)} s of CPU`)
const sizes = {
  bootstrap: objects.bootstrap.length,
  update: last.length,
  finalityUpdate: objects.finalityUpdate.length,
  optimisticUpdate: objects.optimisticUpdate.length,
}
console.log(
  `bytes as SSZ: ${JSON.stringify(sizes)}; a year: ${((PERIODS * last.length) / 1e6).toFixed(1)} MB`,
)
