import * as Hash from 'ox/wasm/Hash'
import * as Secp256k1 from 'ox/wasm/Secp256k1'
import { fromBigInt } from './bytes.ts'
import type { Engine } from './engine.ts'

/**
 * Compiles the WebAssembly engine of ox, for `useEngine`; the first time takes 5 ms, and a page needs `wasm-unsafe-eval`.
 * Measured against noble on Node 26 (engine.bench.ts): Keccak of 32 bytes 1.8 million/s, 8 x; of 532 bytes 578,000/s, 9 x; of 16 KiB 10 x; a sender in 80 µs, 13 x.
 */
export function loadWasmEngine(): Promise<Engine> {
  return (loading ??= load())
}

let loading: Promise<Engine> | undefined

async function load(): Promise<Engine> {
  const [{ keccak256 }, { recoverPublicKey }] = await Promise.all([Hash.engine(), Secp256k1.engine()])
  return {
    name: 'ox/wasm',
    keccak256,
    recover(hash, r, s, yParity) {
      const signature = new Uint8Array(65)
      signature[0] = yParity
      signature.set(fromBigInt(r, 32), 1)
      signature.set(fromBigInt(s, 32), 33)
      return keccak256(recoverPublicKey(signature, hash).subarray(1)).subarray(12)
    },
  }
}
