import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '../encoding/bytes.ts'

/** The requestsHash of a block's requests, each `type ‖ data`: sha256 over the sha256 of each that has data (EIP-7685). */
export function hashRequests(requests: readonly Uint8Array[]): Uint8Array {
  return sha256(concatBytes(requests.filter(({ length }) => length > 1).map((request) => sha256(request))))
}
