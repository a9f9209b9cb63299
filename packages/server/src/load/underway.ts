import type { Socket } from 'node:net'
import type { ServerState } from './state.ts'
import { createTicker } from './ticker.ts'

/** One answer that is being made or written. */
export interface Answering {
  /** Whether its connection is closed, so that nothing will come of it. */
  isGone(): boolean
  /** Ends it, since its time is over. */
  cut(): void
}

/** The answers of a server that are being made or written; `state.inflight` is their number. */
export interface Underway extends Disposable {
  start(answering: Answering): void
  end(answering: Answering): void
}

/**
 * Cuts each answer that was started and not ended within so many milliseconds, a few milliseconds late, and forgets those
 * whose connection is gone: Node tells nothing of the answers that wait behind another one (pipelining) when theirs closes.
 * One sweep over all, since a timer for each would cost more than most answers.
 */
export function createUnderway(
  state: ServerState,
  limit: number,
  now: () => number = () => performance.now(),
): Underway {
  const started = new Map<Answering, number>()
  const end = (answering: Answering) => {
    if (started.delete(answering)) state.inflight -= 1
  }
  const sweep = () => {
    const latest = now() - limit
    for (const [answering, at] of started) {
      const isGone = answering.isGone()
      if (!isGone && at > latest) continue
      end(answering)
      if (!isGone) answering.cut()
    }
    return started.size > 0
  }
  const ticker = createTicker(Math.min(sweepTime, limit), sweep)
  return {
    start(answering) {
      started.set(answering, now())
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
