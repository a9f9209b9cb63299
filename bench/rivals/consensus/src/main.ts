// Puts random and mutated updates of a simulated chain to our light client and to Lodestar's: npm run bench:light-clients [-- --updates 10000 --seed 1]
import {
  describeMachine,
  installRivals,
  readArguments,
  toText,
  writeSection,
  writeTable,
} from '@lectern/bench-tools'
import {
  applyUpdate,
  type CommitteeUpdate,
  ConsensusError,
  decodeUpdate,
  forkAt,
  lightClientTypes,
  startLightClient,
} from '@lectern/consensus'
import { inventExecutions, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { createRandom } from '@lectern/fixtures'

const { count } = readArguments('npm run bench:light-clients -- [--updates <number>] [--seed <number>]', {
  updates: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
})
process.env['LODESTAR_PRESET'] = 'minimal' // read when its modules are loaded
installRivals(new URL('..', import.meta.url))
const { startLodestar } = await import('./lodestar.ts')

const random = createRandom(count('seed'))
const network = simulatedNetwork({ electra: 0 })
const chain = simulateBeacon(network, inventExecutions(130))
const types = lightClientTypes(forkAt(network, 0n), network.preset)
const begin = chain.bootstrap(16n)
const client = startLightClient(network, chain.root(16n), begin, { slot: 16n })
const lodestar = startLodestar(network, types.bootstrap.encode(begin))

/** Updates as honest nodes could send them, also with few signers, without finality or of the next period. */
const honest: readonly CommitteeUpdate[] = Array.from({ length: 60 }, () => {
  const attested = BigInt(17 + random(60))
  return chain.update({
    attested,
    signature: attested + 1n + BigInt(random(3)),
    absent: random(3) > 0 ? 0 : random(33),
    ...(random(4) === 0 ? { finalized: 8n * BigInt(random(Number(attested / 8n))) } : {}),
  })
})

/** What a forger changes. */
const mutations: readonly ((update: CommitteeUpdate, other: CommitteeUpdate) => CommitteeUpdate)[] = [
  (update) => update,
  (update) => update,
  (update, { attestedHeader }) => ({ ...update, attestedHeader }),
  (update, { finalizedHeader }) => ({ ...update, finalizedHeader }),
  (update, { finalizedHeader, finalityBranch }) => ({ ...update, finalizedHeader, finalityBranch }),
  (update, { nextSyncCommittee }) => ({ ...update, nextSyncCommittee }),
  (update) => ({ ...update, nextSyncCommittee: chain.committee(BigInt(random(3))) }),
  (update, { nextSyncCommitteeBranch }) => ({ ...update, nextSyncCommitteeBranch }),
  (update, { syncAggregate }) => ({ ...update, syncAggregate }),
  (update) => ({ ...update, signatureSlot: BigInt(random(140)) }),
  (update) => ({ ...update, finalityBranch: update.finalityBranch.map(() => new Uint8Array(32)) }),
  (update) => ({ ...update, ...withoutFinality }),
  (update) => ({ ...update, ...withoutCommittee }),
  (update) => ({ ...update, ...withoutFinality, ...withoutCommittee }),
]
const empty = types.update.empty()
const withoutFinality = { finalizedHeader: empty.finalizedHeader, finalityBranch: empty.finalityBranch }
const withoutCommittee = {
  nextSyncCommittee: empty.nextSyncCommittee,
  nextSyncCommitteeBranch: empty.nextSyncCommitteeBranch,
}

const pick = <T>(items: readonly T[]): T => items[random(items.length)]!

function makeUpdate(): Uint8Array {
  const bytes = types.update.encode(pick(mutations)(pick(honest), pick(honest)))
  const flips = random(2) * random(4)
  for (let flip = 0; flip < flips; flip++) bytes[random(bytes.length)]! ^= 1 << random(8)
  return bytes
}

/** What a light client says: the slots of its headers, or that it refuses. */
function judge(bytes: Uint8Array, slot: bigint): { readonly verdict: string; readonly check?: string } {
  try {
    const { finalized, optimistic } = applyUpdate(client, decodeUpdate(network, 'update', 'electra', bytes), {
      slot,
    })
    return { verdict: `finalized ${finalized.beacon.slot}, optimistic ${optimistic.beacon.slot}` }
  } catch (error) {
    if (error instanceof ConsensusError) return { verdict: 'refused', check: error.check }
    throw error
  }
}

/**
 * What Lodestar lets pass: where a branch is zero, it compares one field of the committee or the header with zero, and the specification
 * all of them (validate_light_client_update). It must then say what both say of the update without that part: nothing of it is applied.
 */
const lenient: Readonly<Record<string, Partial<CommitteeUpdate>>> = {
  nextCommittee: withoutCommittee,
  finalizedHeader: withoutFinality,
}

/** Whether Lodestar's verdict is ours on the update without the parts that have no proof. */
function isLenient(update: CommitteeUpdate, slot: bigint, theirs: string): boolean {
  const { verdict, check = '' } = judge(types.update.encode(update), slot)
  const without = lenient[check]
  return verdict === theirs || (without !== undefined && isLenient({ ...update, ...without }, slot, theirs))
}

const refused = new Map<string, number>()
const different = new Map<string, number>()
const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
let accepted = 0
let unexplained = 0
for (let at = 0; at < count('updates'); at++) {
  const bytes = makeUpdate()
  const slot = BigInt(60 + random(70))
  const ours = judge(bytes, slot)
  const theirs = lodestar(bytes, Number(slot))
  if (ours.check) add(refused, ours.check)
  else accepted++
  if (ours.verdict === theirs) continue
  const what = `ours: ${ours.check ? `refused by ${ours.check}` : ours.verdict}; Lodestar's: ${theirs}`
  const isExplained = (ours.check ?? '') in lenient && isLenient(types.update.decode(bytes), slot, theirs)
  if (!isExplained) unexplained++
  if (!isExplained) console.error(`update ${at}: ${what}`)
  add(different, isExplained ? ours.check! : 'unexplained')
}
const toRows = (counts: Map<string, number>) => [...counts].toSorted((a, b) => b[1] - a[1])
writeSection(
  'light-clients',
  `${describeMachine()} Seed ${count('seed')}.

${writeTable(
  [`of ${toText(count('updates'))} updates`, 'updates', 'where Lodestar says otherwise'],
  [
    ['accepted, with the same headers', toText(accepted), 0],
    ...toRows(refused).map(([check, times]) => [
      `refused by \`${check}\``,
      toText(times),
      toText(different.get(check) ?? 0),
    ]),
    ['differences that nothing explains', toText(unexplained), toText(unexplained)],
  ],
)}`,
)
if (unexplained > 0) process.exitCode = 1
