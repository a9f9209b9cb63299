import { ClientError } from './error.ts'
import type { Step } from './event.ts'
import { toTransports } from './http.ts'
import { notFound } from './trail.ts'
import type { Bounds, Call, Reply, Transport } from './transport.ts'
import { never, within } from './within.ts'

/** How several endpoints answer together. */
export interface FailoverOptions {
  /** What a null is worth: 'next' asks the other endpoints, and gives null only when all of them say so; 'accept' takes it. @default 'next' */
  readonly onNull?: 'next' | 'accept' | undefined
  /**
   * How many endpoints, each of another origin, must give the same answer in all that every node tells alike; as many
   * are asked at once. Tags such as latest mean another block to each node, so ask by number.
   * @default 1
   */
  readonly quorum?: number | undefined
}

/**
 * Asks endpoints in turn until one of them answers. An endpoint is passed over for any error, and for a result that is
 * no answer, breaks its shape or is refuted. A refused connection is passed over at once. One that failed by its own
 * fault is asked last, until it answers again: calls probe it after 1 s, 2 s, … 64 s, without waiting for it. Each has
 * an equal share of the time that is left, so that a slow one leaves the others theirs. Null is given when all say
 * null; when some do and another failed, the call rejects with that failure.
 * @param endpoints Addresses, or transports; the best first.
 * @throws ClientError INVALID_OPTION for no endpoint, for a quorum of more than there are, and for a quorum of
 * endpoints of which two have one origin.
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
      const passOver = (error: ClientError): void => {
        const { url = last.url } = error
        if (last.error?.message !== error.message) emit({ type: 'failed', url, error }) // time is up, or a transport that tells nothing
        emit({ type: 'failover', url, error })
      }
      try {
        const hasOthers = rest.length > 0 || votes.size > 0
        const reply = await askWithin(share, node.transport, call, { ...bounds, emit }, hasOthers)
        node.pause = 500
        node.probeAt = 0
        const key = quorum > 1 || reply.result === null ? keyOf(reply) : ''
        const same = votes.get(key) ?? []
        votes.set(key, same)
        if (!same.some(({ url }) => url && url === reply.url)) same.push(reply)
        if (reply.result === null && onNull === 'next') passOver(notFound(call, reply.url))
        else if (same.length > lead.length) lead = same
      } catch (error) {
        if (bounds.signal.aborted) return
        failure = error as ClientError
        if (!ofCall.test(failure.code)) avoid(node)
        passOver(failure)
      }
    }

    for (const node of rest.slice(quorum))
      if (!isUp(node) && avoid(node)) {
        const probe = { signal: never, deadline: Date.now() + PROBE_TIME }
        askWithin(PROBE_TIME, node.transport, call, probe, true).then(
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
      bounds.signal.throwIfAborted()
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

/** An endpoint, and how it did of late. */
interface Node {
  readonly transport: Transport
  /** The milliseconds from its last failure to the next probe. */
  pause: number
  /** When it is probed; 0 while it answers. */
  probeAt: number
}

const isUp = ({ probeAt }: Node): boolean => probeAt === 0

/** The longest time for a probe in milliseconds: so much later a process whose calls are done may end. */
const PROBE_TIME = 2_000

/** Has an endpoint asked last, and probed after twice the pause before; false where that is known already. */
function avoid(node: Node): boolean {
  const now = Date.now()
  if (now < node.probeAt) return false
  node.pause = Math.min(2 * node.pause, 64_000)
  node.probeAt = now + node.pause
  return true
}

/** What says something of the call, not of the endpoint. */
const ofCall = /^(PRUNED|NOT_|INVALID_P|RPC_|TOO_)/

/**
 * Asks one endpoint within its share of the time, and has the client check its result while others can still be asked;
 * where there are others, a connection that is refused or breaks is not tried again.
 */
function askWithin(
  share: number,
  transport: Transport,
  call: Call,
  bounds: Bounds,
  hasOthers: boolean,
): Promise<Reply> {
  return within(share, [bounds.signal], (signal) => {
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
        await bounds.check?.(reply, own)
        return reply
      }
      ask().then(resolve, reject)
    })
  })
}

/** What answers must have in common to be the same: all members that every node tells, in either case, wherever they stand. */
function keyOf({ result }: Reply): string {
  return JSON.stringify(result, told)
    .toLowerCase()
    .replaceAll(/,"\w+":null/g, '') // some leave out what does not apply
}

// Not what some leave out or write otherwise: type, chainId, v, yParity, r, s, gasPrice, size, blockTimestamp, root.
const told =
  'hash transactionHash blockHash number blockNumber transactionIndex from to value gas nonce input maxFeePerGas maxPriorityFeePerGas maxFeePerBlobGas accessList address storageKeys blobVersionedHashes authorizationList contractAddress status cumulativeGasUsed gasUsed logsBloom logs topics data logIndex parentHash sha3Uncles miner stateRoot transactionsRoot receiptsRoot difficulty gasLimit timestamp extraData mixHash baseFeePerGas uncles transactions withdrawals index validatorIndex amount withdrawalsRoot blobGasUsed excessBlobGas parentBeaconBlockRoot requestsHash'.split(
    ' ',
  )
