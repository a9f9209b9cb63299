import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** The cryptography that chain stands on. One for the whole program; noble until `useEngine` sets another. */
export interface Engine {
  readonly name: string
  /** The 32-byte Keccak-256 of the bytes (Ethereum's padding, not SHA3-256). */
  keccak256(bytes: Uint8Array): Uint8Array
  /** The 20-byte address whose key made a signature over a 32-byte hash. Any `s` below the curve's order is taken. Throws where there is none. */
  recover(hash: Uint8Array, r: bigint, s: bigint, yParity: number): Uint8Array
}

/** The default engine: noble, synchronous, pure JavaScript, runs everywhere. */
export const noble: Engine = {
  name: 'noble',
  keccak256: (bytes) => keccak_256(bytes),
  recover(hash, r, s, yParity) {
    const point = new secp256k1.Signature(r, s, yParity).recoverPublicKey(hash)
    return keccak_256(point.toBytes(false).subarray(1)).subarray(12)
  },
}

let current: Engine = noble

/** Makes every function of this package use the engine from now on. */
export function useEngine(engine: Engine): void {
  current = engine
}

/** The 32-byte Keccak-256 of the bytes, by the engine in use. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return current.keccak256(bytes)
}

/** The 20-byte address whose key made a signature over a 32-byte hash, by the engine in use. */
export function recoverAddress(hash: Uint8Array, r: bigint, s: bigint, yParity: number): Uint8Array {
  return current.recover(hash, r, s, yParity)
}
