import { createHash } from 'node:crypto'
import { concatHex, fromRlp, toRlp, type Hex } from 'viem'

/** How a blob is proved: by one proof (EIP-4844), or by one for each of its cells (EIP-7594). */
export type BlobProofs = 'blob' | 'cells'

// A blob of zeros is the polynomial 0: its commitment and each of its proofs are the point at infinity, so nothing is to be computed.
const zeroBlob: Hex = `0x${'00'.repeat(131_072)}`
const infinity: Hex = `0xc0${'00'.repeat(47)}`
const cellsOfBlob = 128

/** The versioned hash of a blob of zeros (EIP-4844). */
export const versionedHash: Hex = `0x01${createHash('sha256')
  .update(Buffer.from(infinity.slice(2), 'hex'))
  .digest('hex')
  .slice(2)}`

/** A signed blob transaction as it goes to a node: with its blobs of zeros, their commitments and proofs. */
export function withBlobs(signed: Hex, blobs: number, proofs: BlobProofs): Hex {
  const body = fromRlp(`0x${signed.slice(4)}`, 'hex')
  const sidecar = [each(blobs, zeroBlob), each(blobs, infinity)]
  return concatHex([
    '0x03',
    proofs === 'blob'
      ? toRlp([body, ...sidecar, each(blobs, infinity)])
      : toRlp([body, '0x01', ...sidecar, each(blobs * cellsOfBlob, infinity)]),
  ])
}

const each = <T>(count: number, value: T): T[] => Array<T>(count).fill(value)
