/** A request whose body is to come; Node's are. */
export interface UploadRequest {
  readonly headers: {
    readonly 'content-length'?: string | undefined
    readonly 'transfer-encoding'?: string | undefined
  }
  /** Is told once the body is there, or will not come. */
  once(event: 'close', listener: () => void): unknown
}

/** The bodies that are on their way. */
export interface Uploads {
  /** Whether there is room for the body of a request; takes it until the body is there, or its client gone. `most` is what one body may have. */
  take(request: UploadRequest, most: number): boolean
  /** Whether there is room for so many bytes that a body may be decompressed to; takes it until as many are freed. */
  hold(bytes: number): boolean
  /** Gives back what was held. */
  free(bytes: number): void
}

/** A body up to here takes no room: all connections together keep less than one large body each. */
const smallBytes = 16_384

/**
 * Holds room for so many bytes of bodies that are on their way. Without it, each connection could make the server keep one that is
 * all but its last byte: 4 GB for 4,000 connections and 1 MiB.
 */
export function createUploads(limit: number): Uploads {
  let taken = 0
  const hold = (bytes: number): boolean => {
    const isRoom = taken + bytes <= limit
    if (isRoom) taken += bytes
    return isRoom
  }
  const free = (bytes: number): void => void (taken -= bytes)
  return {
    hold,
    free,
    take(request, most) {
      const bytes = weigh(request, most)
      if (bytes === 0) return true
      if (!hold(bytes)) return false
      request.once('close', () => free(bytes))
      return true
    },
  }
}

/** The bytes that a body may come to: as many as it says, the most where it says nothing; none where it is refused anyway. */
function weigh({ headers }: UploadRequest, most: number): number {
  if (headers['transfer-encoding'] !== undefined) return most
  const bytes = Number(headers['content-length'] ?? 0)
  return bytes > smallBytes && bytes <= most ? bytes : 0
}
