import { skip, type Check, type Finding } from './check.ts'
import type { Method } from '../document/document.ts'
import { readOutcome, type Exchange } from '../endpoint/exchange.ts'
import { isNotFound, isServed } from '../endpoint/session.ts'

/**
 * A check that is skipped if it is of a companion that is not served, or if it fails only because a method is not: `envelope` reports
 * that of a method.
 */
export const whereServed = (check: Check, methods: readonly Method[]): Check => ({
  ...check,
  async run(session) {
    const companion = companionOf(check, methods)
    // One reason for all, so that a report has one line for them.
    if (companion && !(await isServed(session, companion)))
      return skip('it is of a companion that the endpoint does not serve')
    const finding = await check.run(session)
    if (finding?.verdict !== 'failed' || check.id.startsWith('envelope/')) return finding
    const unserved = new Map<Finding, string>()
    const { others = [], ...first } = finding
    const failures = [first, ...others]
    for (const failure of failures) {
      const method = failure.exchange && refusedMethod(failure.exchange, methods)
      if (method && !(await isServed(session, method))) unserved.set(failure, method.name)
    }
    const [left, ...more] = failures.filter((failure) => !unserved.has(failure))
    if (left) return more.length === 0 ? left : { ...left, others: more }
    const [name] = unserved.values()
    return skip(`the endpoint does not serve ${name}, see envelope/${name}`)
  },
})

/** The companion that a check asks for, or that the link leads to which it follows. */
function companionOf({ id }: Check, methods: readonly Method[]): Method | undefined {
  const [rule, name, detail] = id.split('/')
  if (rule === 'lint') return undefined // it looks at the document alone
  const find = (wanted: string | undefined) => methods.find((method) => method.name === wanted)
  const goal = rule === 'link' ? find(name)?.links.find((link) => link.name === detail)?.method : undefined
  return [find(name), find(goal)].find((method) => method?.isCompanion)
}

/** The method of a single call that was answered as one that is not there. */
const refusedMethod = ({ request, value }: Exchange, methods: readonly Method[]): Method | undefined =>
  isNotFound(readOutcome(value))
    ? methods.find(({ name }) => request.includes(JSON.stringify(name)))
    : undefined
