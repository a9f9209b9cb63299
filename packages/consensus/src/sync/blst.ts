import { isBitSet } from '../bytes.ts'
import type { VerifySignature } from './bls.ts'
import type { SyncCommittee } from './objects.ts'

/** The used part of @chainsafe/blst, a native BLS library. */
export interface Blst<Key = unknown, Signature = unknown> {
  readonly PublicKey: { fromBytes(bytes: Uint8Array, validate: boolean): Key }
  readonly Signature: { fromBytes(bytes: Uint8Array, validate: boolean): Signature }
  fastAggregateVerify(message: Uint8Array, keys: Key[], signature: Signature): boolean
}

/**
 * Creates `VerifySignature` with a native library, for `verify` of `applyUpdate` and `verifySignature` of `beacon`. It adds and caches keys as
 * `verifySignature` does.
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
    const keyAt = (at: number, bytes: Uint8Array): Key => {
      const key = known.get(at) ?? blst.PublicKey.fromBytes(bytes, true)
      known.set(at, key)
      return key
    }
    const { pubkeys, aggregatePubkey } = committee
    const isFull = 2 * pubkeys.filter((_, index) => isBitSet(bits, index)).length > pubkeys.length
    try {
      const keys = pubkeys.flatMap((bytes, index) =>
        isBitSet(bits, index) === isFull
          ? []
          : [isFull ? keyAt(-1 - index, negate(bytes)) : keyAt(1 + index, bytes)],
      )
      if (isFull) keys.push(keyAt(0, aggregatePubkey))
      return blst.fastAggregateVerify(message, keys, blst.Signature.fromBytes(signature, true))
    } catch {
      return false // bytes that are no point of their group
    }
  }
}

/** Returns the opposite of a compressed point: its third bit is the sign. */
const negate = (point: Uint8Array): Uint8Array => point.with(0, point[0]! ^ 0x20)
