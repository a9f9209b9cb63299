import { keccak256 } from '@lectern/chain'
import { visitItems } from '@lectern/chain/internal'

/**
 * Sets the bits of a receipt's bloom, whose 256 bytes are zero, from the RLP of its logs, which other fields may follow. Throws ChainError
 * `rlp`.
 */
export function writeBloom(bloom: Uint8Array, logs: Uint8Array): void {
  visitItems(logs, 0, logs.length, (start, end) => {
    visitEach(logs, start, end, (start, end) => {
      let field = 0 // a log is its address, its topics and its data
      visitEach(logs, start, end, (start, end) => {
        if (field === 0) addValue(bloom, logs, start, end)
        if (field === 1) visitEach(logs, start, end, (start, end) => addValue(bloom, logs, start, end))
        field++
      })
    })
    return false // a deposit's nonce may follow
  })
}

function visitEach(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (start: number, end: number) => void,
): void {
  visitItems(bytes, start, end, (start, end) => {
    visit(start, end)
    return true
  })
}

function addValue(bloom: Uint8Array, bytes: Uint8Array, start: number, end: number): void {
  const length = Math.min(end - start, LONGEST)
  const slot = slotOf(bytes, start, start + length)
  if (end - start > LONGEST || lengths[slot] !== length || !isKnown(LONGEST * slot, bytes, start, length)) {
    const value = bytes.subarray(start, end)
    const hash = keccak256(value)
    for (let k = 0; k < 3; k++) bits[3 * slot + k] = ((hash[2 * k]! & 7) << 8) | hash[2 * k + 1]!
    known.set(value.subarray(0, length), LONGEST * slot)
    lengths[slot] = end - start > LONGEST ? 0 : length
  }
  for (let k = 3 * slot; k < 3 * slot + 3; k++) {
    const bit = bits[k]!
    bloom[255 - (bit >> 3)]! |= 1 << (bit & 7)
  }
}

/** Returns a slot by the length, the last four bytes, which differ in numbers too, and four before them. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0
  for (let i = Math.max(start, end - 4); i < end; i++) sum = (sum << 8) ^ bytes[i]!
  for (let i = Math.max(start, end - 20); i < end - 16; i++) sum = Math.imul(sum, 31) ^ bytes[i]!
  sum = Math.imul(sum ^ ((end - start) << 20), 0x9e3779b1)
  return (sum ^ (sum >>> 15)) & (SLOTS - 1)
}

function isKnown(at: number, bytes: Uint8Array, start: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (known[at + i] !== bytes[start + i]) return false
  return length > 0
}

// The bits of the addresses and topics that were hashed last, which are the same ones again and again.
const SLOTS = 2 ** 15
const LONGEST = 32
const known = new Uint8Array(LONGEST * SLOTS)
const lengths = new Uint8Array(SLOTS)
const bits = new Uint16Array(3 * SLOTS)
