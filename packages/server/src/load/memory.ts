/** A request whose body is to come; Node's are. */
export interface UploadRequest {
  readonly headers: {
    readonly 'content-length'?: string | undefined
    readonly 'transfer-encoding'?: string | undefined
  }
  /** Calls the listener once the body is there, or will not come. */
  once(event: 'close', listener: () => void): unknown
}

/** The bodies of requests that are being received. */
export interface Uploads {
  /** Whether there is room for the body of a request; takes it until the body is there, or its client gone. `most` is what one body may have. */
  take(request: UploadRequest, most: number): boolean
  /** Room for so many bytes that a body may be decompressed to; undefined where there is none. */
  hold(bytes: number): Disposable | undefined
}

/** A body up to here takes no room: all connections together keep less than one large body each. */
const smallBytes = 16_384

/**
 * Bounds the bytes of bodies that are being received. Without it, each connection could make the server keep one that is
 * all but its last byte: 4 GB for 4,000 connections and 1 MiB.
 */
export function createUploads(limit: number): Uploads {
  const memory = createMemory()
  const hold = (bytes: number) => (memory.used() + bytes <= limit ? memory.take(bytes) : undefined)
  return {
    hold,
    take(request, most) {
      const bytes = weigh(request, most)
      const room = bytes === 0 ? undefined : hold(bytes)
      if (room !== undefined) request.once('close', room[Symbol.dispose])
      return bytes === 0 || room !== undefined
    },
  }
}

/** The bytes that a body may come to: as many as it says, the most where it says nothing; none where it is refused anyway. */
function weigh({ headers }: UploadRequest, most: number): number {
  if (headers['transfer-encoding'] !== undefined) return most
  const bytes = Number(headers['content-length'] ?? 0)
  return bytes > smallBytes && bytes <= most ? bytes : 0
}

/** Room for bytes of a response; disposing of it gives it back. */
export interface Room extends Disposable {
  /** Resolves once there is room; undefined where there is at once. */
  readonly ready?: Promise<void>
}

/** The bytes of responses that are made and that their clients have not read, over all connections. */
export interface Responses {
  /** Whether they are as many as they may be. */
  isFull(): boolean
  /** How many large responses wait for room. */
  countWaiting(): number
  /** Counts the bytes of a response that is made. */
  hold(bytes: number): Room
  /** Takes room for a large response that is to be made; it waits, first come first served, while half of all room is used. */
  reserve(bytes: number): Room
}

/**
 * Bounds the bytes of responses in flight. Each response waits for a client that reads slowly, and one connection can have hundreds
 * made at once (pipelining): 400 batches in pieces of a megabyte took 1.1 GB. Large ones have half of the room, so that
 * those of few clients leave room for small ones.
 */
export function createResponses(limit: number): Responses {
  const waiting: { readonly bytes: number; begin(): void }[] = []
  const fits = (bytes: number): boolean => memory.used() === 0 || memory.used() + bytes <= limit / 2
  const memory = createMemory(() => {
    while (waiting.length > 0 && fits(waiting[0]!.bytes)) waiting.shift()!.begin()
  })
  return {
    isFull: () => memory.used() >= limit,
    countWaiting: () => waiting.length,
    hold: memory.take,
    reserve(bytes) {
      if (waiting.length === 0 && fits(bytes)) return memory.take(bytes)
      const { promise, resolve } = Promise.withResolvers<void>()
      let room: Disposable | undefined
      const begin = () => {
        room = memory.take(bytes)
        resolve()
      }
      const entry = { bytes, begin }
      waiting.push(entry)
      return {
        ready: promise,
        [Symbol.dispose]() {
          if (room !== undefined) room[Symbol.dispose]()
          else if (waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1)
        },
      }
    },
  }
}

/** A count of bytes; what is taken is given back once, and `onFree` called. */
function createMemory(onFree = () => {}) {
  let used = 0
  return {
    used: () => used,
    take(bytes: number): Disposable {
      let taken = bytes
      used += bytes
      return {
        [Symbol.dispose]() {
          if (taken === 0) return
          used -= taken
          taken = 0
          onFree()
        },
      }
    },
  }
}
