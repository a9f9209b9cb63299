import type { MaybePromise } from '@lectern/spec'
import type { Forwarded } from './upstream.ts'
import { type Batch, type Call, type Checked, refuseCall } from './call.ts'
import type { Reply } from './reply.ts'
import type { RpcResponse } from './response.ts'
import { type ChainHead, findMissing, notifyUpstream, type RequestContext, type Service } from './service.ts'

/** The reply to a call, or its promise if the upstream is asked. */
export interface Parked {
  /** Absent if it was refused. */
  readonly call?: Call | Forwarded | undefined
  /** The time of its start, if there is a listener. */
  readonly start: number | undefined
  readonly reply: MaybePromise<Reply>
}

/** A call that the upstream was asked. */
export interface Asked extends Forwarded {
  readonly asked: Promise<Reply>
}

/** The upstream's part of a batch. */
export interface Forwarding extends Disposable {
  /** Whether no call is for the methods. */
  readonly isAll: boolean
  /** One of the calls; those for the upstream are asked already. */
  read(index: number): Checked | Asked
  /** Keeps a reply of the upstream, and each reply behind one. Returns whether it did; the others may be written. */
  park(parked: Parked, chainHead: ChainHead | null | undefined): boolean
  /** Returns the next reply that was kept. Nothing else is done for the batch from the first one on. */
  next(): Parked | undefined
  /** Where the replies are from. */
  source(): RpcResponse['source']
}

/** Asks the upstream for the calls of a batch that are its own, at once, so that a transport sends them as a batch. */
export function createForwarding(
  { items, read }: Batch,
  allowed: number,
  service: Service,
  context: RequestContext | undefined,
): Forwarding {
  const session = service.upstream!.open(context ?? {})
  let ran = 0
  const calls = Array.from({ length: items }, (_, index) => {
    const call = read(index)
    if (call === undefined || 'json' in call) return call
    const isNotification = 'text' in call && call.id === undefined
    if (ran === allowed) return isNotification ? undefined : refuseCall(call, 'Too many requests.')
    ran += 1
    if ('routine' in call) return call
    return isNotification ? notifyUpstream(call, service, context) : { ...call, asked: session.ask(call) }
  })
  const parked: Parked[] = []
  const asked: Promise<Reply>[] = []
  const taken = new DisposableStack()
  let room = 0
  let [fromStore, fromUpstream] = [false, false]
  let isWaiting = false
  return {
    isAll: !calls.some((call) => call !== undefined && 'routine' in call),
    read: (index) => calls[index],
    park(entry, chainHead) {
      const { call, start, reply } = entry
      if (reply instanceof Promise) {
        fromUpstream = true
        asked.push(reply)
        return parked.push(entry) > 0
      }
      const missing =
        call !== undefined && 'routine' in call ? findMissing(reply, call, service, chainHead) : undefined
      if (missing !== undefined) return this.park({ call, start, reply: session.ask(missing) }, chainHead)
      fromStore = true
      if (parked.length === 0) return false
      // Kept replies take room in pieces: an entry for each would be too many.
      for (room -= reply.size; room < 0; room += pieceBytes) taken.use(context?.reserve?.(pieceBytes))
      return parked.push(entry) > 0
    },
    next() {
      if (!isWaiting && asked.length > 0) {
        const waiting = context?.wait?.()
        void Promise.all(asked).then(() => waiting?.[Symbol.dispose]())
      }
      isWaiting = true
      return parked.shift()
    },
    source: () => (fromUpstream ? (fromStore ? 'mixed' : 'upstream') : 'store'),
    [Symbol.dispose]() {
      taken.dispose()
      session[Symbol.dispose]()
    },
  }
}

/** The bytes of room that kept replies take at a time. */
const pieceBytes = 1_000_000
