import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Methods } from '@lectern/spec'
import { errorAnswer, sizeOf, writeBatch, type Answer } from './answer.ts'
import { judgeCall, runCall, type Call, type OnError } from './call.ts'
import { RpcError } from './error.ts'
import type { Limits } from './limits.ts'
import type { Slice } from './slices.ts'

/** What can be served: the methods and, where there is one, a snapshot that answers a whole batch from one head. */
export type Servable = Methods & { snapshot?(): Methods & Disposable }

/** What a request is answered from. */
export interface Service {
  readonly methods: Servable
  readonly limits: Limits
  readonly onError: OnError
}

/** The milliseconds that a batch may hold the event loop before others have their turn. */
const turnMilliseconds = 5

/**
 * The answers of a batch in its order, all from one snapshot; undefined when it holds nothing but notifications.
 * Throws an RpcError (-32600) for an empty batch.
 */
export async function answerBatch(
  slices: readonly (Slice | undefined)[],
  values: readonly unknown[],
  { methods, limits, onError }: Service,
): Promise<Uint8Array | undefined> {
  if (slices.length === 0) throw new RpcError('InvalidRequest', 'A batch holds at least one request.')
  using snapshot = methods.snapshot?.()
  const run = createRunner(snapshot ?? methods, limits, onError)
  const answers: Answer[] = []
  let turn = performance.now()
  for (const [index, slice] of slices.entries()) {
    const call = judgeCall(slice, values[index], limits)
    if (call === undefined) continue
    answers.push('json' in call ? call : await run(call))
    if (performance.now() - turn < turnMilliseconds) continue
    await nextTurn()
    turn = performance.now()
  }
  return writeBatch(answers)
}

/** Runs calls until their answers are more bytes than a batch may have. The first always passes: no single answer is too large. */
function createRunner(source: Methods, { batchBytes }: Limits, onError: OnError) {
  let bytes = 0
  return async (call: Call): Promise<Answer> => {
    if (bytes > batchBytes) return refuse(call.id)
    const answer = await runCall(call, source, onError)
    const isFirst = bytes === 0
    bytes += sizeOf(answer)
    return bytes <= batchBytes || isFirst ? answer : refuse(call.id)
  }

  function refuse(id: string): Answer {
    return errorAnswer(
      id,
      new RpcError('LimitExceeded', `A batch's answers hold at most ${batchBytes} bytes.`),
    )
  }
}
