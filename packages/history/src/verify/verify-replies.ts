import type { VerifiedBlock } from '@lectern/chain'
import { HistoryError } from '../error.ts'
import type { RepliesTask, RepliesVerdicts, ReplyFault } from './reply-batch.ts'
import { fromVerdict } from './verdicts.ts'
import { createVerifiers } from './verifiers.ts'

/** Threads that read blocks out of a node's responses and verify them. */
export interface ReplyVerifier extends AsyncDisposable {
  /** Verifies the blocks of a task in order, up to the first that fails. The bytes of its responses are transferred: do not use them afterwards. */
  verify(task: RepliesTask): Promise<VerifiedReplies>
}

/** What came of responses: the verified blocks, and why the one after them is none. */
export interface VerifiedReplies {
  readonly blocks: readonly VerifiedBlock[]
  /** What the node derived wrongly, by the block's number: no root commits to it, and it is not stored. */
  readonly odd: ReadonlyMap<bigint, string>
  readonly fault: ReplyFault | undefined
}

/** Makes so many threads ready, which start when they are needed; with 0 this thread verifies. */
export function createReplyVerifier(threads?: number): ReplyVerifier {
  const verifiers = createVerifiers(threads)
  return {
    async verify(task) {
      const name = `to verify ${task.blocks.length} blocks of a node`
      const buffers = task.bodies.map(({ buffer }) => buffer as ArrayBuffer)
      const { blocks, fault } = await verifiers.verify('replies', task, name, buffers).catch(toLarge)
      const odd = new Map(
        blocks.flatMap(({ odd, verification }) =>
          odd === undefined ? [] : [[verification.number, odd] as const],
        ),
      )
      return { blocks: blocks.map(fromVerdict), odd, fault }
    },
    [Symbol.asyncDispose]: () => verifiers[Symbol.asyncDispose](),
  }
}

/** A thread without memory for the responses is their sender's fault. */
function toLarge(error: unknown): RepliesVerdicts {
  if (!(error instanceof HistoryError) || error.code !== 'archive') throw error
  return { blocks: [], fault: { kind: 'large', message: error.message } }
}
