import { fail, skip, type Check, type Finding, type Level } from './check.ts'
import { ConformanceError } from './error.ts'
import { createSession, type Session, type SessionOptions } from './session.ts'
import type { Target } from './target.ts'

/** What one check found on one endpoint. */
export interface Result extends Pick<Check, 'id' | 'level' | 'sentence' | 'source'> {
  readonly verdict: 'pass' | 'fail' | 'skip'
  readonly reason?: string
  readonly request?: string
  readonly response?: string
  /** A shell line that sends the failing request again. */
  readonly curl?: string
  /** For exchanges: the answer was the recorded one, byte for byte. */
  readonly identical?: boolean
  readonly seed: number
}

/** Every result of a run, in the order of the checks. */
export interface Report {
  readonly target?: string
  readonly seed: number
  readonly results: readonly Result[]
  readonly summary: Summary
}

/** A run in numbers. */
export interface Summary {
  readonly pass: number
  readonly fail: number
  readonly skip: number
  readonly requests: number
  readonly milliseconds: number
}

/** Which checks run, how hard the endpoint is asked, and who is told. */
export interface RunOptions extends SessionOptions {
  /** Only checks whose id matches this glob (`*` is any text), e.g. `proof/*`. */
  readonly only?: string
  /** No check whose id matches this glob. */
  readonly skip?: string
  /** Checks of this level and stricter ones; all by default. */
  readonly level?: Level
  readonly onResult?: (result: Result) => void
}

const strictness: Record<Level, number> = { MUST: 0, SHOULD: 1, MAY: 2 }

/** Judges an endpoint. Throws a ConformanceError (UNREACHABLE) when it does not answer at all, or not as JSON-RPC. */
export async function run(
  checks: readonly Check[],
  target: Target,
  options: RunOptions = {},
): Promise<Report> {
  const { seed = 1, concurrency = 4, onResult } = options
  const session = createSession(target, options)
  const chosen = selectChecks(checks, options)
  const start = performance.now()
  await checkSpeech(session)
  const results: Result[] = []
  const queue = chosen.entries()
  const work = async () => {
    for (const [index, check] of queue) {
      const result = await judge(check, session, seed)
      results[index] = result
      onResult?.(result)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  const count = (verdict: Result['verdict']) => results.filter((result) => result.verdict === verdict).length
  const milliseconds = Math.round(performance.now() - start)
  const [pass, fail, skip] = [count('pass'), count('fail'), count('skip')]
  const summary = { pass, fail, skip, requests: session.requests, milliseconds }
  return { ...(target.url !== undefined && { target: target.url }), seed, results, summary }
}

/** A web page's error is no endpoint with two hundred faults: it is no endpoint. */
async function checkSpeech({ target, send }: Session): Promise<void> {
  const { status, contentType, value } = await send(
    '{"jsonrpc":"2.0","id":1,"method":"rpc.discover","params":[]}',
  )
  if (status < 400 || value !== undefined) return
  throw new ConformanceError(
    'UNREACHABLE',
    `${target.url ?? 'The target'} does not speak JSON-RPC: it answers HTTP ${status} with ${contentType ?? 'no content type'}.`,
  )
}

/** The checks that `only`, `skip` and `level` leave. */
export function selectChecks(checks: readonly Check[], { only, skip, level = 'MAY' }: RunOptions): Check[] {
  return checks.filter(
    (check) =>
      strictness[check.level] <= strictness[level] &&
      (only === undefined || glob(only).test(check.id)) &&
      (skip === undefined || !glob(skip).test(check.id)),
  )
}

/** The result of one check in a session; a failed one carries its request, its answer and a curl line. */
export async function judge(check: Check, session: Session, seed: number): Promise<Result> {
  const { id, level, sentence, source } = check
  const { verdict = 'pass', reason, reply, identical } = (await examine(check, session)) ?? {}
  return {
    id,
    level,
    sentence,
    source,
    verdict,
    ...(reason !== undefined && { reason }),
    ...(reply && { request: reply.request, response: reply.text, curl: curl(session.target, reply.request) }),
    ...(identical !== undefined && { identical }),
    seed,
  }
}

async function examine(check: Check, session: Session): Promise<Finding | undefined> {
  try {
    return await check.judge(session)
  } catch (error) {
    // What an endpoint answers may be nested too deep for any stack.
    if (error instanceof RangeError) return fail(`the answer cannot be read: ${error.message}`)
    if (!(error instanceof ConformanceError)) throw error
    if (error.code === 'BUDGET') return skip(error.message)
    if (error.code === 'UNREACHABLE') return fail(error.message)
    throw error
  }
}

function curl({ url = '$URL' }: Target, body: string): string {
  const address = url === '$URL' ? '"$URL"' : quote(url)
  return `curl -s ${address} -H 'content-type: application/json' --data-binary ${quote(body)}`
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function glob(pattern: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.*')}$`)
}
