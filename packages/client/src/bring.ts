import type { MethodName, Params } from '@lectern/spec'
import { checkBinding } from './binding.ts'
import type { ClientError } from './error.ts'
import type { Step } from './event.ts'
import type { Bounds, Call, Reply, Transport } from './transport.ts'

/** What a result that answers its question must be besides; throws where it is not. */
export type Inspect = (reply: Reply, from: Transport) => Promise<void>

/**
 * Brings a result that is held to its question (WRONG_ANSWER) and to what `inspect` says, by a transport of several
 * endpoints for each of them; once for each reply.
 */
export async function bring(
  from: Transport,
  call: Call,
  bounds: Bounds,
  inspect?: Inspect,
): Promise<unknown> {
  const sound: Reply[] = []
  const emit = (step: Step): void => bounds.emit?.({ ...call, ...step })
  const check: Inspect = async (reply, from) => {
    if (sound.includes(reply)) return
    try {
      checkBinding(call.method as MethodName, call.params as Params<MethodName>, reply.result)
      await inspect?.(reply, from)
      sound.push(reply)
    } catch (error) {
      // else the proof's own requests failed, and tell that themselves
      if (/WRONG|SHAPE|UNV/.test((error as ClientError).code))
        emit({ type: 'mismatch', url: reply.url, error: error as ClientError })
      throw error
    }
  }
  const reply = await from(call, { ...bounds, emit, check })
  await check(reply, from)
  return reply.result
}
