import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ClientError } from '@lectern/client'
import type { ThreadLimits, ThreadRequest, ThreadResponse } from './fetch-thread.ts'

/**
 * Creates a `fetch` for the small requests of a server. Another thread connects, sends and reads: nodes that hang must not take the time of
 * stored results. A thread that ends is replaced.
 */
export function createThreadedFetch(limits: ThreadLimits): typeof fetch {
  const waiting = new Map<number, (response: ThreadResponse) => void>()
  let thread: Worker | undefined = start()
  let lastId = 0
  return (href, { method, headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const latest = Date.now() + limits.timeout - clockMargin
      const onAbort = (): void => {
        waiting.delete(id)
        // The thread ends a request that is late by itself: a message costs as much as a stored result.
        if (Date.now() < latest) thread?.postMessage({ id } satisfies ThreadRequest, [])
        reject(signal!.reason as Error)
      }
      signal?.addEventListener('abort', onAbort)
      waiting.set(id, ({ response, error }) => {
        waiting.delete(id)
        signal?.removeEventListener('abort', onAbort)
        if (response) return resolve(toResponse(response))
        const isTooLarge = error?.code === 'TOO_LARGE'
        reject(isTooLarge ? new ClientError('TOO_LARGE', error!.message) : new Error(error?.message))
      })
      const request = {
        href: String(href),
        method,
        headers: headers as Record<string, string>,
        body: body as string,
      }
      thread ??= start()
      thread.postMessage({ id, request } satisfies ThreadRequest, [])
    })

  function start(): Worker {
    const file = new URL(`./fetch-thread${extname(import.meta.url)}`, import.meta.url)
    const worker = new Worker(file, { workerData: limits })
    worker.on('message', (response: ThreadResponse) => waiting.get(response.id)?.(response))
    worker.on('error', () => {}) // its end is what counts
    worker.once('exit', () => {
      thread = undefined
      const error = { code: undefined, message: 'the thread that sends requests has ended' }
      for (const [id, settle] of waiting) settle({ id, error })
    })
    worker.unref() // after the listeners, which keep the process from ending otherwise
    return worker
  }
}

/** The most milliseconds by which timers of two threads differ. */
const clockMargin = 100

/** Returns the parts of a Response that a transport reads. */
function toResponse({ status, headers, bytes }: NonNullable<ThreadResponse['response']>): Response {
  const parts = [{ done: false, value: bytes }]
  const read = async () => parts.pop() ?? { done: true, value: undefined }
  const body = { getReader: () => ({ read }) }
  return { status, headers: new Headers(headers as [string, string][]), body } as unknown as Response
}
