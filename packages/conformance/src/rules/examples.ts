import { fail, skip, type Check, type Finding } from './check.ts'
import { compare, describeDifference } from './compare.ts'
import { isRecord } from '../json.ts'
import type { Example, Method } from '../document/document.ts'
import { describeOutcome } from '../endpoint/reply.ts'
import { unsettled } from './invariants.ts'
import type { Session } from '../endpoint/session.ts'

/** The examples of the document, exactly; on another chain than theirs there is nothing to compare, unless `exact` says so. */
export function planExamples(
  methods: readonly Method[],
  { exact = false }: { exact?: boolean } = {},
): Check[] {
  const key = {}
  const all = methods.flatMap((method) => method.examples.map((example) => ({ method, example })))
  const isTheirChain = async (session: Session) => {
    for (const { method, example } of all) {
      if (!isRecord(example.result)) continue
      const { outcome } = await session.call(method.name, example.params)
      if (outcome.kind === 'result' && compare(example.result, outcome.result).length === 0) return true
    }
    return false
  }
  return methods.flatMap((method) =>
    method.examples.map((example, index): Check => ({
      id: `example/${method.name}/${example.name.replaceAll(' ', '-')}`,
      level: 'MUST',
      sentence: `The example "${example.name}" of ${method.name} is answered as the document says.`,
      source: `openrpc.json${method.pointer}/examples/${index}`,
      judge: async (session) =>
        exact || (await session.once(key, () => isTheirChain(session)))
          ? await judgeExample(method, example, session)
          : skip('the endpoint does not serve the chain that the examples of the document are from'),
    })),
  )
}

async function judgeExample(
  method: Method,
  { params, result }: Example,
  session: Session,
): Promise<Finding | undefined> {
  const { outcome, reply } = await session.call(method.name, params)
  const isPending = result === null && params.some((param) => unsettled.has(param))
  if (isPending && outcome.kind === 'result' && outcome.result !== null)
    return skip('the endpoint makes blocks of its own: one is pending')
  if (outcome.kind !== 'result') return fail(`expected a result, got ${describeOutcome(outcome)}`, reply)
  const differences = compare(result, outcome.result, '/result')
  return differences.length === 0
    ? undefined
    : fail(differences.slice(0, 10).map(describeDifference).join('\n'), reply, differences)
}
