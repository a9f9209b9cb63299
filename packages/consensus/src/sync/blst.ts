import { createSignatureVerifier, type VerifySignature } from './bls.ts'

/** The used part of @chainsafe/blst, a native BLS library. */
export interface Blst<Key = unknown, Signature = unknown> {
  readonly PublicKey: { fromBytes(bytes: Uint8Array, validate: boolean): Key }
  readonly Signature: { fromBytes(bytes: Uint8Array, validate: boolean): Signature }
  fastAggregateVerify(message: Uint8Array, keys: Key[], signature: Signature): boolean
}

/**
 * Creates `VerifySignature` with the native library @chainsafe/blst 2, which is no dependency of this package.
 * @example
 * import * as blst from '@chainsafe/blst'
 * applyUpdate(client, update, { slot, verify: verifyWithBlst(blst) })
 */
export function verifyWithBlst<Key, Signature>(blst: Blst<Key, Signature>): VerifySignature {
  return createSignatureVerifier(
    (bytes) => blst.PublicKey.fromBytes(bytes, true),
    (keys, message, signature) =>
      blst.fastAggregateVerify(message, keys, blst.Signature.fromBytes(signature, true)),
  )
}
