import type { ChainConfig, Parent, VerifiedBlock } from '@lectern/chain'
import { fromVerification, splitBody, splitReceipts } from '@lectern/chain/internal'
import type { Line } from '../archive/json-lines.ts'
import { gather, verifyBatches } from './batches.ts'
import type { LinesTask } from './line-batch.ts'
import { toError } from './verify-batch.ts'
import type { Verifiers } from './verifiers.ts'

/**
 * Verifies lines of JSON in threads and yields their blocks in order, each with its line. Throws what is wrong with the first that fails,
 * after those before it: HistoryError `archive`, or ChainError.
 */
export async function* verifyLines(
  lines: AsyncIterable<Line>,
  {
    verifiers,
    parent,
    config,
  }: { readonly verifiers: Verifiers; readonly parent: Parent | null; readonly config: ChainConfig },
): AsyncGenerator<{ readonly block: VerifiedBlock; readonly line: Line }> {
  let before: LinesTask['before'] = parent
  const verified = verifyBatches(lines, {
    threads: verifiers.count,
    sizeOf: ({ bytes }) => bytes.length,
    verify(batch) {
      const { buffer, copy } = gather(batch.map(({ bytes }) => bytes))
      const task = {
        config,
        before,
        lines: batch.map(({ path, number }) => ({ path, number, bytes: copy() })),
      }
      const { path, number, bytes } = batch.at(-1)!
      before = { path, number, bytes }
      return verifiers.verifyLines(task, buffer)
    },
  })
  for await (const { batch, result } of verified) {
    for (const [index, { header, body, receipts, verification }] of result.blocks.entries()) {
      const raw = { header, ...splitBody(body), receipts: splitReceipts(receipts) }
      yield { block: fromVerification(raw, verification), line: batch[index]! }
    }
    if (result.fault) throw toError(result.fault)
  }
}
