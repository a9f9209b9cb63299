import { type Check, type Level, fail, failSent, levels, skip, type Finding } from './rules/check.ts'
import { document as own, type OpenRpc } from '@lectern/spec'
import { readMethods, type ServiceOptions } from './document/document.ts'
import { readDocument } from './document/read-document.ts'
import { blameless, ConformanceError } from './error.ts'
import { excerptFinding } from './report/excerpt.ts'
import { recordForks } from './rules/ethereum/unknown-forks.ts'
import { matches } from './report/glob.ts'
import { createGrader, type GradingOptions } from './report/grade.ts'
import { createSession, type Session, type SessionOptions } from './endpoint/session.ts'
import { probeEndpoint } from './endpoint/probe.ts'
import { countVerdicts, coverageOf, type Report, type Result, type RunProgress } from './report/report.ts'
import type { Target } from './endpoint/target.ts'

/** Which checks run, how fast the endpoint is asked, and what is called after each check. */
export interface RunOptions
  extends Omit<SessionOptions, 'onExchange'>, GradingOptions, Pick<ServiceOptions, 'methods'> {
  /** The document that the report names. @default Lectern's */
  readonly document?: OpenRpc | object
  /** Only checks whose id matches one of these globs (`*` is any text), e.g. `proof/*`. */
  readonly only?: string | readonly string[]
  /** No check whose id matches one of these globs. */
  readonly skip?: string | readonly string[]
  /** Runs checks of this level and stricter ones; without it all run, and only MUST and SHOULD can fail the run. */
  readonly level?: Level
  /** The endpoint to compare with: it must answer, too. */
  readonly against?: Target
  readonly onResult?: (progress: RunProgress) => void
}

/**
 * Runs checks on an endpoint, and reports what they found.
 *
 * @throws ConformanceError `UNREACHABLE` if it does not answer, or not as JSON-RPC, `LIMITED` if every response is a rate limit. `LOST` if the endpoint of `against` stops answering, `STOPPED` if the signal stops the run before a response. `INPUT` for options that name no check or dialect.
 * @example
 * const { summary } = await run(plan(document), httpTarget('http://127.0.0.1:8545'), { only: 'proof/*' })
 */
export async function run(
  checks: readonly Check[],
  target: Target,
  options: RunOptions = {},
): Promise<Report> {
  const { seed = 1, concurrency = 4, level = 'SHOULD', mode = 'strict' } = options
  const { against, dialect, onResult } = options
  const { document, problems, notes } = readDocument(options.document ?? own)
  const { title, version } = document.info
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])])
  const forks = recordForks()
  const session = createSession(target, { ...options, signal, onExchange: forks.note })
  const table = dialect === undefined ? undefined : await import('./rules/ethereum/dialects.ts')
  const grader = createGrader(checks, options, table)
  const chosen = selectChecks(checks, options)
  const [started, start] = [new Date().toISOString(), performance.now()]
  await probeEndpoint(session, document)
  if (against) {
    const other = createSession(against, options)
    await probeEndpoint(other, document)
    if (other.closed)
      throw new ConformanceError('UNREACHABLE', `${other.closed.message}.`, { endpoint: against })
  }
  const found: Result[] = []
  const { rest = [], last = [] } = Object.groupBy(chosen.entries(), ([, check]) =>
    check.last ? 'last' : 'rest',
  )
  const methods = readMethods(document, options)
  const uncalled = methods
    .filter(({ safety, examples }) => safety === undefined && examples.length === 0)
    .map(({ name }) => name)
  const reportSoFar = (): Report => {
    const results = grader.settle(found.flat()) // without the gaps of checks that have not run
    const milliseconds = Math.round(performance.now() - start)
    const family = session.family?.name
    return {
      ...(target.url !== undefined && { target: target.url }),
      ...(against?.url !== undefined && { against: against.url }),
      document: { title, version, methods: methods.length, problems, notes, uncalled },
      started,
      seed,
      level,
      mode,
      ...(family !== undefined && family !== 'ethereum' && { family }),
      ...(dialect !== undefined && { dialect }),
      ...(session.closed && { ended: session.closed.message }),
      results,
      coverage: coverageOf(methods, results),
      summary: { ...countVerdicts(results), requests: session.requests, milliseconds },
    }
  }
  let done = 0
  // A failed check carries its request, its response and a curl line.
  const runCheck = async (check: Check): Promise<Result> => {
    const { id, level, sentence, source } = check
    const begun = performance.now()
    const checked = await forks.excuse(await examine(check, session), session)
    const { verdict, finding = {}, known } = grader.grade(check, checked, session.family)
    const excerpt = await excerptFinding(finding, session)
    const milliseconds = Math.round(performance.now() - begun)
    return { id, level, sentence, source, verdict, ...excerpt, ...(known && { known }), seed, milliseconds }
  }
  const work = async (queue: Iterable<[number, Check]>) => {
    for (const [index, check] of queue) {
      const result = await runCheck(check).catch((error: unknown) => {
        failed.abort(error)
        throw error
      })
      if (failed.signal.aborted) return
      found[index] = result
      onResult?.({ result, done: ++done, checks: chosen.length, report: reportSoFar })
    }
  }
  const queue = rest.values()
  await Promise.allSettled(Array.from({ length: concurrency }, () => work(queue)))
  failed.signal.throwIfAborted()
  await work(last)
  return reportSoFar()
}

/** The checks that the options `only`, `skip` and `level` select. */
export function selectChecks(
  checks: readonly Check[],
  { only = '*', skip = [], level = 'MAY' }: RunOptions,
): Check[] {
  const isBinding = (check: Check) => levels.indexOf(check.level) <= levels.indexOf(level)
  return checks.filter((one) => isBinding(one) && matchesAny(only, one.id) && !matchesAny(skip, one.id))
}

const matchesAny = (globs: string | readonly string[], id: string) =>
  [globs].flat().some((glob) => matches(glob, id))

/** Returns the finding of a check; a request without a response is one. Throws a ConformanceError (LOST) once the endpoint of a comparison is lost. */
async function examine(check: Check, session: Session): Promise<Finding | undefined> {
  try {
    return await check.run(session)
  } catch (error) {
    // A response may be nested too deep for any stack.
    if (error instanceof RangeError) return fail(`the response cannot be read: ${error.message}`)
    if (!(error instanceof ConformanceError)) throw error
    const { code, message, endpoint, sent } = error
    const hasNoResponse = code === 'UNREACHABLE' || code === 'UNREADABLE'
    const isOther = endpoint !== undefined && endpoint !== session.target
    const end = `${message}: nothing more can be compared.`
    if (isOther && code === 'LOST') throw new ConformanceError(code, end, { cause: error, endpoint })
    if (blameless.has(code) || (isOther && hasNoResponse)) return skip(message)
    if (hasNoResponse) return failSent(message, sent)
    throw error
  }
}
