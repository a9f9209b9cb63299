import { ClientError } from './error.ts'
import type { Step } from './event.ts'
import { http } from './http.ts'
import { notFound } from './trail.ts'
import type { Bounds, Call, Reply, Transport } from './transport.ts'
import { within } from './within.ts'

/** How several endpoints answer together. */
export interface FailoverOptions {
  /** What a null is worth: 'next' asks the other endpoints, and gives null only when all of them say so; 'accept' takes it. */
  readonly onNull?: 'next' | 'accept' | undefined
  /**
   * How many endpoints must give the same answer: the same hashes and numbers, whatever else is in it. As many are
   * asked at once. Tags such as latest mean another block to each node, so ask by number.
   */
  readonly quorum?: number | undefined
}

/**
 * Asks endpoints in turn until one of them answers. An endpoint is passed over for any error but INVALID_PARAMS, and for
 * a result that is no answer, breaks its shape or is refuted. Each has an equal share of the time that is left, so
 * that a slow one leaves the others theirs. Null is given when all say null; when some do and another failed, the call
 * rejects with that failure. Throws a ClientError (INVALID_OPTION) for no endpoint, and for a quorum of more than
 * there are.
 */
export function failover(
  endpoints: readonly (string | URL | Transport)[],
  { onNull = 'next', quorum = 1 }: FailoverOptions = {},
): Transport {
  const count = endpoints.length
  if (!(Number.isInteger(quorum) && quorum > 0 && quorum <= count))
    throw new ClientError('INVALID_OPTION', `${count} endpoints have no quorum of ${quorum}.`)
  if (onNull !== 'next' && onNull !== 'accept')
    throw new ClientError('INVALID_OPTION', `onNull must be "next" or "accept", not "${String(onNull)}".`)
  const transports = endpoints.map((each) => (typeof each === 'function' ? each : http(each)))

  return async (call, bounds) => {
    const rest = [...transports]
    const running = new Set<Promise<void>>()
    const votes = new Map<string, Reply[]>()
    let lead: readonly Reply[] = []
    let failure: ClientError | undefined

    async function ask(transport: Transport, share: number): Promise<void> {
      let last: Partial<Step & { error: ClientError }> = {}
      const emit = (step: Step): void => {
        last = step
        bounds.emit?.(step)
      }
      const passOver = (error: ClientError): void => {
        const { url = last.url } = error
        if (last.error?.message !== error.message) emit({ type: 'failed', url, error }) // time is up, or a transport that tells nothing
        emit({ type: 'failover', url, error })
      }
      try {
        const reply = await askWithin(share, transport, call, { ...bounds, emit })
        const same = votes.get(keyOf(reply)) ?? []
        votes.set(keyOf(reply), same)
        same.push(reply)
        if (reply.result === null && onNull === 'next') passOver(notFound(call, reply.url))
        else if (same.length > lead.length) lead = same
      } catch (error) {
        failure = error as ClientError
        if (!bounds.signal.aborted) passOver(failure)
      }
    }

    for (;;) {
      while (running.size + lead.length < quorum && rest.length > 0) {
        const share = (bounds.deadline - Date.now()) / rest.length
        const asked = ask(rest.shift()!, share).finally(() => running.delete(asked))
        running.add(asked)
      }
      if (running.size === 0) break
      await Promise.race(running)
      bounds.signal.throwIfAborted()
      if (failure?.code === 'INVALID_PARAMS') throw failure
      if (lead.length >= quorum) return lead[0]!
    }
    if (lead.length > 0) {
      const details = { check: 'quorum', expected: quorum, actual: lead.length }
      throw new ClientError(
        'UNVERIFIED',
        `${lead.length} of ${count} endpoints agree, not ${quorum}.`,
        details,
      )
    }
    const [nothing] = votes.get(keyOf({ result: null })) ?? []
    if (failure || !nothing) throw failure
    return nothing
  }
}

/** Asks one endpoint within its share of the time, and has the client check its result while others can still be asked. */
function askWithin(share: number, transport: Transport, call: Call, bounds: Bounds): Promise<Reply> {
  return within(share, [bounds.signal], async (signal) => {
    const deadline = Date.now() + share
    const own: Transport = (call, bounds) => transport(call, { ...bounds, signal, deadline })
    const reply = await own(call, bounds)
    await bounds.check?.(reply, own)
    return reply
  })
}

/** What answers must have in common to be the same: the hashes and numbers that bind them to a question and a block. */
function keyOf({ result }: Reply): string {
  const { hash, transactionHash, blockHash, number, blockNumber } = (result ?? {}) as Record<string, unknown>
  return JSON.stringify([result === null, hash, transactionHash, blockHash, number, blockNumber])
}
