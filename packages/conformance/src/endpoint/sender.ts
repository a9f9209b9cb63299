import { type HttpRequest, ConformanceError, type Sent } from '../error.ts'
import { limitedError, seconds, type Pacer } from './pacing.ts'
import { isRecord } from '../document/json.ts'
import { toExchange, toSent, type Exchange } from './exchange.ts'
import { showText } from '../document/shown-text.ts'
import type { Body, Target } from './target.ts'

/** The question that every endpoint can be asked, and that each speaker of JSON-RPC has some response to. */
export const probeRequest = '{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":[]}'

/** Sends a body, or an HTTP request. Throws a ConformanceError: UNREACHABLE, LOST, LIMITED or BUDGET, as they are named there. */
export type Ask = (body: Body, http?: HttpRequest) => Promise<Exchange>

/** Rate-limited requests in a row after which the run ends, unless the smallest request gets another response. */
const mostLimited = 3

/** Milliseconds after a response in which an idle connection is not closed merely for being idle. */
const longestIdle = 1_000

/** How often -32005 to a large request counts as a rate limit. */
const mostDoubts = 2

/** Creates a sender that retries a request once after a reset, and later after a rate limit. It stops where an endpoint answers no more, or only with limits. */
// `onCut` is called where a connection is cut under a request that is not the first after a while: then anyone may close it.
export function createSender(target: Target, pacer: Pacer, onCut: (sent: Sent) => void): Ask {
  const { patience, clock } = pacer
  const name = target.url ?? 'the endpoint'
  let hasAnswered = false
  let limitedInRow = 0
  let takesSmallOnly = false
  let answeredAt = -Infinity
  // Without `sent` it is the smallest request, which passes before all that wait.
  const deliver = <T>(send: () => Promise<T>, sent?: Sent) => {
    let idle = 0
    const timed = async () => {
      idle = clock.now() - answeredAt
      const response = await send()
      answeredAt = clock.now()
      return response
    }
    return pacer.pass(timed, { before: !sent }).catch((error: unknown) => {
      if (!isUnreachable(error) || !isReset(error)) throw error
      if (sent && idle < longestIdle) onCut(sent)
      return pacer.pass(send, { before: true }).catch((second: unknown) => {
        throw isUnreachable(second) ? error : second
      })
    })
  }
  // Some endpoints limit every batch: the smallest request shows whether they limit all requests, or are gone.
  const askSmallest = () =>
    deliver(async () => toExchange(probeRequest, await target.send(probeRequest))).then(
      (exchange) => (isLimited(exchange, probeRequest, 1) ? 'limited' : 'answered'),
      (error: unknown) => (isUnreachable(error) ? 'lost' : 'limited'),
    )
  let probing: ReturnType<typeof askSmallest> | undefined
  const describeLoss = async ({ code, message, cause }: ConformanceError, sent: Sent) => {
    const details = { cause, sent, endpoint: target }
    if (code === 'UNREADABLE') return new ConformanceError(code, message, details)
    probing ??= hasAnswered ? askSmallest().finally(() => (probing = undefined)) : undefined
    if ((await probing) !== 'lost') return new ConformanceError('UNREACHABLE', message, details)
    const since = `since the request ${showText(sent.request, 100)}`
    pacer.close(new ConformanceError('LOST', `${name} answers no more ${since}`, { endpoint: target }))
    const more = `${name} answers no more since this request, or one at the same moment`
    return new ConformanceError('UNREACHABLE', `${message}\n${more}`, details)
  }
  const giveUp = async (error: ConformanceError) => {
    if (++limitedInRow < mostLimited) return error
    limitedInRow = 0
    if ((await askSmallest()) !== 'answered') pacer.close(error)
    return error
  }

  return async (body, http) => {
    const sent = toSent(body, http)
    const send = () => (http && target.fetch ? target.fetch(http) : target.send(body))
    let since: number | undefined
    for (let [turn, wait] = [1, 500]; ; turn++, wait *= 2) {
      // Other requests at the pacer must not pass before the quiet begins.
      const read = async () => {
        const exchange = toExchange(body, await send(), http)
        if (!isLimited(exchange, body, turn)) return { exchange }
        if (takesSmallOnly && isComposed(body)) return { exchange, quiet: Infinity }
        const asked = readRetryAfter(exchange.headers) ?? 0
        pacer.keepQuiet(Math.max(asked, Math.min(wait, patience)))
        return { exchange, quiet: Math.max(asked, wait) }
      }
      const { exchange, quiet } = await deliver(read, sent).catch(async (error: unknown) => {
        if (isUnreachable(error)) throw await describeLoss(error, sent)
        throw isOf('LIMITED', error) ? await giveUp(error) : error
      })
      hasAnswered = true
      if (quiet === undefined) {
        limitedInRow = 0
        return exchange
      }
      const how = exchange.status === 429 ? 'HTTP 429' : 'the error -32005'
      // Some say it of each batch, whatever the rate: to wait for them would take half a minute for each.
      if (isComposed(body) && turn > mostDoubts && !exchange.headers.has('retry-after'))
        takesSmallOnly ||= (await askSmallest()) === 'answered'
      if (takesSmallOnly && isComposed(body))
        throw limitedError(target, `${how}, though not to the smallest question`)
      since ??= clock.now()
      const waited = clock.now() - since
      const often = `${turn} times in ${seconds(waited)} s`
      const reason = turn === 1 ? `and nothing may be asked for ${seconds(quiet)} s` : often
      if (waited + quiet > patience) throw await giveUp(limitedError(target, `${how}, ${reason}`))
    }
  }
}

const isOf = (code: ConformanceError['code'], error: unknown): error is ConformanceError =>
  error instanceof ConformanceError && error.code === code
const isUnreachable = (error: unknown): error is ConformanceError =>
  isOf('UNREACHABLE', error) || isOf('UNREADABLE', error)

const resets = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Whether a connection ended during a request, also a reused one that the endpoint just closed. */
function isReset(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return resets.has((error as NodeJS.ErrnoException).code ?? '') || isReset(error.cause)
}

/** Returns whether a response is a rate limit. The code -32005 is about a large request itself, and after a few times about a batch. */
function isLimited({ status, value }: Exchange, body: Body, turn: number): boolean {
  if (status === 429) return true
  const error = isRecord(value) ? value['error'] : undefined
  if (!isRecord(error) || error['code'] !== -32005 || body.length >= 2_000) return false
  return turn <= mostDoubts || !isComposed(body)
}

/** Whether a body is a batch, or of many levels. */
const isComposed = (body: Body) => typeof body === 'string' && /^\s*\[|(\[\s*){16}/.test(body)

/** The milliseconds of a Retry-After, RFC 9110, 10.2.3: seconds, or a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
