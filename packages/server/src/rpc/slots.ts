/** The room for calls at an upstream. */
export interface Slots {
  /**
   * Takes a slot until it is disposed of: at once, or in its turn. The turn comes early once the signal aborts. Undefined if too many wait, or too
   * many of this client.
   */
  take(client: string, length: number, signal: AbortSignal): Disposable | Promise<Disposable> | undefined
}

export interface SlotLimits {
  /** The calls that have a slot. */
  readonly inflight: number
  /** The calls that wait for one. */
  readonly waiting: number
  /** The characters of both. */
  readonly length: number
}

/** A client's calls that have a slot or wait, and those that wait. */
interface Line {
  calls: number
  length: number
  readonly waiting: Set<() => void>
}

/** Creates slots. One client has half of the places to wait and of the characters, and clients take turns. */
export function createSlots(limits: SlotLimits): Slots {
  const lines = new Map<string, Line>()
  const all = { running: 0, waiting: 0, length: 0 }
  return {
    take(client, length, signal) {
      const line = lines.get(client) ?? { calls: 0, length: 0, waiting: new Set() }
      const isFree = all.running < limits.inflight
      const isFull =
        all.length + length > limits.length ||
        (line.calls > 0 && line.length + length > limits.length / 2) ||
        (!isFree && (all.waiting >= limits.waiting || line.waiting.size >= limits.waiting / 2))
      if (isFull) return undefined
      lines.set(client, line)
      line.calls += 1
      line.length += length
      all.length += length
      if (isFree || signal.aborted) return hold(client, line, length)
      const { promise, resolve } = Promise.withResolvers<Disposable>()
      const start = (): void => {
        if (!line.waiting.delete(start)) return
        all.waiting -= 1
        signal.removeEventListener('abort', start)
        resolve(hold(client, line, length))
      }
      line.waiting.add(start)
      all.waiting += 1
      signal.addEventListener('abort', start)
      return promise
    },
  }

  function hold(client: string, line: Line, length: number): Disposable {
    all.running += 1
    const slot = new DisposableStack() // which is disposed of once
    slot.defer(() => {
      all.running -= 1
      all.length -= length
      line.length -= length
      line.calls -= 1
      if (line.calls === 0) lines.delete(client)
      startNext()
    })
    return slot
  }

  /** Starts the first call of the client that has waited longest since its last turn. */
  function startNext(): void {
    if (all.running >= limits.inflight || all.waiting === 0) return
    for (const [client, line] of lines) {
      const [start] = line.waiting
      if (start === undefined) continue
      lines.delete(client)
      lines.set(client, line) // behind the others
      return start()
    }
  }
}
