import { keccakP } from '@noble/hashes/sha3.js'

/**
 * The 32-byte Keccak-256 of the bytes: noble's permutation, in a sponge with the Keccak submission's padding (not SHA3-256's).
 * 1.2 KB where noble's own sponge, which does six hashes and streams, takes 2.6: a browser that verifies has a budget.
 */
export function hashKeccak(bytes: Uint8Array): Uint8Array {
  state.fill(0)
  let at = 0
  for (let i = 0; i < bytes.length; i++) {
    state[at >> 2]! ^= bytes[i]! << (8 * at) // a shift takes its count modulo 32
    if (++at < RATE) continue
    keccakP(state)
    at = 0
  }
  state[at >> 2]! ^= 1 << (8 * at)
  state[(RATE >> 2) - 1]! ^= 1 << 31
  keccakP(state)
  const hash = new Uint8Array(32)
  for (let i = 0; i < 32; i++) hash[i] = state[i >> 2]! >> (8 * i)
  return hash
}

/** How many bytes go in between two permutations. */
const RATE = 136
/** The 25 lanes of 64 bits, the lower half of each first; used by one call at a time. */
const state = new Uint32Array(50)
