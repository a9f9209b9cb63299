import type { VerifiedBlock } from '@lectern/chain'
import type { Line } from '../archive/json-lines.ts'
import { gather, verifyBatches } from './batches.ts'
import type { LinesTask } from './line-batch.ts'
import { fromVerdict } from './verdicts.ts'
import type { VerifyByOptions } from './verifiers.ts'

/**
 * Verifies lines of JSON in threads and yields their blocks in order. Throws HistoryError `archive` or ChainError for the first that
 * fails, after those before it.
 */
export async function* verifyLines(
  lines: AsyncIterable<Line>,
  { verifiers, config }: Omit<VerifyByOptions, 'parent'>,
): AsyncGenerator<{ readonly block: VerifiedBlock; readonly line: Line }> {
  let before: LinesTask['before'] = null
  const verified = verifyBatches(lines, {
    threads: verifiers.count,
    sizeOf: ({ bytes }) => bytes.length,
    verify(batch) {
      const { buffer, copy } = gather(batch.map(({ bytes }) => bytes))
      const lines = batch.map(({ path, number }) => ({ path, number, bytes: copy() }))
      const task = { config, before, lines }
      const { path, number, bytes } = batch.at(-1)!
      before = { path, number, bytes }
      return verifiers.verify('lines', task, `${path}: to verify ${batch.length} lines`, [buffer])
    },
  })
  for await (const { item, verdict } of verified) yield { block: fromVerdict(verdict), line: item }
}
