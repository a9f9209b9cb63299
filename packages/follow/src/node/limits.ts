import { type Answer, findError, type RawReply, readReplies } from './exchange.ts'

/** Whether an error is a rate limit, by the codes and words of nodes and providers. */
export function isLimit(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const words = typeof message === 'string' ? message.slice(0, 500) : ''
  return (typeof code === 'number' && CODES.has(code)) || LIMIT.test(words)
}

// 429: Alchemy; -32005: EIP-1474, Infura; -32007: QuickNode; -32016: Base; -32090: Ankr; -32012, -32055, 1008: others of the client's table.
const CODES: ReadonlySet<number> = new Set([429, -32_005, -32_007, -32_012, -32_016, -32_055, -32_090, 1_008])
const LIMIT = /rate limit|too many requests|compute units|credits limited/i
const BATCH = /batch/i

/** The size of batches: smaller if the node refuses or limits them. */
export interface BatchSize {
  readonly size: number
  /** Notes that a batch was refused as one: no such batch is sent again, unless the error is transient. */
  refuse(calls: number, answer: Answer): void
  halve(calls: number): void
  grow(): void
}

export function createBatchSize(): BatchSize {
  let most = MOST_CALLS
  let size = MOST_CALLS
  const halve = (calls: number) => void (size = Math.max(1, Math.min(size, Math.floor(calls / 2))))
  return {
    get size() {
      return size
    },
    refuse(calls, { status, bytes }) {
      halve(calls)
      const error = findError(bytes)
      const isForGood = BATCH.test(error?.message ?? '') || (status === 200 ? !isLimit(error) : status < 500)
      if (isForGood) most = Math.min(most, size)
    },
    halve,
    grow: () => void (size = Math.min(most, size + 1)),
  }
}

const MOST_CALLS = 100 // nodes take a thousand and more, providers some hundred

/** The usable part of a response in which some calls were limited. */
export interface Limited {
  readonly ids: readonly number[]
  /** The other replies as JSON; undefined if there are none. */
  readonly kept: Uint8Array<ArrayBuffer> | undefined
}

/** Finds the limited calls of a response; undefined if there are none. Parses it only if it has an error. */
export function findLimited(ids: readonly number[], bytes: Uint8Array): Limited | undefined {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"error"')) return undefined
  const replies = readReplies(bytes) ?? [] // the reader of the bytes reports broken JSON
  const limited = new Set(replies.filter(isLimited).map(({ id }) => id ?? null))
  const kept = replies.filter((reply) => !isLimited(reply))
  const answered = new Set(kept.map(({ id }) => id))
  const again = ids.filter((id) => !answered.has(id) && (limited.has(id) || limited.has(null)))
  if (again.length === 0) return undefined
  const isProgress = ids.length > again.length
  return { ids: again, kept: isProgress ? new TextEncoder().encode(JSON.stringify(kept)) : undefined }
}

const isLimited = ({ error }: RawReply): boolean => isLimit(error)
