import { HistoryError } from '../error.ts'
import { answered, IDLE, isRefusal, reasonOfRequest, refusal, request, showUrl } from './request.ts'
import { type Failure, retry, type RetryOptions } from './retry.ts'

/** How patiently a text is asked for. */
export interface TextOptions extends RetryOptions {
  /** Milliseconds without a byte after which a request is given up. */
  readonly idle?: number
  /** The most bytes that are taken. */
  readonly limit?: number
}

/** The text at a URL, asked for again where the server is busy or the connection is cut. Throws HistoryError `archive` where there is none. */
export async function fetchText(url: string, options: TextOptions = {}): Promise<string> {
  return await retry(`${showUrl(url)} cannot be read`, () => readText(url, options), options)
}

async function readText(
  url: string,
  { signal, idle = IDLE, limit = LIMIT }: TextOptions,
): Promise<string | Failure> {
  try {
    return await request({ url, idle, signal }, async ({ response, pieces }) => {
      if (!response.ok) {
        await response.body?.cancel()
        if (isRefusal(response)) throw refusal(url, response)
        return { reason: answered(response) }
      }
      let size = 0
      let text = ''
      const decoder = new TextDecoder()
      for await (const piece of pieces()) {
        size += piece.length
        if (size > limit) throw new HistoryError('archive', `${showUrl(url)} has more than ${limit} bytes.`)
        text += decoder.decode(piece, { stream: true })
      }
      return text + decoder.decode()
    })
  } catch (error) {
    if (error instanceof HistoryError || signal?.aborted) throw error
    return { reason: reasonOfRequest(error) }
  }
}

const LIMIT = 16 * 2 ** 20
