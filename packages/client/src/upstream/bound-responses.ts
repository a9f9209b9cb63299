import { ClientError } from '../error.ts'

/**
 * Bounds the bytes of all responses that are being read at a time: returns a `fetch` for several transports. A response without room fails with a
 * ClientError (TOO_LARGE).
 */
export function boundResponses(most: number, send: typeof fetch = fetch): typeof fetch {
  let left = most
  return async (address, options) => {
    let taken = 0
    const release = (): void => {
      left += taken
      taken = 0
    }
    options?.signal?.addEventListener('abort', release) // of every failure, by a transport's time limit
    const response = await send(address, options)
    const reader = response.body?.getReader()
    if (reader === undefined) return response
    const read = async () => {
      const part = await reader.read()
      if (part.done) release()
      else {
        taken += part.value.length
        left -= part.value.length
      }
      if (left >= 0) return part
      throw new ClientError('TOO_LARGE', `The responses that are being read have more than ${most} bytes.`)
    }
    const { status, headers } = response
    return { status, headers, body: { getReader: () => ({ read }) } } as unknown as Response
  }
}
