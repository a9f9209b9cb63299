import type { ServerState } from './state.ts'

/** Tells when more is asked than can be answered. */
export interface Pressure extends Disposable {
  /** Whether a request that comes now is one too many; counts it where it is not. */
  isTooMuch(): boolean
}

/** How often the clock of the event loop ticks, in milliseconds. */
const tickTime = 20
/** The requests of one tick that make a late loop a busy one: a pause of the machine's is no reason to refuse a lone caller. */
const busyRequests = 32

/**
 * Watches how late a timer of the event loop runs: beyond `loopDelay` milliseconds under load, `state.overloaded` is set until a
 * tick is in time again. Within one turn of the loop, requests are refused once the turn has lasted that long, which bounds the
 * turn: neither Node's monitorEventLoopDelay nor @fastify/under-pressure, which samples it each second, knows of a delay
 * before it is over.
 */
export function createPressure(
  state: ServerState,
  loopDelay: number,
  now: () => number = () => performance.now(),
): Pressure {
  let lastTick = now()
  let admitted = 0
  const tick = () => {
    const time = now()
    const late = time - lastTick - tickTime > loopDelay
    state.overloaded = late && admitted + state.inflight >= busyRequests
    lastTick = time
    admitted = 0
  }
  const timer = setInterval(tick, tickTime).unref()
  return {
    isTooMuch() {
      if (!state.overloaded && admitted >= busyRequests && now() - lastTick - tickTime > loopDelay)
        state.overloaded = true
      if (!state.overloaded) admitted += 1
      return state.overloaded
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
