import { bls12_381 } from '@noble/curves/bls12-381.js'
import { isBitSet } from '../bytes.ts'
import type { SyncCommittee } from './objects.ts'

/**
 * Returns whether the members of a committee that the bits name signed a message of 32 bytes together (FastAggregateVerify).
 * @param bits A bit for each member, the lowest of each byte first; at least one is set.
 */
export type VerifySignature = (
  committee: SyncCommittee,
  bits: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean

/**
 * Creates `VerifySignature` with a library. It adds up the participants' keys, or subtracts the absent ones' from the committee's sum if they are
 * fewer. A committee's keys are cached with its object. `readKey` throws for bytes that are no point of their group.
 */
export function createSignatureVerifier<Key>(
  readKey: (bytes: Uint8Array) => Key,
  verify: (keys: Key[], message: Uint8Array, signature: Uint8Array) => boolean,
): VerifySignature {
  const keysOf = new WeakMap<SyncCommittee, Map<number, Key>>()
  return (committee, bits, message, signature) => {
    const known = keysOf.get(committee) ?? new Map<number, Key>()
    keysOf.set(committee, known)
    const keyAt = (at: number, bytes: Uint8Array): Key => {
      const key = known.get(at) ?? readKey(bytes)
      known.set(at, key)
      return key
    }
    const { pubkeys, aggregatePubkey } = committee
    const isFull = 2 * countBits(bits) > pubkeys.length
    try {
      const keys = pubkeys.flatMap((bytes, index) =>
        isBitSet(bits, index) === isFull
          ? []
          : [isFull ? keyAt(-1 - index, negate(bytes)) : keyAt(1 + index, bytes)],
      )
      if (isFull) keys.push(keyAt(0, aggregatePubkey))
      return verify(keys, message, signature)
    } catch {
      return false // bytes that are no point of their group
    }
  }
}

/** Returns the opposite of a compressed point: its third bit is the sign. */
const negate = (point: Uint8Array): Uint8Array =>
  Uint8Array.from(point, (octet, at) => (at === 0 ? octet ^ 0x20 : octet))

/** `VerifySignature` in JavaScript. */
export const verifySignature: VerifySignature = /* @__PURE__ */ createSignatureVerifier(
  (bytes) => bls12_381.G1.Point.fromBytes(bytes),
  (keys, message, signature) => {
    const sum = keys.reduce((total, key) => total.add(key), bls12_381.G1.Point.ZERO)
    const { Signature, hash, verify } = bls12_381.longSignatures
    return !sum.is0() && verify(Signature.fromBytes(signature), hash(message, DOMAIN), sum)
  },
)

/** The ciphersuite of Ethereum's signatures. */
const DOMAIN = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_'

/** Counts the bits that are set. */
export function countBits(bits: Uint8Array): number {
  let count = 0
  for (const octet of bits) for (let rest = octet; rest > 0; rest >>= 1) count += rest & 1
  return count
}
