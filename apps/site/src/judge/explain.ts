import { ConformanceError } from '@lectern/conformance/engine'

/** Whether the page's policy refused a request. */
let isRefused = false
addEventListener('securitypolicyviolation', () => (isRefused = true))

/** Why a run could not begin, or broke, as sentences for a reader; in the thread of the judge. */
export async function explain(error: unknown, address: string, timeout: number): Promise<string> {
  if (!(error instanceof ConformanceError)) return `The checks themselves broke: ${String(error)}.`
  if (error.code === 'STOPPED') return 'Stopped before the node had answered.'
  const reason = findReason(error)
  const { host, origin } = new URL(address)
  if (reason.name === 'TimeoutError') return `${host} has not answered in ${timeout} s.`
  if (!(reason instanceof TypeError)) return error.message // an answer came
  if (isRefused)
    return `The policy of this page does not let it ask ${host}: lectern serve --http.site-connect ${origin} would. From a terminal, as below, it can be asked.`
  if (origin === location.origin) return `${host} cannot be reached.`
  return (await isThere(address))
    ? `${host} is there, but does not let pages of ${location.origin} read its answers (CORS). From a terminal, as below, it can be asked.`
    : `${host} cannot be reached, or this browser does not let a page ask it. From a terminal, as below, the reason is seen.`
}

/** Returns the error that fetch threw, the cause of the others. */
const findReason = (error: Error): Error => (error.cause instanceof Error ? findReason(error.cause) : error)

/** Whether a server answers, if with what the page may not read. */
async function isThere(address: string): Promise<boolean> {
  const url = new URL(address)
  url.username = url.password = ''
  try {
    await fetch(url, { mode: 'no-cors', credentials: 'omit', signal: AbortSignal.timeout(5_000) })
    return true
  } catch {
    return false
  }
}
