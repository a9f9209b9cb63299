import { parentPort } from 'node:worker_threads'
import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { type Body, createBodies } from './bodies.ts'

/** Bodies of blocks for another thread: their bytes, one after another, and where each ends. */
export type PackedBody = Pick<Body, 'header' | 'rows'> & {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly counts: readonly [transactions: number, receipts: number]
}

/** Which bodies a thread is to make. */
export interface Order {
  readonly first: number
  readonly blocks: number
  readonly count: number
}

if (parentPort) {
  const port = parentPort
  useEngine(await loadWasmEngine())
  const make = createBodies()
  port.on('message', ({ first, blocks, count }: Order) => {
    const packed = Array.from({ length: blocks }, (_, index) => packBody(make(first + index, count)))
    port.postMessage(
      packed,
      packed.flatMap(({ bytes, ends, rows }) =>
        [bytes, ends, rows].map(({ buffer }) => buffer as ArrayBuffer),
      ),
    )
  })
}

function packBody({ header, rows, transactions, receipts, withdrawals }: Body): PackedBody {
  const parts = [...transactions, ...receipts, ...withdrawals]
  const ends = new Uint32Array(parts.length)
  let length = 0
  for (const [index, part] of parts.entries()) ends[index] = length += part.length
  const bytes = new Uint8Array(length)
  for (const [index, part] of parts.entries()) bytes.set(part, ends[index]! - part.length)
  return { header, rows, bytes, ends, counts: [transactions.length, receipts.length] }
}

/** The body of a packed one, on the same bytes. */
export function unpackBody({ header, rows, bytes, ends, counts }: PackedBody): Body {
  const [transactions, receipts] = counts
  const parts = Array.from(ends, (end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1]!, end))
  return {
    header,
    rows,
    transactions: parts.slice(0, transactions),
    receipts: parts.slice(transactions, transactions + receipts),
    withdrawals: parts.slice(transactions + receipts),
  }
}
