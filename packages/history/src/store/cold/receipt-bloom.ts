import { keccak256 } from '@lectern/chain'

/**
 * Sets the bits of a receipt's bloom, whose 256 bytes are zero, from the RLP of its logs. Both begin at a place of `receipt`. Bytes that are no
 * logs give some bloom.
 */
export function writeBloom(receipt: Uint8Array, bloom: number, logs: number): void {
  const view = viewOf(receipt)
  let at = startOf(receipt, logs)
  for (const lastLog = end; at < lastLog;) {
    at = startOf(receipt, at) // a log is its address, its topics and its data
    const nextLog = end
    addValue(receipt, view, bloom, startOf(receipt, at), end)
    at = startOf(receipt, end)
    for (const lastTopic = end; at < lastTopic; at = end)
      addValue(receipt, view, bloom, startOf(receipt, at), end)
    at = nextLog
  }
}

/** Returns a view of the memory from the first byte of a receipt on: receipts mostly lie in the same one. */
function viewOf({ buffer, byteOffset }: Uint8Array): DataView {
  if (last.buffer !== buffer || last.byteOffset !== byteOffset) last = new DataView(buffer, byteOffset)
  return last
}

let last: DataView = new DataView(new ArrayBuffer(0))

/** The end of the item that `startOf` read last, at most that of the bytes. */
let end = 0

/** Returns where the content of an RLP item begins. */
function startOf(bytes: Uint8Array, at: number): number {
  const limit = bytes.length
  const first = at < limit ? bytes[at]! : 0
  const length = first & 0x3f // of a string from 0x80 on, or of a list from 0xc0 on
  let start = first < 0x80 ? at : at + 1
  let last = first < 0x80 ? at + 1 : start + length
  if (first >= 0x80 && length >= LONG) {
    let content = 0
    for (let left = length - LONG + 1; left > 0 && start < limit; left--)
      content = 256 * content + bytes[start++]!
    last = start + content
  }
  end = Math.min(last, limit)
  return start
}

/** Adds the value between two places to a bloom. */
function addValue(receipt: Uint8Array, view: DataView, bloom: number, start: number, end: number): void {
  const words = (end - start) >> 2
  if (4 * words !== end - start || words < 5 || words > WORDS) {
    const hash = keccak256(receipt.subarray(start, end))
    for (let k = 0; k < 3; k++) setBit(receipt, bloom, bitOf(hash, k))
    return
  }
  // The last bytes differ in numbers too, and these in addresses; words, as an address is a topic too.
  const few = view.getInt32(end - 4) ^ Math.imul(view.getInt32(end - 20), 31) ^ words
  const slot = ENTRY * (Math.imul(few, 0x9e3779b1) >>> SHIFT)
  const bits = slot + WORDS
  let isKnown = known[bits]! >>> 22 === words
  for (let k = 0; isKnown && k < words; k++) isKnown = known[slot + k] === view.getInt32(start + 4 * k)
  if (!isKnown) {
    const hash = keccak256(receipt.subarray(start, end))
    known[bits] = (words << 22) | (bitOf(hash, 1) << 11) | bitOf(hash, 0)
    known[bits + 1] = bitOf(hash, 2)
    for (let k = 0; k < words; k++) known[slot + k] = view.getInt32(start + 4 * k)
  }
  setBit(receipt, bloom, known[bits]! & 0x7ff)
  setBit(receipt, bloom, (known[bits]! >>> 11) & 0x7ff)
  setBit(receipt, bloom, known[bits + 1]!)
}

const bitOf = (hash: Uint8Array, k: number): number => ((hash[2 * k]! & 7) << 8) | hash[2 * k + 1]!

function setBit(receipt: Uint8Array, bloom: number, bit: number): void {
  receipt[bloom + 255 - (bit >> 3)]! |= 1 << (bit & 7)
}

const LONG = 56 // the length from which on a prefix is longer than a byte

// The addresses and topics that were hashed last, which are the same ones again and again. An entry fills a line of the processor's cache: up to
// eight words of the value, then how many they are and the bits.
const WORDS = 8
const ENTRY = 16
const SHIFT = 17
const known = new Int32Array(ENTRY * 2 ** (32 - SHIFT))
