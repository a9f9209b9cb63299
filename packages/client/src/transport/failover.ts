import { comparedMembers } from '@lectern/spec'
import { notFound } from '../call.ts'
import { callCodes, ClientError, type ErrorCode } from '../error.ts'
import { toTransports } from './http.ts'
import { throwIfAborted, withTimeout } from '../timeout.ts'
import type { Bounds, Call, CallEvent, Reply, Transport } from './transport.ts'

/** The options of `failover`. */
export interface FailoverOptions {
  /** The consequence of null: 'next' asks the other endpoints, and returns null only if all send it; 'accept' returns it at once. @default 'next' */
  readonly onNull?: 'next' | 'accept' | undefined
  /**
   * The number of endpoints, each of another origin, that must send the same result; as many are asked at once. Members
   * that nodes write differently are not compared. Ask by number: a tag like latest is another block at each node.
   * @default 1
   */
  readonly quorum?: number | undefined
  /** Codes of errors that are the reply to a call: no other endpoint is asked. @default [] */
  readonly finalCodes?: readonly ErrorCode[] | undefined
}

/** A reply, or an error that is one. */
type Answer = Reply & { readonly error?: ClientError }

/**
 * Creates a transport that asks endpoints in turn, until one sends a result. It moves on for any error, and for a
 * result that is refused; at once for a refused connection. After an error that is not about the call an endpoint is asked
 * last until it replies again. Calls probe it without waiting, after pauses from 1 to 64 seconds. Each endpoint has an equal share of the time left. The call rejects with the last error if one failed and
 * the others sent null.
 * @param endpoints URLs or transports, the best first.
 * @throws ClientError INVALID_OPTION for no endpoint, for too large a quorum, and for a quorum among endpoints of the same
 * origin.
 * @example
 * const ethereum = createClient(failover(['http://127.0.0.1:8545', 'https://ethereum.example']))
 */
export function failover(
  endpoints: readonly (string | URL | Transport)[],
  { onNull = 'next', quorum = 1, finalCodes = [] }: FailoverOptions = {},
): Transport {
  const count = endpoints.length
  if (!(Number.isInteger(quorum) && quorum > 0 && quorum <= count))
    throw new ClientError('INVALID_OPTION', `${count} endpoints have no quorum of ${quorum}.`)
  if (onNull !== 'next' && onNull !== 'accept')
    throw new ClientError('INVALID_OPTION', `onNull must be "next" or "accept", not "${String(onNull)}".`)
  const nodes = toTransports(endpoints, quorum > 1).map((transport) => ({
    transport,
    finalCodes,
    pause: 500,
    probeAt: 0,
  }))

  return async (call, bounds) => {
    const rest = [...nodes.filter(isUp), ...nodes.filter((node) => !isUp(node))]
    const running = new Set<Promise<void>>()
    const votes = new Map<string, Answer[]>() // equal replies, by what is compared of them
    let lead: readonly Answer[] = []
    let failure: ClientError | undefined

    async function ask(node: Node, share: number): Promise<void> {
      let last: { readonly url?: string | undefined; readonly error?: ClientError } = {}
      const emit = (event: CallEvent): void => {
        last = event
        bounds.emit?.(event)
      }
      const moveOn = (error: ClientError): void => {
        const { url = last.url } = error
        // A timeout, or a transport that emits no events.
        if (last.error?.message !== error.message) emit({ type: 'failed', url, error })
        emit({ type: 'failover', url, error })
      }
      try {
        const hasOthers = rest.length > 0 || votes.size > 0
        const reply = await askNode(node, share, call, { ...bounds, emit }, hasOthers)
        node.pause = 500
        node.probeAt = 0
        const { error } = reply
        const key = error ? error.message : quorum > 1 || reply.result === null ? keyOf(reply) : ''
        const same = votes.get(key) ?? []
        votes.set(key, same)
        if (!same.some(({ url }) => url && url === reply.url)) same.push(reply)
        if (reply.result === null && onNull === 'next') moveOn(notFound(call, reply.url))
        else if (same.length > lead.length) lead = same
      } catch (error) {
        if (bounds.signal.aborted) return
        failure = error as ClientError
        if (!(callCodes as readonly string[]).includes(failure.code)) avoid(node)
        moveOn(failure)
      }
    }

    for (const node of rest.slice(quorum)) if (!isUp(node) && avoid(node)) probe(node, call)
    for (;;) {
      while (running.size + lead.length < quorum && rest.length > 0) {
        const share = Math.max(0, Math.round((bounds.deadline - Date.now()) / rest.length))
        const asked = ask(rest.shift()!, share).finally(() => running.delete(asked))
        running.add(asked)
      }
      if (running.size === 0) break
      await Promise.race(running)
      throwIfAborted(bounds.signal)
      if (lead.length < quorum) continue
      if (lead[0]!.error) throw lead[0]!.error
      return lead[0]!
    }
    if (lead.length > 0) {
      const message = `${lead.length} of ${count} endpoints agree, not ${quorum}.`
      const details = { check: 'quorum', expected: quorum, actual: lead.length }
      throw new ClientError('UNVERIFIED', message, details)
    }
    const [nothing] = votes.get('null') ?? []
    if (failure || !nothing) throw failure
    return nothing
  }
}

