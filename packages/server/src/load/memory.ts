import { watchRound } from './queue.ts'

/** A request whose body is to come; Node's are. */
export interface UploadRequest {
  readonly headers: {
    readonly 'content-length'?: string | undefined
    readonly 'transfer-encoding'?: string | undefined
  }
  /** Calls the listener once the body is there, or once it will not come. */
  once(event: 'end' | 'close', listener: () => void): unknown
}

/** The bodies of requests that are being received, or wait for their turn. */
export interface Uploads {
  /** The bytes that are taken now. */
  readonly held: number
  /** Whether there is room for the body of a request; takes it until the body is there, or its client gone. `most` is what one body may have. */
  take(request: UploadRequest, most: number): boolean
  /** Room for so many bytes: of a body that waits, or that one may be decompressed to; undefined where there is none. */
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
    get held() {
      return memory.used()
    },
    hold,
    take(request, most) {
      const bytes = weigh(request, most)
      const room = bytes === 0 ? undefined : hold(bytes)
      if (room !== undefined)
        for (const event of ['end', 'close'] as const) request.once(event, room[Symbol.dispose])
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

/** The bytes of responses that are made and that their clients have not read, over all connections. */
export interface Responses {
  /** The bytes that are counted now. */
  readonly held: number
  /** Whether they are as many as they may be. */
  isFull(): boolean
  /** Whether there is room to make so many bytes of a large response: half of all, or one response whatever its size. */
  hasRoom(bytes: number): boolean
  /** Counts bytes of a response that is made, or that is about to be, until it is disposed of. */
  hold(bytes: number): Disposable
}

/**
 * Bounds the bytes of responses in flight. Each response waits for a client that reads slowly, and one connection can have hundreds
 * made at once (pipelining): 400 batches in pieces of a megabyte took 1.1 GB. Large ones have half of the room, so that
 * those of few clients leave room for small ones; they wait in the queue.
 */
export function createResponses(limit: number): Responses {
  const memory = createMemory(watchRound)
  return {
    get held() {
      return memory.used()
    },
    isFull: () => memory.used() >= limit,
    hasRoom: (bytes) => memory.used() === 0 || memory.used() + bytes <= limit / 2,
    hold: memory.take,
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
