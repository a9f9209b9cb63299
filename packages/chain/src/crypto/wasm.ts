import { fromBigInt } from '../encoding/bytes.ts'
import type { Engine } from './engine.ts'
import { ChainError } from '../error.ts'

/** The two modules of ox that the engine uses. */
export interface OxWasm {
  /** `ox/wasm/Hash` */
  readonly Hash: { engine(): Promise<{ keccak256(bytes: Uint8Array): Uint8Array }> }
  /** `ox/wasm/Secp256k1` */
  readonly Secp256k1: {
    engine(): Promise<{ recoverPublicKey(signature: Uint8Array, hash: Uint8Array): Uint8Array }>
  }
}

/**
 * Compiles the WebAssembly engine of ox, for `useEngine`. A page needs `wasm-unsafe-eval`.
 * @param ox The modules, from a package that depends on ox itself: this package may find an older one that viem installed.
 * @throws ChainError `engine` if no ox of version 1.8 or newer is found.
 */
export async function loadWasmEngine(ox?: OxWasm): Promise<Engine> {
  const { Hash, Secp256k1 } = ox ?? (await findOx())
  const [{ keccak256 }, { recoverPublicKey }] = await Promise.all([Hash.engine(), Secp256k1.engine()])
  return createEngine('ox/wasm', keccak256, recoverPublicKey)
}

/** Creates an engine from a hash, and from what returns the uncompressed key of a signature: its recovery id, r and s. */
export const createEngine = (
  name: string,
  keccak256: Engine['keccak256'],
  recoverPublicKey: (signature: Uint8Array, hash: Uint8Array) => Uint8Array,
): Engine => ({
  name,
  keccak256,
  recover(hash, r, s, yParity) {
    const signature = new Uint8Array(65)
    signature[0] = yParity
    signature.set(fromBigInt(r, 32), 1)
    signature.set(fromBigInt(s, 32), 33)
    return keccak256(recoverPublicKey(signature, hash).subarray(1)).subarray(12)
  },
})

async function findOx(): Promise<OxWasm> {
  try {
    const [Hash, Secp256k1] = await Promise.all([import('ox/wasm/Hash'), import('ox/wasm/Secp256k1')])
    return { Hash, Secp256k1 }
  } catch (cause) {
    throw new ChainError('engine', 'The WebAssembly engine needs ox 1.8 or newer: npm install ox@^1.8.', {
      cause,
    })
  }
}
