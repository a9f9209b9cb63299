import { parentPort, workerData } from 'node:worker_threads'
import { boundResponses } from '@lectern/client/upstream'

/** A request to send; by its id alone, one to end. */
export interface ThreadRequest {
  readonly id: number
  readonly request?: {
    readonly href: string
    readonly method: string | undefined
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | undefined
  }
}

/** A full response, or the reason why there is none. */
export interface ThreadResponse {
  readonly id: number
  readonly response?: {
    readonly status: number
    readonly headers: readonly (readonly [name: string, value: string])[]
    readonly bytes: Uint8Array<ArrayBuffer>
  }
  readonly error?: { readonly code: unknown; readonly message: string }
}

export interface ThreadLimits {
  /** The most bytes of a response; a longer one is cut above them. */
  readonly maxBytes: number
  /** The most bytes of all responses that are being read. */
  readonly responseBytes: number
  /** The most milliseconds of a request. */
  readonly timeout: number
}

const { maxBytes, responseBytes, timeout } = workerData as ThreadLimits
const send = boundResponses(responseBytes)
const running = new Map<number, AbortController>()

parentPort!.on('message', ({ id, request }: ThreadRequest) => {
  running.get(id)?.abort()
  if (request !== undefined) void answer(id, request)
})

async function answer(
  id: number,
  { href, ...options }: NonNullable<ThreadRequest['request']>,
): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  const { signal } = controller
  const timer = setTimeout(() => controller.abort(), timeout)
  try {
    const { status, headers, body } = await send(href, {
      ...options,
      redirect: 'manual',
      signal,
    } as RequestInit)
    const bytes = await readBytes(body)
    const response = { status, headers: [...headers], bytes }
    post({ id, response }, [bytes.buffer])
  } catch (error) {
    if (!signal.aborted) post({ id, error: describe(error) })
  } finally {
    clearTimeout(timer)
    running.delete(id)
    controller.abort() // of a response that was cut
  }
}

async function readBytes(body: Response['body']): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  if (body === null) return new Uint8Array()
  const reader = body.getReader()
  for (let length = 0; length <= maxBytes;) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Returns the reason of a failed fetch, which undici puts into its cause, or into one for each address. */
function describe(error: unknown): NonNullable<ThreadResponse['error']> {
  const { cause, code } = error as { readonly cause?: Partial<AggregateError>; readonly code?: unknown }
  const { message } = (cause?.errors?.[0] ?? cause ?? error) as Error
  return { code, message }
}

const post = (response: ThreadResponse, transferred: ArrayBuffer[] = []): void =>
  parentPort!.postMessage(response, transferred)
