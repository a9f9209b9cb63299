import type { VerifiedBlock } from '@lectern/chain'
import { keep } from '../archive/e2store.ts'
import type { EraEntries } from '../archive/era-block.ts'
import { gather, verifyBatches } from './batches.ts'
import { fromVerdict } from './verdicts.ts'
import type { EraTask } from './era-batch.ts'
import type { VerifyByOptions } from './verifiers.ts'

/** How the blocks of an era file are verified. */
export interface VerifyErasOptions extends VerifyByOptions {
  readonly path: string
  /** The most bytes of a part of a block. */
  readonly limit: number
}

/**
 * Verifies blocks in threads and yields them in order, with how far the file was read. Throws HistoryError `archive` or ChainError for
 * the first that fails, after those before it.
 */
export async function* verifyEras(
  entries: AsyncIterable<EraEntries>,
  { verifiers, parent, ...options }: VerifyErasOptions,
): AsyncGenerator<{ readonly block: VerifiedBlock; readonly read: number }> {
  let before: EraTask['before'] = parent
  const verified = verifyBatches(entries, {
    threads: verifiers.count,
    sizeOf: ({ header, body, receipts }) => header.data.length + body.data.length + receipts.data.length,
    verify(batch) {
      const { buffer, copy } = gather(
        batch.flatMap(({ header, body, receipts }) => [header.data, body.data, receipts.data]),
      )
      const blocks = batch.map(({ number, header, body, receipts }) => ({
        number,
        header: { ...header, data: copy() },
        body: { ...body, data: copy() },
        receipts: { ...receipts, data: copy() },
      }))
      const task = { ...options, before, blocks }
      before = keep(batch.at(-1)!.header)
      const [first, last] = [batch[0]!.number, batch.at(-1)!.number]
      const name = `${options.path}: to verify blocks ${first} to ${last}`
      return verifiers.verify('era', task, name, [buffer])
    },
  })
  for await (const { item, verdict } of verified) yield { block: fromVerdict(verdict), read: item.read }
}
