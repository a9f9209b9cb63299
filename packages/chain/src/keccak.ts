/**
 * The 32-byte Keccak-256 of the bytes, with Ethereum's padding (the Keccak submission's, not SHA3-256's).
 * Our own, since a browser that verifies has a budget of 8 KB: this is 0.6 KB where noble's, with its checks, is 2.6.
 */
export function hashKeccak(bytes: Uint8Array): Uint8Array {
  state.fill(0)
  let at = 0
  for (let i = 0; i < bytes.length; i++) {
    state[at >> 2]! ^= bytes[i]! << (8 * at)
    if (++at === RATE) {
      permute()
      at = 0
    }
  }
  state[at >> 2]! ^= 1 << (8 * at)
  state[(RATE >> 2) - 1]! ^= 1 << 31
  permute()
  return Uint8Array.from({ length: 32 }, (_, i) => state[i >> 2]! >> (8 * i)) // a shift takes its count modulo 32
}

/** How many bytes go in between two permutations. */
const RATE = 136
/** The 25 lanes of 64 bits, each as its lower and its upper half; used by one call at a time. */
const state = new Int32Array(50)
/** The sum of each of the five columns, in halves, the first once more behind the last. */
const sums = new Int32Array(12)

/** Keccak-f[1600]: 24 rounds of θ, ρ, π, χ and ι (FIPS 202, section 3.2). */
function permute(): void {
  for (let round = 0; round < 24; round++) {
    for (let x = 0; x < 10; x++)
      sums[x] = state[x]! ^ state[x + 10]! ^ state[x + 20]! ^ state[x + 30]! ^ state[x + 40]!
    sums[10] = sums[0]!
    sums[11] = sums[1]!
    for (let x = 0; x < 10; x += 2) {
      const left = x === 0 ? 8 : x - 2
      const low = sums[left]! ^ (sums[x + 2]! << 1) ^ (sums[x + 3]! >>> 31)
      const high = sums[left + 1]! ^ (sums[x + 3]! << 1) ^ (sums[x + 2]! >>> 31)
      for (let y = x; y < 50; y += 10) {
        state[y]! ^= low
        state[y + 1]! ^= high
      }
    }
    let low = state[2]!
    let high = state[3]!
    for (let step = 0; step < 24; step++) {
      const turn = turns[step]!
      const to = lanes[step]!
      const a = turn < 32 ? low : high
      const b = turn < 32 ? high : low
      low = state[to]!
      high = state[to + 1]!
      state[to] = (a << turn) | (b >>> -turn)
      state[to + 1] = (b << turn) | (a >>> -turn)
    }
    for (let y = 0; y < 50; y += 10) {
      const [a, b, c, d] = [state[y]!, state[y + 1]!, state[y + 2]!, state[y + 3]!]
      for (let x = y; x < y + 6; x++) state[x]! ^= ~state[x + 2]! & state[x + 4]!
      state[y + 6]! ^= ~state[y + 8]! & a
      state[y + 7]! ^= ~state[y + 9]! & b
      state[y + 8]! ^= ~a & c
      state[y + 9]! ^= ~b & d
    }
    state[0]! ^= constants[2 * round]!
    state[1]! ^= constants[2 * round + 1]!
  }
}

/** Where π puts each lane in turn, and by how many bits ρ turns it. */
const lanes = new Uint8Array(24)
const turns = new Uint8Array(24)
/** What ι adds in each round, lower and upper half. */
const constants = new Int32Array(48)

for (let round = 0, x = 1, y = 0, register = 1; round < 24; round++) {
  ;[x, y] = [y, (2 * x + 3 * y) % 5]
  lanes[round] = 2 * (5 * y + x)
  turns[round] = (((round + 1) * (round + 2)) / 2) % 64
  for (let j = 0; j < 7; j++) {
    if (register & 1) constants[2 * round + (j === 6 ? 1 : 0)]! ^= 1 << (2 ** j - 1)
    register = (register << 1) ^ (register >> 7 ? 0x171 : 0)
  }
}
