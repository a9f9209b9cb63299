import type { VerifySignature } from './bls.ts'
import type { SyncCommittee } from './objects.ts'

/** What is used of the package @chainsafe/blst, a native BLS library: whoever has it gives it. */
export interface Blst<Key = unknown, Signature = unknown> {
  readonly PublicKey: { fromBytes(bytes: Uint8Array, validate: boolean): Key }
  readonly Signature: { fromBytes(bytes: Uint8Array, validate: boolean): Signature }
  fastAggregateVerify(message: Uint8Array, keys: Key[], signature: Signature): boolean
}

/**
 * `VerifySignature` by a native library, for `verify` of `applyUpdate` and `verifySignature` of `beacon`. The keys of a committee are
 * decoded once, and kept as long as the object is.
 * @param blst The module @chainsafe/blst 2, which is no dependency of this package.
 * @example
 * import * as blst from '@chainsafe/blst'
 * applyUpdate(client, update, { slot, verify: verifyWithBlst(blst) })
 */
export function verifyWithBlst<Key, Signature>(blst: Blst<Key, Signature>): VerifySignature {
  const keysOf = new WeakMap<SyncCommittee, Map<number, Key>>()
  return (committee, bits, message, signature) => {
    const known = keysOf.get(committee) ?? new Map<number, Key>()
    keysOf.set(committee, known)
    try {
      const keys = committee.pubkeys.flatMap((bytes, index) => {
        if (((bits[index >> 3]! >> (index & 7)) & 1) === 0) return []
        const key = known.get(index) ?? blst.PublicKey.fromBytes(bytes, true)
        known.set(index, key)
        return [key]
      })
      return blst.fastAggregateVerify(message, keys, blst.Signature.fromBytes(signature, true))
    } catch {
      return false // bytes that are no point of their group
    }
  }
}
