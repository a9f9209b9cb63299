import { move, transferableSymbol, valueSymbol } from 'piscina'
import { useWasmEngine } from '../engine.ts'
import { gather } from './gather.ts'
import { proveBatch, type Proved, type ToProve } from './verify-batch.ts'

await useWasmEngine()

/** What a thread does with a batch: it proves the blocks, and hands over what came of it without a copy. */
export default function prove(task: ToProve): unknown {
  return handOver(proveBatch(task))
}

/** What a thread does with a batch of a store's blocks. */
export { proveStoredBatch as proveStored } from './verify-batch.ts'

/** The bytes of all blocks in one buffer, which goes over without a copy. */
function handOver({ blocks, fault }: Proved): unknown {
  const { buffer, copy } = gather(
    blocks.flatMap(({ header, body, receipts, verdict }) => [
      header,
      body,
      receipts,
      verdict.hash,
      verdict.transactions,
    ]),
  )
  const value: Proved = {
    blocks: blocks.map(({ verdict }) => ({
      header: copy(),
      body: copy(),
      receipts: copy(),
      verdict: { ...verdict, hash: copy(), transactions: copy() },
    })),
    ...(fault && { fault }),
  }
  return move({
    get [transferableSymbol]() {
      return buffer
    },
    get [valueSymbol]() {
      return value
    },
  } as never)
}
