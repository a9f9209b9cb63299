import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Engine } from './engine.ts'

/** The default engine: synchronous, pure JavaScript, runs everywhere. Apart from keccak256, so that who recovers no sender does not carry a curve (15 KB gz). */
export const noble: Engine = {
  name: 'noble',
  keccak256: (bytes) => keccak_256(bytes),
  recover(hash, r, s, yParity) {
    const point = new secp256k1.Signature(r, s, yParity).recoverPublicKey(hash)
    return keccak_256(point.toBytes(false).subarray(1)).subarray(12)
  },
}
