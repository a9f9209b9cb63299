import type { VerifiedBlock } from '@lectern/chain'
import { HistoryError } from '../error.ts'
import type { RepliesTask, RepliesVerdicts, ReplyFault } from './reply-batch.ts'
import { fromVerdict } from './verdicts.ts'
import { createVerifiers } from './verifiers.ts'

/** Threads that read blocks from a node's responses and verify them. */
export interface ReplyVerifier extends AsyncDisposable {
  verify(task: RepliesTask): Promise<VerifiedReplies>
}

/** The verified blocks of responses, and the fault of the next one. */
export interface VerifiedReplies {
  readonly blocks: readonly VerifiedBlock[]
  /** Members that the node derived wrongly, by block number. No root commits to them, and they are not stored. */
  readonly odd: ReadonlyMap<bigint, string>
  readonly fault: ReplyFault | undefined
}

/** Creates threads, which start when they are needed. With a count of 0 this thread verifies. */
export function createReplyVerifier(threads?: number): ReplyVerifier {
  const verifiers = createVerifiers(threads)
  return {
    async verify(task) {
      const name = `to verify ${task.blocks.length} blocks of a node`
      const { blocks, fault } = await verifiers.verify('replies', task, name).catch(toLarge)
      const odd = new Map(
        blocks.flatMap(({ odd, verification }) =>
          odd === undefined ? [] : [[verification.number, odd] as const],
        ),
      )
      return { blocks: blocks.map((verdict) => fromVerdict(verdict, task.config)), odd, fault }
    },
    [Symbol.asyncDispose]: () => verifiers[Symbol.asyncDispose](),
  }
}

/** Returns the fault of responses that need more memory than a thread has. */
function toLarge(error: unknown): RepliesVerdicts {
  if (!(error instanceof HistoryError) || error.code !== 'archive') throw error
  return { blocks: [], fault: { kind: 'large', message: error.message } }
}
