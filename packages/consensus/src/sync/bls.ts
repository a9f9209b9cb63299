import { bls12_381 } from '@noble/curves/bls12-381.js'
import { isBitSet } from '../bytes.ts'
import type { SyncCommittee } from './objects.ts'

/**
 * Returns whether the members of a committee that the bits name signed a message together (FastAggregateVerify; consensus-specs,
 * altair/bls.md). A native BLS library may implement it.
 * @param bits A bit for each member, the lowest of each byte first; at least one is set.
 * @param message 32 bytes.
 * @param signature 96 bytes.
 */
export type VerifySignature = (
  committee: SyncCommittee,
  bits: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean

type Point = InstanceType<typeof bls12_381.G1.Point>

/**
 * `VerifySignature` in JavaScript. It adds up the participants' keys, or subtracts the absent ones' from the committee's sum if they are fewer: a
 * fifteenth of the time. A committee's points are cached with its object.
 */
export const verifySignature: VerifySignature = (committee, bits, message, signature) => {
  const { pubkeys, aggregatePubkey } = committee
  const indexes = [...pubkeys.keys()]
  const present = indexes.filter((index) => isBitSet(bits, index))
  const absent = indexes.filter((index) => !isBitSet(bits, index))
  let points = pointsOf.get(committee)
  if (!points) pointsOf.set(committee, (points = new Map()))
  try {
    const pointAt = (index: number): Point => {
      const known = points.get(index)
      if (known) return known
      // -1: the sum of all
      const point = bls12_381.G1.Point.fromBytes(pubkeys[index] ?? aggregatePubkey)
      points.set(index, point)
      return point
    }
    const sum =
      absent.length < present.length
        ? absent.reduce((rest, index) => rest.subtract(pointAt(index)), pointAt(-1))
        : present.reduce((total, index) => total.add(pointAt(index)), bls12_381.G1.Point.ZERO)
    if (sum.is0()) return false
    const { Signature, hash, verify } = bls12_381.longSignatures
    return verify(Signature.fromBytes(signature), hash(message, DOMAIN), sum)
  } catch {
    return false // bytes that are no point of their group
  }
}

const pointsOf = /* @__PURE__ */ new WeakMap<SyncCommittee, Map<number, Point>>()

/** The ciphersuite of Ethereum's signatures. */
const DOMAIN = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'

/** Counts the bits that are set. */
export function countBits(bits: Uint8Array): number {
  let count = 0
  for (const octet of bits) for (let rest = octet; rest > 0; rest >>= 1) count += rest & 1
  return count
}
