import { type Answer, readError } from './exchange.ts'

/** Whether an error says that too much is asked, by the codes and the words of nodes and providers. */
export function isLimit(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const words = typeof message === 'string' ? message.slice(0, 500) : ''
  return (typeof code === 'number' && CODES.has(code)) || LIMIT.test(words)
}

// 429: Alchemy; -32005: EIP-1474, Infura; -32007: QuickNode; -32016: Base; -32090: Ankr; -32012, -32055, 1008: others of the client's table.
const CODES: ReadonlySet<number> = new Set([429, -32_005, -32_007, -32_012, -32_016, -32_055, -32_090, 1_008])
const LIMIT = /rate limit|too many requests|compute units|credits limited/i
const BATCH = /batch/i

/** How many calls a batch is to have: fewer where the node refuses or limits them. */
export interface BatchSize {
  readonly size: number
  /** A batch of so many was refused as one: no such batch is sent again, unless the answer may be of a moment. */
  refuse(calls: number, answer: Answer): void
  /** A batch of so many was too much at the time. */
  halve(calls: number): void
  /** A batch was answered. */
  grow(): void
}

/** Makes the batch size of a node. */
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
      const error = readError(bytes)
      const isForGood = BATCH.test(error?.message ?? '') || (status === 200 ? !isLimit(error) : status < 500)
      if (isForGood) most = Math.min(most, size)
    },
    halve,
    grow: () => void (size = Math.min(most, size + 1)),
  }
}

/** Nodes take a thousand and more, providers some hundred. */
const MOST_CALLS = 100

/** What of a response can be used where some calls were limited; undefined where none was. */
export interface Limited {
  /** The ids of calls to ask again. */
  readonly ids: readonly number[]
  /** The other replies as JSON; undefined if there are none. */
  readonly kept: Uint8Array<ArrayBuffer> | undefined
}

/** Finds the calls that a response has a limit in place of a result for. It is read only if it has an error. */
export function findLimited(ids: readonly number[], bytes: Uint8Array): Limited | undefined {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('"error"')) return undefined
  const replies = readReplies(bytes)
  const limited = new Set(replies.filter(isLimited).map(({ id }) => id ?? null))
  const kept = replies.filter((reply) => !isLimited(reply))
  const answered = new Set(kept.map(({ id }) => id))
  const again = ids.filter((id) => !answered.has(id) && (limited.has(id) || limited.has(null)))
  if (again.length === 0) return undefined
  const isProgress = ids.length > again.length
  return { ids: again, kept: isProgress ? new TextEncoder().encode(JSON.stringify(kept)) : undefined }
}

interface Reply {
  readonly id?: unknown
  readonly error?: unknown
}

const isLimited = ({ error }: Reply): boolean => isLimit(error)

/** The replies of a response; none of one that is no JSON, which is for its reader to say. */
function readReplies(bytes: Uint8Array): readonly Reply[] {
  try {
    return [JSON.parse(utf8.decode(bytes))].flat().filter((reply) => reply instanceof Object)
  } catch {
    return []
  }
}

const utf8 = new TextDecoder()
