import { keccakP } from '@noble/hashes/sha3.js'

/** Hashes bytes by Keccak-256: noble's permutation, in a sponge of half the size of noble's, which does more hashes. */
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
