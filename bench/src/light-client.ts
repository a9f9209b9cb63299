import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import * as blst from '@chainsafe/blst'
import { describeMachine, toText, writeSection, writeTable } from '@lectern/bench-tools'
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
import { build } from 'esbuild'

// What a light client costs: npm run bench:consensus. Mainnet's objects of Deneb out of the corpus, with committees of 512; CPU time
// of this process, the median of each round.

const folder = corpus('consensus/portal/mainnet/beacon_chain/light_client')
if (!folder) throw new Error('Needs the corpus: CONTRIBUTING.md says how to get it.')
const { mainnet } = networks
const { version: blstVersion } = createRequire(import.meta.url)('@chainsafe/blst/package.json') as {
  version: string
}
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

/** The bytes of a program bundled and minified by esbuild, then packed by gzip at its best. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

const PERIODS = 321 // of 27.3 hours in a year
const last = objects.updates.at(-1)!

/** The figures of one way to check signatures, in the order of the rows. */
function measureAll(verify: VerifySignature): readonly number[] {
  apply('update', last, true, verify) // the code is compiled
  const { finalityUpdate } = objects
  const begin = () => {
    const decoded = decodeBootstrap(mainnet, 'deneb', objects.bootstrap)
    startLightClient(mainnet, checkpoint, decoded, { slot: beacon.slot })
  }
  const year = () => {
    for (let period = 0; period < PERIODS; period++)
      apply('update', objects.updates[period % updates.length]!, true, verify)
  }
  return [
    measure(15, begin),
    measure(31, () => apply('finalityUpdate', finalityUpdate, false, verify)),
    measure(15, () => apply('finalityUpdate', finalityUpdate, true, verify)),
    measure(15, () => apply('update', last, true, verify)),
    measure(1, year),
  ]
}

const names = [
  ['bootstrap', ''],
  ['finality update, once the points of its period are known', '60 ms'],
  ['finality update, the first of its period', ''],
  ['update with the next committee, the first of its period', '150 ms'],
  [`a year: ${PERIODS} updates with committees, none of whose keys are known`, '60 s'],
] as const
const toTime = (ms: number): string => (ms < 1_000 ? `${toText(ms)} ms` : `${toText(ms / 1_000)} s`)
const [noble, native] = [measureAll(verifySignature), measureAll(verifyWithBlst(blst))]

const { bootstrap: begin, finalityUpdate, optimisticUpdate } = objects
const client = `import { beacon, serverHistory } from '@lectern/client/verify/beacon'; console.log(beacon, serverHistory)`
const bytes: readonly (readonly [what: string, bytes: number, goal: string])[] = [
  ['bootstrap, as SSZ', begin.length, ''],
  ['update with the next committee', last.length, ''],
  ['finality update', finalityUpdate.length, ''],
  ['optimistic update', optimisticUpdate.length, ''],
  ['a year of updates', PERIODS * last.length, 'about 8,600,000'],
  ['the package, minified and packed by gzip', await sizeOf(`export * from '@lectern/consensus'`), '35,000'],
  ['`beacon` and `serverHistory` of the client with all that they need', await sizeOf(client), ''],
]
writeSection(
  'consensus',
  `${describeMachine()} @chainsafe/blst ${blstVersion}.

${writeTable(
  ['CPU', 'noble', 'blst', 'goal, by noble'],
  names.map(([name, goal], at) => [name, toTime(noble[at]!), toTime(native[at]!), goal]),
)}

${writeTable(
  ['', 'bytes', 'goal'],
  bytes.map(([what, count, goal]) => [what, count.toLocaleString('en'), goal]),
)}`,
)
