import { comparedMembers } from '@lectern/spec'
import { notFound } from './call.ts'
import { ClientError, type ErrorCode } from './error.ts'
import { toTransports } from './http.ts'
import { throwIfAborted, withTimeout } from './timeout.ts'
import type { Bounds, Call, Reply, Step, Transport } from './transport.ts'

/** The options of `failover`. */
export interface FailoverOptions {
  /** What a null does: 'next' asks the other endpoints, and gives null only if all of them do; 'accept' gives it at once. @default 'next' */
  readonly onNull?: 'next' | 'accept' | undefined
  /**
   * How many endpoints, each of another origin, must give the same result; as many are asked at once. Members that
   * nodes write differently are not compared. A tag such as latest means another block to each node, so ask by number.
   * @default 1
   */
  readonly quorum?: number | undefined
}

/**
 * Makes a transport that asks endpoints in turn, until one gives a result. It moves on for any error, and for a result
 * that does not answer the call, breaks its schema or is refuted; at once for a refused connection. An endpoint that failed
 * for a reason of its own is asked last until it replies again: calls probe it after 1 s, 2 s, … 64 s, without waiting for
 * it. Each endpoint has an equal share of the time left. Null is the result if all endpoints give null; if some do
 * and another failed, the call rejects with that error.
 * @param endpoints URLs or transports, the best first.
 * @throws ClientError INVALID_OPTION for no endpoint, for a quorum of more endpoints than given, and for a quorum among
 * endpoints of which two have the same origin.
 * @example
 * const ethereum = createClient(failover(['http://127.0.0.1:8545', 'https://ethereum.example']))
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
  const nodes = toTransports(endpoints, quorum > 1).map((transport) => ({
    transport,
    pause: 500,
    probeAt: 0,
  }))

  return async (call, bounds) => {
    const rest = [...nodes.filter(isUp), ...nodes.filter((node) => !isUp(node))]
    const running = new Set<Promise<void>>()
    const votes = new Map<string, Reply[]>()
    let lead: readonly Reply[] = []
    let failure: ClientError | undefined

    async function ask(node: Node, share: number): Promise<void> {
      let last: Partial<Step & { error: ClientError }> = {}
      const emit = (step: Step): void => {
        last = step
        bounds.emit?.(step)
      }
      const moveOn = (error: ClientError): void => {
        const { url = last.url } = error
        if (last.error?.message !== error.message) emit({ type: 'failed', url, error }) // a timeout, or a transport that emits nothing
        emit({ type: 'failover', url, error })
      }
      try {
        const hasOthers = rest.length > 0 || votes.size > 0
        const reply = await askEndpoint(share, node.transport, call, { ...bounds, emit }, hasOthers)
        node.pause = 500
        node.probeAt = 0
        const key = quorum > 1 || reply.result === null ? keyOf(reply) : ''
        const same = votes.get(key) ?? []
        votes.set(key, same)
        if (!same.some(({ url }) => url && url === reply.url)) same.push(reply)
        if (reply.result === null && onNull === 'next') moveOn(notFound(call, reply.url))
        else if (same.length > lead.length) lead = same
      } catch (error) {
        if (bounds.signal.aborted) return
        failure = error as ClientError
        if (!ofCall.has(failure.code)) avoid(node)
        moveOn(failure)
      }
    }

    for (const node of rest.slice(quorum))
      if (!isUp(node) && avoid(node)) {
        const probe = { signal: new AbortController().signal, deadline: Date.now() + PROBE_TIME }
        askEndpoint(PROBE_TIME, node.transport, call, probe, true).then(
          () => (node.probeAt = 0),
          () => {},
        )
      }
    for (;;) {
      while (running.size + lead.length < quorum && rest.length > 0) {
        const share = Math.max(0, Math.round((bounds.deadline - Date.now()) / rest.length))
        const asked = ask(rest.shift()!, share).finally(() => running.delete(asked))
        running.add(asked)
      }
      if (running.size === 0) break
      await Promise.race(running)
      throwIfAborted(bounds.signal)
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
    const [nothing] = votes.get('null') ?? []
    if (failure || !nothing) throw failure
    return nothing
  }
}

/** An endpoint and its health. */
interface Node {
  readonly transport: Transport
  /** The milliseconds from its last failure to the next probe. */
  pause: number
  /** When it is probed next; 0 while it replies. */
  probeAt: number
}

const isUp = ({ probeAt }: Node): boolean => probeAt === 0

/** The longest time for a probe in milliseconds; it delays the end of a process whose calls are done. */
const PROBE_TIME = 2_000

/** Marks an endpoint to be asked last, and probed after twice the pause before; false if it is marked already. */
function avoid(node: Node): boolean {
  const now = Date.now()
  if (now < node.probeAt) return false
  node.pause = Math.min(2 * node.pause, 64_000)
  node.probeAt = now + node.pause
  return true
}

/** The codes of errors that are about the call, not about the endpoint. */
const ofCall: ReadonlySet<ErrorCode> = new Set([
  'PRUNED',
  'NOT_FOUND',
  'NOT_AVAILABLE',
  'INVALID_PARAMS',
  'RPC_INVALID_REQUEST',
  'RPC_PARSE',
  'RPC_INTERNAL',
  'RPC_ERROR',
  'TOO_LARGE',
])

/**
 * Asks one endpoint in its share of the time, and has the client check its result while others can still be asked.
 * If there are others, a connection that is refused or breaks is not retried.
 */
function askEndpoint(
  share: number,
  transport: Transport,
  call: Call,
  bounds: Bounds,
  hasOthers: boolean,
): Promise<Reply> {
  return withTimeout(share, [bounds.signal], (signal) => {
    const deadline = Date.now() + share
    return new Promise((resolve, reject) => {
      const own: Transport = (call, bounds) => {
        const emit = (step: Step): void => {
          const isRefused = hasOthers && step.type === 'retry' && step.error.code === 'NETWORK'
          bounds.emit?.(isRefused ? { ...step, type: 'failed' } : step)
          if (isRefused) reject(step.error)
        }
        return transport(call, { ...bounds, signal, deadline, emit })
      }
      const ask = async (): Promise<Reply> => {
        const reply = await own(call, bounds)
        await bounds.check?.(reply, own, transport)
        return reply
      }
      ask().then(resolve, reject)
    })
  })
}

/** What replies of a quorum must agree on: the members that all nodes write alike, in upper or lower case, in any order. */
function keyOf({ result }: Reply): string {
  return JSON.stringify(result, common)
    .toLowerCase()
    .replaceAll(/,"\w+":null/g, '') // some nodes leave out what does not apply
}

const common = comparedMembers.split(' ')
