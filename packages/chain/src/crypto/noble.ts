import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Engine } from './engine.ts'
import { hashKeccak } from './keccak.ts'

/** The default engine: synchronous, pure JavaScript, runs everywhere. Apart from keccak256, so that who recovers no sender does not carry a curve (15 KB gz). */
export const noble: Engine = {
  name: 'noble',
  keccak256: hashKeccak,
  recover(hash, r, s, yParity) {
    const point = new secp256k1.Signature(r, s, yParity).recoverPublicKey(hash)
    return hashKeccak(point.toBytes(false).subarray(1)).subarray(12)
  },
}
