import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { type Head, type HeadOptions, readHead } from './plain-head.ts'

export interface PlainRequest {
  readonly head: Head
  readonly body: Uint8Array
}

export interface Reader {
  /** Whether bytes are there that belong to no request yet. */
  hasRest(): boolean
  add(bytes: Buffer): void
  /** Takes the next request of which bytes are there: `part` if some are missing, `other` if it is not plain. */
  next(): PlainRequest | 'part' | 'other'
  /** Takes all bytes that belong to no request. */
  takeRest(): Buffer | undefined
}

export function createReader(socket: Socket, options: HeadOptions): Reader {
  const known: Head[] = []
  let rest: Buffer | undefined
  let pieces = 0
  return {
    hasRest: () => rest !== undefined,
    add: (bytes) => void (rest = rest === undefined ? bytes : Buffer.concat([rest, bytes])),
    next() {
      const bytes = rest!
      const head = readHead(bytes, known, socket, options)
      if (head === undefined) return 'other'
      const start = head.bytes.length
      const end = start + head.bodyLength
      if (end > bytes.length) return ++pieces > mostPieces || end > mostGathered ? 'other' : 'part'
      const body = bytes.subarray(start, end)
      rest = end === bytes.length ? undefined : bytes.subarray(end)
      pieces = 0
      return { head, body }
    },
    takeRest() {
      const taken = rest
      rest = undefined
      return taken
    },
  }
}

/** The pieces and buffered bytes of an incomplete request, at most: some clients send the head by itself. */
const [mostPieces, mostGathered] = [16, 32_768]
