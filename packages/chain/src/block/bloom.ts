import { keccak256 } from '../crypto/engine.ts'
import type { Log } from './fields.ts'

/** Returns the 256-byte bloom of logs: three bits for each address and each topic (Yellow Paper, 4.3.1). */
export function logsBloom(logs: readonly Log[], bloom: Uint8Array = new Uint8Array(256)): Uint8Array {
  for (const log of logs) {
    add(bloom, log.address)
    for (const topic of log.topics) add(bloom, topic)
  }
  return bloom
}

/** Sets in the first bloom each bit that the second has. */
export function joinBloom(target: Uint8Array, bloom: Uint8Array): void {
  for (let i = 0; i < 256; i++) target[i]! |= bloom[i]!
}

function add(bloom: Uint8Array, value: Uint8Array): void {
  const hash = keccak256(value)
  for (let i = 0; i < 6; i += 2) {
    const bit = ((hash[i]! & 7) << 8) | hash[i + 1]!
    bloom[255 - (bit >> 3)]! |= 1 << (bit & 7)
  }
}