/** An endpoint and its health. */
interface Node {
  readonly transport: Transport
  readonly finalCodes: readonly ErrorCode[]
  /** The milliseconds from its last failure to the next probe. */
  pause: number
  /** When it is probed next; 0 while it replies. */
  probeAt: number
}

const isUp = ({ probeAt }: Node): boolean => probeAt === 0

/** Marks an endpoint to be asked last, and probed after twice the last pause. Returns false if it is marked already. */
function avoid(node: Node): boolean {
  const now = Date.now()
  if (now < node.probeAt) return false
  node.pause = Math.min(2 * node.pause, 64_000)
  node.probeAt = now + node.pause
  return true
}

/** Asks an endpoint whether it replies again; no call waits for it. */
function probe(node: Node, call: Call): void {
  const bounds = { signal: new AbortController().signal, deadline: Date.now() + PROBE_TIME }
  askNode(node, PROBE_TIME, call, bounds, true).then(
    () => (node.probeAt = 0),
    () => {},
  )
}

/** The longest time of a probe in milliseconds; it delays the end of a process whose calls are done. */
const PROBE_TIME = 2_000

/**
 * Asks one endpoint in its share of the time, and has the client check its result while others can still be asked.
 * If there are others, a connection that is refused or breaks is not retried.
 */
function askNode(
  { transport, finalCodes }: Node,
  share: number,
  call: Call,
  bounds: Bounds,
  hasOthers: boolean,
): Promise<Answer> {
  return withTimeout(share, [bounds.signal], (signal) => {
    const deadline = Date.now() + share
    return new Promise((resolve, reject) => {
      const own: Transport = (call, bounds) => {
        const emit = (event: CallEvent): void => {
          const isBroken = hasOthers && event.type === 'retry' && event.error.code === 'NETWORK'
          bounds.emit?.(isBroken ? { ...event, type: 'failed' } : event)
          if (isBroken) reject(event.error)
        }
        return transport(call, { ...bounds, signal, deadline, emit })
      }
      const ask = async (): Promise<Answer> => {
        const reply = await own(call, bounds).catch((error: ClientError): Answer => {
          if (finalCodes.includes(error?.code)) return { result: undefined, error }
          throw error
        })
        if (!('error' in reply)) await bounds.check?.(reply, own, transport)
        return reply
      }
      ask().then(resolve, reject)
    })
  })
}

/** Returns the members that all nodes write alike, in lower case: replies of a quorum must agree on them. */
function keyOf({ result }: Reply): string {
  return JSON.stringify(result, common)
    .toLowerCase()
    .replaceAll(/,"\w+":null/g, '') // some nodes leave out what does not apply
}

const common = comparedMembers.split(' ')
