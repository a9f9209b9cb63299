import { skip, type Check, type Finding } from './check.ts'
import type { Method } from '../document/document.ts'
import { readOutcome, type Outcome, type Reply } from '../endpoint/reply.ts'
import type { Session } from '../endpoint/session.ts'

/** Whether a call was answered with -32601, method not found. */
export const isNotFound = (outcome: Outcome): boolean => outcome.kind === 'error' && outcome.code === -32601

/** Whether the endpoint serves a method: false if a valid call of it gets -32601. */
export async function isServed(session: Session, { name, call }: Method): Promise<boolean> {
  if (!call) return true
  const { outcome } = await session.once(call, () => session.call(name, call))
  return !isNotFound(outcome)
}

/** A check that is skipped if it fails only because a method is not served: `envelope` reports that. */
export const whereServed = (check: Check, methods: readonly Method[]): Check => ({
  ...check,
  async run(session) {
    const finding = await check.run(session)
    if (finding?.verdict !== 'failed' || check.id.startsWith('envelope/')) return finding
    const unserved = new Map<Finding, string>()
    const { others = [], ...first } = finding
    const failures = [first, ...others]
    for (const failure of failures) {
      const method = failure.reply && refusedMethod(failure.reply, methods)
      if (method && !(await isServed(session, method))) unserved.set(failure, method.name)
    }
    const [left, ...more] = failures.filter((failure) => !unserved.has(failure))
    if (left) return more.length === 0 ? left : { ...left, others: more }
    const [name] = unserved.values()
    return skip(`the endpoint does not serve ${name}, see envelope/${name}`)
  },
})

/** The method of a single call that was answered as one that is not there. */
const refusedMethod = ({ request, value }: Reply, methods: readonly Method[]): Method | undefined =>
  isNotFound(readOutcome(value))
    ? methods.find(({ name }) => request.includes(JSON.stringify(name)))
    : undefined
