import { show } from '@lectern/chain/internal'
import { FollowError } from './error.ts'
import { createPace } from './pace.ts'

/** How a node is asked. */
export interface RpcOptions {
  /** Headers of each request, such as a key. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Milliseconds for a request and its response.
   * @default 10_000
   */
  readonly timeout?: number
  /**
   * The most bytes of a response.
   * @default 64 MiB
   */
  readonly maxBytes?: number
  /**
   * The most requests at a time.
   * @default 8
   */
  readonly concurrency?: number
  /**
   * The most requests a second; 0 is no limit.
   * @default 0
   */
  readonly rps?: number
}

/** A method and its parameters. */
export type RpcCall = readonly [method: string, params: readonly unknown[]]

/** The result of a call, or its error. */
export interface RpcReply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** JSON-RPC over HTTP with one node. */
export interface Rpc {
  /** The node's origin: a path may hold a key. */
  readonly name: string
  /** How many requests may be in flight now. */
  readonly width: number
  /** The replies to calls, in their order. */
  ask(calls: readonly RpcCall[], signal?: AbortSignal): Promise<RpcReply[]>
  /** The bytes of the responses to calls; a reply's id is the index of its call. */
  askBytes(calls: readonly RpcCall[], signal?: AbortSignal): Promise<Uint8Array[]>
}

/**
 * Makes the JSON-RPC of a node. Calls are sent as one batch; a node that refuses batches gets them one by one from then on.
 * @throws FollowError `unreachable`, `timeout`, `limited`, `malformed`, `large`
 */
export function createRpc(url: string, options: RpcOptions = {}): Rpc {
  const { headers = {}, timeout = 10_000, maxBytes = 2 ** 26, concurrency = 8, rps = 0 } = options
  const { origin: name } = new URL(url)
  const pace = createPace(concurrency, rps)
  let takesBatches = true

  return {
    name,
    get width() {
      return pace.width
    },
    ask: (calls, signal) =>
      settle(async () => {
        const bodies = await askBytes(calls, signal)
        const replies = bodies.flatMap((body) => parse(name, body))
        return calls.map((_, id) => findReply(name, replies, id))
      }),
    askBytes: (calls, signal) => settle(() => askBytes(calls, signal)),
  }

  /** Runs a request, and changes the pace by how it ends. */
  async function settle<T>(request: () => Promise<T>): Promise<T> {
    try {
      const result = await request()
      pace.faster()
      return result
    } catch (error) {
      if (error instanceof FollowError && (error.code === 'limited' || error.code === 'timeout'))
        pace.slower()
      throw error
    }
  }

  async function askBytes(calls: readonly RpcCall[], signal?: AbortSignal): Promise<Uint8Array[]> {
    const bodies = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    if (takesBatches && calls.length > 1) {
      const body = await send(bodies, signal).catch((error: unknown) => {
        if (error instanceof FollowError && error.code === 'error') return undefined // HTTP 400 and the like
        throw error
      })
      if (body !== undefined && isArray(body)) return [body]
      if (body !== undefined && isOwnError(body)) return [body] // of the whole batch: it is each call's
      takesBatches = false
    }
    return Promise.all(bodies.map((one) => send(one, signal)))
  }

  function send(body: object, signal: AbortSignal = never): Promise<Uint8Array> {
    return pace.run(async () => {
      const limit = AbortSignal.any([AbortSignal.timeout(timeout), signal])
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(body),
          redirect: 'manual', // a redirect would take the headers, and any key in them, elsewhere
          signal: limit,
        })
        const bytes = await readBytes(name, response, maxBytes)
        return checkStatus(name, response, bytes)
      } catch (cause) {
        if (signal.aborted) throw signal.reason
        if (cause instanceof FollowError) throw cause
        if (limit.aborted)
          throw new FollowError('timeout', `${name} sent no whole response in ${timeout} ms.`, { cause })
        throw new FollowError('unreachable', `${name} cannot be reached: ${reasonOf(cause)}.`, { cause })
      }
    }, signal)
  }
}

const never = new AbortController().signal

async function readBytes(name: string, { body }: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part as Uint8Array)
    if ((length += (part as Uint8Array).length) > most)
      throw new FollowError('large', `${name} sends more than ${most} bytes.`)
  }
  const bytes = new Uint8Array(length) // of its own buffer, which is transferred to a thread
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function checkStatus(name: string, { status, headers }: Response, bytes: Uint8Array): Uint8Array {
  if (status === 429) {
    const retryAfter = readRetryAfter(headers)
    throw new FollowError('limited', `${name} answered HTTP 429, too many requests.`, {
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
  const isJson = isArray(bytes) || bytes[firstByte(bytes)] === 0x7b
  if (status >= 500 || [401, 403, 404].includes(status))
    throw new FollowError('unreachable', `${name} answered HTTP ${status}.`)
  if (status !== 200 && !isJson) throw new FollowError('error', `${name} answered HTTP ${status}.`)
  if (!isJson) throw new FollowError('malformed', `${name} answered no JSON.`)
  if (countValues(bytes) > ANY_VALUES + bytes.length / VALUE_BYTES)
    throw new FollowError('large', `${name} sends too many tiny values: ${bytes.length} bytes of them.`)
  return bytes
}

/** The milliseconds of a Retry-After header, at most a minute: seconds, or a date (RFC 9110, 10.2.3). */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const milliseconds = /^\d+$/.test(value) ? 1_000 * Number(value) : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), 60_000)
}

const firstByte = (bytes: Uint8Array): number => bytes.findIndex((byte) => byte > 0x20)
const isArray = (bytes: Uint8Array): boolean => bytes[firstByte(bytes)] === 0x5b

/** Whether one error stands for a whole batch for another reason than that it is one. */
function isOwnError(bytes: Uint8Array): boolean {
  try {
    const { error } = JSON.parse(utf8.decode(bytes)) as { error?: { code?: number; message?: string } }
    return error?.code === -32005 || /rate|too many requests/i.test(error?.message ?? '')
  } catch {
    return false
  }
}

const utf8 = new TextDecoder()

function parse(name: string, body: Uint8Array): Record<string, unknown>[] {
  try {
    return [JSON.parse(utf8.decode(body))].flat().filter((reply) => reply instanceof Object)
  } catch {
    throw new FollowError('malformed', `${name} answered JSON that is cut or broken.`)
  }
}

/** Headers and receipts are of more bytes a value; millions of tiny ones would take a hundred times their bytes of memory. */
const VALUE_BYTES = 16
const ANY_VALUES = 10_000

/** About how many values JSON has: a loop over its bytes takes a millisecond for each of their millions. */
function countValues(json: Uint8Array): number {
  let count = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count++ // , [ {
  }
  return count
}

function findReply(name: string, replies: readonly Record<string, unknown>[], id: number): RpcReply {
  const reply =
    replies.find((one) => one['id'] === id) ?? replies.find(({ id, error }) => id == null && error)
  if (reply === undefined) throw new FollowError('malformed', `${name} left a call without a reply.`)
  const { error } = reply
  if (error == null) return { result: reply['result'] }
  const { code, message = error } = error as { code?: unknown; message?: unknown }
  const words = typeof message === 'string' ? message : show(message)
  return { error: { code: typeof code === 'number' ? code : 0, message: words.slice(0, 200) } }
}

/** fetch hides the reason, such as "connect ECONNREFUSED …", in the cause. */
function reasonOf(error: unknown): string {
  const cause = (error as Error).cause as Partial<AggregateError> | undefined
  const inner = cause?.errors?.[0] ?? cause ?? error
  return (inner as Error).message || String(inner)
}
