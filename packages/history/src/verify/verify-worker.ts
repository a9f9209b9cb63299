import { move, transferableSymbol, valueSymbol } from 'piscina'
import { useFastEngine } from '../engine.ts'
import { gather } from './batches.ts'
import { type TaskKind, type TaskOf, verifyTask } from './tasks.ts'
import type { Verdict, Verdicts } from './verdicts.ts'

await useFastEngine()

/** Verifies the blocks of a task in this thread. */
export default function verify<K extends TaskKind>({ kind, task }: { kind: K; task: TaskOf<K> }): unknown {
  const result = verifyTask(kind, task)
  return kind === 'stored' ? result : handOver(result as Verdicts<Verdict, object>)
}

/** Puts the bytes of all blocks into one buffer, which is transferred without a copy. */
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
