import { move, transferableSymbol, valueSymbol } from 'piscina'
import { useFastEngine } from '../engine.ts'
import { gather } from './batches.ts'
import { type RepliesTask, verifyReplyBatch } from './reply-batch.ts'
import { type LinesTask, verifyLineBatch } from './line-batch.ts'
import type { Verdict, Verdicts } from './verdicts.ts'
import { type EraTask, verifyEraBatch } from './verify-batch.ts'

await useFastEngine()

/** What a thread does with a batch: it verifies the blocks, and transfers the result without a copy. */
export default function verify(task: EraTask): unknown {
  return handOver(verifyEraBatch(task))
}

/** What a thread does with lines of JSON. */
export function verifyLines(task: LinesTask): unknown {
  return handOver(verifyLineBatch(task))
}

/** What a thread does with the responses of a node. */
export function verifyReplies(task: RepliesTask): unknown {
  return handOver(verifyReplyBatch(task))
}

/** What a thread does with a batch of a store's blocks. */
export { verifyStoredBatch as verifyStored } from './verify-batch.ts'

/** The bytes of all blocks in one buffer, which is transferred without a copy. */
function handOver({ blocks, fault }: Verdicts<Verdict, object>): unknown {
  const { buffer, copy } = gather(
    blocks.flatMap(({ header, body, receipts, verification }) => [
      header,
      body,
      receipts,
      verification.hash,
      verification.transactions,
    ]),
  )
  const value = {
    blocks: blocks.map(({ verification, ...rest }) => ({
      ...rest,
      header: copy(),
      body: copy(),
      receipts: copy(),
      verification: { ...verification, hash: copy(), transactions: copy() },
    })),
    ...(fault && { fault }),
  }
  return move({ [transferableSymbol]: buffer, [valueSymbol]: value } as never)
}
