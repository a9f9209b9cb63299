/** A request whose response is being made or written. */
export interface InFlightRequest {
  /** The client, by its address. */
  readonly client: string
  /** Whether its connection is closed, so that nothing will come of it. */
  isGone(): boolean
  /** Ends it, since its time is over. */
  cut(): void
}

/** The requests in flight of a server; `state.inflight` is their number. */
export interface InFlight extends Disposable {
  start(request: InFlightRequest): void
  end(request: InFlightRequest): void
  /** Takes one request of a client out of the count while it waits for the upstream, until it is disposed of. */
  pause(client: string): Disposable
  countOf(client: string): number
}

/**
 * Ends each request that takes longer than `limit` milliseconds, and forgets those whose connection is gone. One sweep over all: a timer each would
 * cost more than most requests.
 */
export function createInFlight(state: ServerState, limit: number): InFlight {
  const started = new Map<InFlightRequest, number>()
  const clients = new Map<string, number>()
  const countOf = (client: string) => clients.get(client) ?? 0
  const add = (client: string, requests: 1 | -1) => {
    state.inflight += requests
    const own = countOf(client) + requests
    if (own === 0) clients.delete(client)
    else clients.set(client, own)
  }
  const end = (request: InFlightRequest) => {
    if (started.delete(request)) add(request.client, -1)
  }
  const sweep = () => {
    const latest = performance.now() - limit
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
      started.set(request, performance.now())
      add(request.client, 1)
      ticker.start()
    },
    end,
    pause(client) {
      add(client, -1) // perhaps before the request is counted
      state.forwarded += 1
      return {
        [Symbol.dispose]() {
          add(client, 1)
          state.forwarded -= 1
        },
      }
    },
    countOf,
    [Symbol.dispose]: ticker[Symbol.dispose],
  }
}

/** How often, in milliseconds: so that few of many end at once. */
const sweepTime = 25

/** The state of a running server: one plain object that the endpoint writes and others read. */
export interface ServerState {
  /** Set from outside before the process ends: each response then closes its connection. */
  draining: boolean
  /** Requests whose body is there and whose response is not yet written. */
  inflight: number
  /** Those of them that wait for their turn. */
  queued: number
  /** Further requests, which wait for nothing but the upstream. */
  forwarded: number
}

/** The state of a server that has just started; share it to read the others, or to set `draining`. */
export function createServerState(): ServerState {
  return { draining: false, inflight: 0, queued: 0, forwarded: 0 }
}

/** Something that is done again and again while there is a reason for it. */
export interface Ticker extends Disposable {
  /** Begins, where it has not begun. */
  start(): void
}

/** Calls `tick` at intervals from `start` until it returns false, so that an idle server does not wake up. */
export function createTicker(milliseconds: number, tick: () => boolean): Ticker {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    start: () => void (timer ??= setInterval(() => tick() || stop(), milliseconds).unref()),
    [Symbol.dispose]: stop,
  }
}
