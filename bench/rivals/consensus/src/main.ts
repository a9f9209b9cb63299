// Puts random and mutated updates of a simulated chain to our light client and to Lodestar's: npm run bench:light-clients [-- --updates 10000 --seed 1]
import { installRivals, readArguments } from '@lectern/bench-tools'
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
 * What Lodestar lets pass: where the branch is zero, it compares one field of the committee or the header with zero, and the
 * specification all of them (validate_light_client_update). Nothing of either is then applied.
 */
const lenient: ReadonlySet<string | undefined> = new Set(['nextCommittee', 'finalizedHeader'])

const refused = new Map<string, number>()
const different = new Map<string, number>()
let accepted = 0
for (let at = 0; at < count('updates'); at++) {
  const bytes = makeUpdate()
  const slot = BigInt(60 + random(70))
  const ours = judge(bytes, slot)
  const theirs = lodestar(bytes, Number(slot))
  if (ours.check) refused.set(ours.check, (refused.get(ours.check) ?? 0) + 1)
  else accepted++
  if (ours.verdict === theirs) continue
  const what = `ours: ${ours.check ? `refused by ${ours.check}` : ours.verdict}; Lodestar's: ${theirs}`
  const kind = lenient.has(ours.check) ? `${ours.check} without a proof` : what.replaceAll(/\d+/g, 'n')
  if (!lenient.has(ours.check)) process.exitCode = 1
  if (!different.has(kind)) console.log(`first of its kind, update ${at}: ${what}`)
  different.set(kind, (different.get(kind) ?? 0) + 1)
}
console.log(
  `${count('updates')} updates: ${accepted} accepted by ours; refused by ${JSON.stringify(Object.fromEntries(refused))}`,
)
console.log(`Different verdicts: ${JSON.stringify(Object.fromEntries(different))}`)
