import type { Socket } from 'node:net'
import type { ServerState } from './state.ts'
import { createTicker } from './ticker.ts'

/** One answer that is being made or written. */
export interface InFlightRequest {
  /** Whether its connection is closed, so that nothing will come of it. */
  isGone(): boolean
  /** Ends it, since its time is over. */
  cut(): void
}

/** The answers of a server that are being made or written; `state.inflight` is their number. */
export interface InFlight extends Disposable {
  start(request: InFlightRequest): void
  end(request: InFlightRequest): void
}

/**
 * Cuts each answer that was started and not ended within so many milliseconds, a few milliseconds late, and forgets those
 * whose connection is gone: Node tells nothing of the answers that wait behind another one (pipelining) when theirs closes.
 * One sweep over all, since a timer for each would cost more than most answers.
 */
export function createInFlight(
  state: ServerState,
  limit: number,
  now: () => number = () => performance.now(),
): InFlight {
  const started = new Map<InFlightRequest, number>()
  const end = (request: InFlightRequest) => {
    if (started.delete(request)) state.inflight -= 1
  }
  const sweep = () => {
    const latest = now() - limit
    for (const [request, at] of started) {
      const isGone = request.isGone()
      if (!isGone && at > latest) continue
      end(request)
      if (!isGone) request.cut()
    }
    return started.size > 0
  }
  const ticker = createTicker(Math.min(sweepTime, limit), sweep)
  return {
    start(request) {
      started.set(request, now())
      state.inflight += 1
      ticker.start()
    },
    end,
    [Symbol.dispose]: ticker[Symbol.dispose],
  }
}

/** Often, in milliseconds: so that few of many end at once, and nobody waits for their endings. */
const sweepTime = 25

/**
 * Ends the connection of a reader who does not read: by a reset, since a plain end would wait behind all that is unread, and leave
 * the system up to 4 MB of it to keep for each.
 */
export function cutOff(socket: Socket): void {
  socket.resetAndDestroy()
}
