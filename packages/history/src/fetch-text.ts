import { setTimeout as sleep } from 'node:timers/promises'
import { HistoryError } from './error.ts'
import { answered, IDLE, isRefusal, reasonOfRequest, refusal, request, showUrl } from './request.ts'

/** How patiently a text is asked for. */
export interface TextOptions {
  /** How often a server that is busy is asked; 5 times where it is not given. */
  readonly tries?: number
  /** Milliseconds without a byte after which a request is given up. */
  readonly idle?: number
  /** Milliseconds before the first new try, twice as many before each next. */
  readonly pause?: number
  /** The most bytes that are taken. */
  readonly limit?: number
  readonly signal?: AbortSignal
}

/** The text at a URL, asked for again where the server is busy. Throws HistoryError `archive` where there is none. */
export async function fetchText(url: string, options: TextOptions = {}): Promise<string> {
  const { signal, tries = 5, pause = 1000 } = options
  for (let done = 1; ; done++) {
    const outcome = await readText(url, options)
    if (typeof outcome === 'string') return outcome
    if (done >= tries)
      throw new HistoryError(
        'archive',
        `${showUrl(url)} cannot be read, ${tries} tries in a row: ${outcome.reason}.`,
      )
    await sleep(pause * 2 ** (done - 1), undefined, signal ? { signal } : {})
  }
}

async function readText(
  url: string,
  { signal, idle = IDLE, limit = LIMIT }: TextOptions,
): Promise<string | { readonly reason: string }> {
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
    const reason = `${showUrl(url)} cannot be read: ${reasonOfRequest(error)}.`
    throw new HistoryError('archive', reason, { cause: error })
  }
}

const LIMIT = 16 * 2 ** 20
