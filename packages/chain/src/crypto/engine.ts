import { hashKeccak } from './keccak.ts'

/** The cryptography of this package. One for the whole program; noble until `useEngine` sets another. */
export interface Engine {
  readonly name: string
  /** The 32-byte Keccak-256 of the bytes (Ethereum's padding, not SHA3-256). */
  keccak256(bytes: Uint8Array): Uint8Array
  /** The 20-byte address whose key made a signature over a 32-byte hash. Any `s` below the curve's order is accepted. Throws if there is none. */
  recover(hash: Uint8Array, r: bigint, s: bigint, yParity: number): Uint8Array
}

/** The engine that was set; undefined means noble. */
export let engine: Engine | undefined

/** Sets the engine of the whole package, such as that of `loadWasmEngine` of @lectern/chain/wasm. */
export function useEngine(next: Engine): void {
  engine = next
}

/** Hashes bytes by the engine in use: the 32 bytes of Keccak-256, Ethereum's hash. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return engine ? engine.keccak256(bytes) : hashKeccak(bytes)
}
