import { type Check, type Level, fail, skip, type Finding } from './rules/check.ts'
import { document as own, type OpenRpc } from '@lectern/spec'
import { recordCoverage } from './report/coverage.ts'
import { ConformanceError } from './error.ts'
import { tellFinding } from './report/excerpt.ts'
import { matches } from './report/glob.ts'
import { createGrader, type Grader, type GradingOptions } from './report/grade.ts'
import { createSession, type Session, type SessionOptions } from './endpoint/session.ts'
import { checkSpeech } from './endpoint/probe.ts'
import type { Report, Result, RunEvent, Verdict } from './report/report.ts'
import type { Target } from './endpoint/target.ts'

/** Which checks run, how hard the endpoint is asked, and who is told. */
export interface RunOptions extends Omit<SessionOptions, 'onReply'>, GradingOptions {
  /** The document whose coverage is told; Lectern's unless told. */
  readonly document?: OpenRpc
  /** Only checks whose id matches this glob (`*` is any text), e.g. `proof/*`. */
  readonly only?: string
  /** No check whose id matches this glob. */
  readonly skip?: string
  /** Checks of this level and stricter ones. Unless told all are made, and a MAY fails nothing. @default SHOULD */
  readonly level?: Level
  /** What the endpoint is compared with: it must answer, too. */
  readonly against?: Target
  readonly onEvent?: (event: RunEvent) => void
}

const strictness: Record<Level, number> = { MUST: 0, SHOULD: 1, MAY: 2 }

/**
 * Judges an endpoint. Throws a ConformanceError: UNREACHABLE when it does not answer at all, or not as JSON-RPC, LIMITED
 * when it answers only that it is asked too much, LOST when the one that it is compared with answers no more.
 */
export async function run(
  checks: readonly Check[],
  target: Target,
  options: RunOptions = {},
): Promise<Report> {
  const {
    seed = 1,
    concurrency = 4,
    level = 'SHOULD',
    mode = 'strict',
    document = own,
    against,
    onEvent,
  } = options
  const coverage = recordCoverage(document)
  const session = createSession(target, { ...options, onReply: coverage.note })
  const grader = createGrader(checks, options)
  const bench = { session, examine: createExaminer(session), grader, seed }
  const chosen = selectChecks(checks, options)
  const named = target.url !== undefined && { target: target.url }
  const [started, start] = [new Date().toISOString(), performance.now()]
  await checkSpeech(session)
  if (against) {
    const other = createSession(against, options)
    await checkSpeech(other)
    if (other.closed)
      throw new ConformanceError('UNREACHABLE', `${other.closed.message}.`, { endpoint: against })
  }
  onEvent?.({ type: 'started', ...named, checks: chosen.length })
  const judged: Result[] = []
  const { rest = [], last = [] } = Object.groupBy(chosen.entries(), ([, check]) =>
    check.last ? 'last' : 'rest',
  )
  let done = 0
  const work = async (queue: Iterable<[number, Check]>) => {
    for (const [index, check] of queue) {
      const result = await judge(check, bench)
      judged[index] = result
      onEvent?.({ type: 'checked', result, done: ++done, checks: chosen.length, requests: session.requests })
    }
  }
  const queue = rest.values()
  await Promise.all(Array.from({ length: concurrency }, () => work(queue)))
  await work(last)
  const results = grader.settle(judged)
  const milliseconds = Math.round(performance.now() - start)
  const report: Report = {
    ...named,
    ...(against?.url !== undefined && { against: against.url }),
    started,
    seed,
    level,
    mode,
    ...(grader.dialect && { dialect: grader.dialect }),
    ...(session.closed && { ended: session.closed.message }),
    results,
    coverage: coverage.report(),
    summary: { ...count(results), requests: session.requests, milliseconds },
  }
  onEvent?.({ type: 'ended', report })
  return report
}

function count(results: readonly Result[]): Record<Verdict, number> {
  const counts = { passed: 0, failed: 0, known: 0, skipped: 0, stale: 0 }
  for (const { verdict } of results) counts[verdict]++
  return counts
}

/** The checks that `only`, `skip` and `level` leave. */
export function selectChecks(checks: readonly Check[], { only, skip, level = 'MAY' }: RunOptions): Check[] {
  return checks.filter(
    (check) =>
      strictness[check.level] <= strictness[level] &&
      (only === undefined || matches(only, check.id)) &&
      (skip === undefined || !matches(skip, check.id)),
  )
}

/** What checks are judged with. */
export interface Bench {
  readonly session: Session
  readonly examine: Examine
  readonly grader: Grader
  readonly seed: number
}

/** The result of one check; a failed one carries its request, its answer and a curl line. */
export async function judge(check: Check, { examine, grader, session, seed }: Bench): Promise<Result> {
  const { id, level, sentence, source } = check
  const start = performance.now()
  const { verdict, finding = {}, known } = grader.grade(check, await examine(check))
  return {
    id,
    level,
    sentence,
    source,
    verdict,
    ...(await tellFinding(finding, id, session)),
    ...(known && { known }),
    seed,
    milliseconds: Math.round(performance.now() - start),
  }
}

/** Asks what a check asks, and makes a finding of what keeps it from being judged. Mistakes in a check are thrown. */
export type Examine = (check: Check) => Promise<Finding | undefined>

/** What says nothing of the endpoint that is judged. */
const unjudged: ReadonlySet<ConformanceError['code']> = new Set(['BUDGET', 'LIMITED', 'LOST'])

const isAnswerless = (code: ConformanceError['code']) => code === 'UNREACHABLE' || code === 'UNREADABLE'

/**
 * An examiner for one session. A question without an answer is a failure of the endpoint that is judged, and keeps a check
 * from being judged where it was another that was asked; once that one is lost, a ConformanceError (LOST) is thrown.
 */
export function createExaminer(session: Session): Examine {
  return async (check) => {
    try {
      return await check.judge(session)
    } catch (error) {
      // What an endpoint answers may be nested too deep for any stack.
      if (error instanceof RangeError) return fail(`the answer cannot be read: ${error.message}`)
      if (!(error instanceof ConformanceError)) throw error
      const { code, message, endpoint, sent } = error
      const isOther = endpoint !== undefined && endpoint !== session.target
      if (isOther && code === 'LOST')
        throw new ConformanceError('LOST', `${message}: nothing more can be compared.`, {
          cause: error,
          endpoint,
        })
      if (unjudged.has(code) || (isOther && isAnswerless(code))) return skip(message)
      if (isAnswerless(code)) return { ...fail(message), ...(sent && { sent }) }
      throw error
    }
  }
}
