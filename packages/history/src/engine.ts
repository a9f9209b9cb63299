import { createRequire } from 'node:module'
import { type Engine, useEngine } from '@lectern/chain'
import { reuseMemory } from '@lectern/chain/internal'
import { createEngine, loadWasmEngine } from '@lectern/chain/wasm'
import * as Hash from 'ox/wasm/Hash'
import * as Secp256k1 from 'ox/wasm/Secp256k1'

/** An engine that also recovers public keys. */
export interface KeyEngine extends Engine {
  /** Returns the uncompressed public key, 65 bytes, of a signature: the recovery id, r and s. Throws if there is none. */
  recoverPublicKey(signature: Uint8Array, hash: Uint8Array): Uint8Array
}

/** The used part of the package `secp256k1`: libsecp256k1 as a native addon. */
interface Native {
  ecdsaRecover(signature: Uint8Array, id: number, hash: Uint8Array, compressed: false): Uint8Array
}

/** Sets the fastest engine for this thread: hashes by WebAssembly, senders by the optional package `secp256k1` or by WebAssembly. */
export async function useFastEngine(native: Native | null = findNative()): Promise<KeyEngine> {
  // With this package's ox: @lectern/chain may find another version, of viem.
  const wasm = await loadWasmEngine({ Hash, Secp256k1 })
  const recoverPublicKey: KeyEngine['recoverPublicKey'] = native
    ? (signature, hash) => native.ecdsaRecover(signature.subarray(1), signature[0]!, hash, false)
    : (await Secp256k1.engine()).recoverPublicKey
  const name = native ? 'ox/wasm, secp256k1' : wasm.name
  const engine = { ...createEngine(name, wasm.keccak256, recoverPublicKey), recoverPublicKey }
  useEngine(engine)
  reuseMemory()
  return engine
}

/** Returns the native addon, or null if it is not installed or has no binary for this machine. */
export function findNative(require: (name: string) => unknown = own): Native | null {
  try {
    return require('secp256k1/bindings.js') as Native // its main file falls back to JavaScript
  } catch {
    return null
  }
}

const own = createRequire(import.meta.url)
