import * as blst from '@chainsafe/blst'
import {
  applyUpdate,
  beaconRoot,
  startLightClient,
  type SyncCommittee,
  verifySignature,
} from '@lectern/consensus'
import { verifyWithBlst } from '@lectern/consensus/blst'
import { inventExecutions, simulateBeacon, simulatedNetwork } from '@lectern/consensus/testing'
import { expect, test, vi } from 'vitest'
import { forkAt } from '../network/network.ts'
import { signingRoot } from './light-client.ts'

const network = simulatedNetwork({ electra: 0 })
const chain = simulateBeacon(network, inventExecutions(60))
const native = verifyWithBlst(blst)

/** A signature of the slot after, its message and its committee. */
function signedAt(attested: bigint, absent = 0) {
  const { attestedHeader, syncAggregate } = chain.update({ attested, absent })
  return {
    committee: chain.committee(0n),
    bits: syncAggregate.syncCommitteeBits,
    message: signingRoot(network, forkAt(network, attested).version, beaconRoot(attestedHeader.beacon)),
    signature: syncAggregate.syncCommitteeSignature,
  }
}
type Signed = ReturnType<typeof signedAt>
const flip = (bytes: Uint8Array, bit: number) => bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)))
const withKey = (committee: SyncCommittee, at: number, key: Uint8Array) => ({
  ...committee,
  pubkeys: committee.pubkeys.with(at, key),
})
const infinity = (length: number) => new Uint8Array(length).with(0, 0xc0)

test.each<[verdict: boolean, what: string, signed: Signed]>([
  [true, 'a signature of all', signedAt(20n)],
  [true, 'one of 22 of 32', signedAt(21n, 10)],
  [true, 'one of a single member', signedAt(21n, 31)],
  [false, 'one of one member less than it says', { ...signedAt(21n, 10), bits: signedAt(21n, 9).bits }],
  [false, 'one of another block', { ...signedAt(20n), message: signedAt(21n).message }],
  [false, 'one of another committee', { ...signedAt(20n), committee: chain.committee(1n) }],
  [false, 'a changed bit of it', { ...signedAt(20n), signature: flip(signedAt(20n).signature, 100) }],
  [false, 'bytes that are no point', { ...signedAt(20n), signature: new Uint8Array(96) }],
  [false, 'the point at infinity', { ...signedAt(20n), signature: infinity(96) }],
  [
    false,
    'a present key that is no point',
    { ...signedAt(20n, 20), committee: withKey(chain.committee(0n), 25, new Uint8Array(48).fill(1)) },
  ],
  [
    false,
    'an absent key that is no point',
    { ...signedAt(20n, 10), committee: withKey(chain.committee(0n), 3, new Uint8Array(48).fill(1)) },
  ],
  [
    false,
    'a sum that is no point',
    { ...signedAt(20n), committee: { ...chain.committee(0n), aggregatePubkey: infinity(48) } },
  ],
])(
  'the native library says %s of %s, as noble does',
  (verdict, _, { committee, bits, message, signature }) => {
    expect(native(committee, bits, message, signature)).toBe(verdict)
    expect(verifySignature(committee, bits, message, signature)).toBe(verdict)
  },
)

test('nobody’s signature is none', () => {
  const { committee, message } = signedAt(20n)
  expect(native(committee, new Uint8Array(4), message, infinity(96))).toBe(false)
})

test('the keys of a committee are decoded once', () => {
  const fromBytes = vi.fn((bytes: Uint8Array, validate: boolean) => blst.PublicKey.fromBytes(bytes, validate))
  const verify = verifyWithBlst({ ...blst, PublicKey: { fromBytes } })
  for (const slot of [20n, 21n, 22n]) {
    const { committee, bits, message, signature } = signedAt(slot, 2)
    expect(verify(committee, bits, message, signature)).toBe(true)
  }
  expect(fromBytes).toHaveBeenCalledTimes(3) // the sum of all, and the two that are absent
})

test('a light client follows by it', () => {
  const client = startLightClient(network, chain.root(16n), chain.bootstrap(16n), { slot: 60n })
  const next = applyUpdate(client, chain.update({ attested: 40n }), { slot: 60n, verify: native })
  expect(next.finalized.beacon.slot).toBe(24n)
  const forged = chain.update({ attested: 41n })
  const syncAggregate = { ...forged.syncAggregate, syncCommitteeBits: Uint8Array.of(254, 255, 255, 255) }
  expect(() => applyUpdate(next, { ...forged, syncAggregate }, { slot: 60n, verify: native })).toThrow(
    '31 members',
  )
})
