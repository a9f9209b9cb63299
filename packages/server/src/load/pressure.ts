import { performance } from 'node:perf_hooks'
import { createTicker, type ServerState } from './in-flight.ts'
import { countQueued, estimateWait } from './turns.ts'

/** Finds out when more is asked than the process can answer. */
export interface Pressure extends Disposable {
  /** Whether a request that comes now is one too many. */
  isTooMuch(): boolean
}

/** How often the clock of the event loop ticks, in milliseconds. */
const tickTime = 20
/** The requests that make a late loop a busy one: so many were there at once, while the tick was due. Answers that wait for their readers are none. */
const busyRequests = 8
/** The milliseconds that a batch may wait before it begins. */
const waitTime = 500

/** What the clocks say, in milliseconds: the time, and the CPU time of this thread. */
export interface Clocks {
  now(): number
  cpu(): number
}

/**
 * Watches how late a timer of the event loop runs. Where it is later than `loopDelay` milliseconds by work of this thread's own,
 * under load, `state.overloaded` is set until it is in time again. Within one turn of the loop, requests are refused once the turn
 * has lasted that long, which bounds the turn: neither Node's monitorEventLoopDelay nor @fastify/under-pressure, which
 * samples it each second, sees a delay before it is over, or knows a busy loop from a paused machine.
 */
export function createPressure(
  state: ServerState,
  loopDelay: number,
  { now, cpu }: Clocks = clocks,
): Pressure {
  const look = () => ({ time: now(), cpu: cpu() })
  let last = look()
  let asked = 0 // since the tick was due
  let isQuiet = true // since the last tick
  const isLate = (time: number) => time - last.time - tickTime > loopDelay && cpu() - last.cpu > loopDelay / 2
  const tick = () => {
    const queued = countQueued()
    state.overloaded = asked + queued >= busyRequests && isLate(now())
    const isWanted = state.overloaded || queued > 0 || !isQuiet
    last = look()
    asked = 0
    isQuiet = true
    return isWanted
  }
  const ticker = createTicker(tickTime, tick)
  return {
    isTooMuch() {
      isQuiet = false
      if (!ticker.isRunning) {
        last = look()
        ticker.start()
      }
      if (state.overloaded) return true
      if (countQueued() >= busyRequests && estimateWait() > waitTime) return true
      const time = now()
      if (time - last.time > tickTime) asked += 1
      if (asked > busyRequests && isLate(time)) state.overloaded = true
      return state.overloaded
    },
    [Symbol.dispose]: ticker[Symbol.dispose],
  }
}

const clocks: Clocks = {
  now: () => performance.now(),
  cpu() {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  },
}
