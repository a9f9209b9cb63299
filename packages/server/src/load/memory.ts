import type { Kind } from './queue.ts'
import { watchRound } from './queue.ts'

/** The bodies of requests that are being received, decompressed, or wait for their turn. */
export interface Uploads {
  readonly held: number
  /** Room for so many bytes of a client's body; undefined where there is none. */
  hold(bytes: number, client: string): Disposable | undefined
}

/** Bounds the bytes of bodies in memory, whose last byte may never come. One client has half of the room, or one body. */
export function createUploads(limit: number): Uploads {
  const memory = createMemory()
  return {
    get held() {
      return memory.used()
    },
    hold: (bytes, client) => (memory.hasRoom(bytes, client, limit) ? memory.take(bytes, client) : undefined),
  }
}

/** The bytes of responses that are made and that their clients have not read, over all connections. */
export interface Responses {
  readonly held: number
  /** Whether they are as many as they may be, for this client. */
  isFull(client: string): boolean
  /** Whether there is room to make so many bytes of a large response: or one response, whatever its size. */
  hasRoom(bytes: number, client: string, kind: Kind): boolean
  /** Counts bytes of a response that is made, or that is about to be, until it is disposed of. */
  hold(bytes: number, client: string): Disposable
}

/** The part of the room that large responses have together; a block does not wait for batches. */
const parts: { readonly [K in Kind]?: number } = { batch: 1 / 2, block: 3 / 4 }

/**
 * Counts the bytes of unread responses. `limit` is in bytes, for all clients together; one client may hold half of it. One connection can have
 * hundreds of responses made at once (pipelining).
 */
export function createResponses(limit: number): Responses {
  const memory = createMemory(watchRound)
  return {
    get held() {
      return memory.used()
    },
    isFull: (client) =>
      memory.used() >= limit || (memory.used() >= limit / 2 && memory.usedBy(client) >= limit / 2),
    hasRoom: (bytes, client, kind) =>
      memory.used() === 0 || memory.hasRoom(bytes, client, limit * (parts[kind] ?? 1)),
    hold: memory.take,
  }
}

/** A count of bytes, of all and of each client; what is taken is given back once, and `onFree` called. */
function createMemory(onFree = () => {}) {
  const clients = new Map<string, number>()
  let used = 0
  const add = (bytes: number, client: string): void => {
    used += bytes
    const own = (clients.get(client) ?? 0) + bytes
    if (own === 0) clients.delete(client)
    else clients.set(client, own)
  }
  const usedBy = (client: string) => clients.get(client) ?? 0
  return {
    used: () => used,
    usedBy,
    /** Whether so many bytes more fit into a limit, and of this client into half of it. */
    hasRoom(bytes: number, client: string, limit: number): boolean {
      const own = usedBy(client)
      return used + bytes <= limit && (own === 0 || own + bytes <= limit / 2)
    },
    take(bytes: number, client: string): Disposable {
      let taken = bytes
      add(bytes, client)
      return {
        [Symbol.dispose]() {
          if (taken === 0) return
          add(-taken, client)
          taken = 0
          onFree()
        },
      }
    },
  }
}
