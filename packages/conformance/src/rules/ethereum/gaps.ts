import type { Method } from '../../document/document.ts'
import { isQuantity, isRecord } from '../../document/json.ts'
import { describeOutcome, isDeclared, readOutcome } from '../../endpoint/exchange.ts'
import { askUntil, type Call, type Session } from '../../endpoint/session.ts'
import { ConformanceError } from '../../error.ts'
import type { Sampler, Step } from '../../sample/sample.ts'
import { fail, checkEach, skip, toCheck, type Check } from '../check.ts'
import { readDepth } from '../generic/links.ts'
import { names, numberParam } from './methods.ts'
import { callsAt, pickNumbers, sortNumbers } from './numbers.ts'

/** Checks that each number between the smallest and the largest one met has a result. */
export function planGaps(methods: readonly Method[], sample: Sampler, sweep = 512): Check[] {
  const method = methods.find(({ name }) => name === names.block)
  if (!method) return []
  const id = `link/${method.name}/between`
  const sentence = `${method.name} answers for every number between two that it answers for.`
  const paramsOf = (number: bigint) => callsAt(method, number).at(-1)!.params // the least that can be asked for
  // History that is gone is an error, but some nodes answer null: SHOULD.
  const check = toCheck(id, 'SHOULD', sentence, 'execution-apis, method descriptions', async (session) => {
    const { steps: met } = await sample(session)
    const asked = new Map(met.flatMap(readAsked))
    const numbers = sortNumbers(met)
    const [low, high] = [numbers[0], numbers.at(-1)]
    if (low === undefined || high === undefined) return skip(`no response of ${method.name} was met`)
    const fresh = pickNumbers(low, high, sweep, session.seedOf(id)).filter((one) => !asked.has(one))
    const calls = [...asked, ...(await askMissed(session, method, fresh, paramsOf))]
    const gaps = calls.filter(([number, call]) => number > low && number < high && isGap(method, call))
    return await checkEach(gaps, ([number, { outcome, exchange }]) => {
      const reason = `there is ${describeOutcome(outcome)}, but smaller and larger numbers have results`
      return { ...fail(reason, exchange), ...readDepth(number, met) }
    })
  })
  return [check]
}

const isGap = (method: Method, { outcome }: Pick<Call, 'outcome'>) =>
  (outcome.kind !== 'result' || outcome.result === null) && !isDeclared(method, outcome)

function readAsked({ method, scope, call }: Step): [bigint, Call][] {
  const number = scope.params[numberParam]
  return method.name === names.block && isQuantity(number) ? [[BigInt(number), call]] : []
}

const [batchItems, mostMissed] = [32, 8]

/** The numbers that a batch has no result for, each asked for by itself: some of them, since one shows as much as all. */
async function askMissed(
  session: Session,
  method: Method,
  numbers: readonly bigint[],
  paramsOf: (number: bigint) => readonly unknown[],
): Promise<[bigint, Call][]> {
  const missed: bigint[] = []
  for (let from = 0; from < numbers.length && missed.length < mostMissed; from += batchItems) {
    const some = numbers.slice(from, from + batchItems)
    const { name } = method
    const items = some.map((number, id) => ({ jsonrpc: '2.0', id, method: name, params: paramsOf(number) }))
    const exchange = await session.send(JSON.stringify(items)).catch((error: unknown) => {
      if (error instanceof ConformanceError && error.code === 'LIMITED') return undefined
      throw error
    })
    if (!Array.isArray(exchange?.value)) break // batches are not served: other checks report that
    const found = new Map(exchange.value.filter(isRecord).map((reply) => [reply['id'], reply]))
    missed.push(...some.filter((_, id) => isGap(method, { outcome: readOutcome(found.get(id)) })))
  }
  const calls: [bigint, Call][] = []
  for (const number of missed.slice(0, mostMissed)) {
    const ask = () => session.call(method.name, paramsOf(number))
    calls.push([number, await askUntil(ask, (call) => !isGap(method, call))])
  }
  return calls
}
