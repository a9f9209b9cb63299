import { verifyEraBatch } from './era-batch.ts'
import { verifyLineBatch } from './line-batch.ts'
import { verifyReplyBatch } from './reply-batch.ts'
import { verifyStoredBatch } from './stored-batch.ts'

/** Verifiers of a batch of blocks, by their source. */
const verifyBatch: {
  readonly era: typeof verifyEraBatch
  readonly lines: typeof verifyLineBatch
  readonly replies: typeof verifyReplyBatch
  readonly stored: typeof verifyStoredBatch
} = {
  era: verifyEraBatch,
  lines: verifyLineBatch,
  replies: verifyReplyBatch,
  stored: verifyStoredBatch,
}

/** The source of blocks. */
export type TaskKind = keyof typeof verifyBatch
/** Blocks to be verified together. */
export type TaskOf<K extends TaskKind> = Parameters<(typeof verifyBatch)[K]>[0]
/** The verdicts of a task. */
export type ResultOf<K extends TaskKind> = ReturnType<(typeof verifyBatch)[K]>

/** Verifies the blocks of a task in this thread, up to the first that fails. */
export const verifyTask = <K extends TaskKind>(kind: K, task: TaskOf<K>): ResultOf<K> =>
  (verifyBatch[kind] as (task: TaskOf<K>) => ResultOf<K>)(task)
