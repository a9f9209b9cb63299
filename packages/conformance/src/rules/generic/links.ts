import { fail, checkEach, skip, toCheck, type Check, type Finding } from '../check.ts'
import { type Method } from '../../document/document.ts'
import { numbered } from '../ethereum/methods.ts'
import { readBlockNumber } from '../ethereum/facts.ts'
import { describeOutcome, isDeclared, readOutcome } from '../../endpoint/exchange.ts'
import { findHighest, isFrom, type Sample, type Step, type SampleOptions } from '../../sample/sample.ts'
import type { OpenRpc } from '@lectern/spec'
import { ConformanceError } from '../../error.ts'
import { isQuantity, isRecord, toQuantity } from '../../document/json.ts'
import { askUntil, type Call, type Session } from '../../endpoint/session.ts'
import { pickNumbers, sortNumbers } from '../ethereum/numbers.ts'
import { combine } from '../../sample/calls.ts'

/** The links of the document, followed through real data: what a response leads to is there. */
export function planLinks(methods: readonly Method[], sample: Sample): Check[] {
  return methods.flatMap(({ name, links, pointer }) =>
    links.map((link, index) => {
      // An index by hash may go back less far than the blocks do.
      const level = numbered.some(({ method }) => method === name) ? 'SHOULD' : 'MUST'
      const sentence = `What ${name} answers leads to a result of ${link.method}.`
      const source = `openrpc.json${pointer}/links/${index}`
      return toCheck(`link/${name}/${link.name}`, level, sentence, source, async (session) => {
        const met = await sample(session)
        const steps = met.filter((step) => isFrom(step, name, link))
        if (steps.length === 0) return skip(`no response of ${name} leads there`)
        return await checkEach(steps, ({ method, call, scope, from }) => {
          if (scope.result !== null || isDeclared(method, call.outcome)) return undefined
          const origin = `${name}${JSON.stringify(from!.call.params)}`
          const reason = `${origin} leads here, but there is ${describeOutcome(call.outcome)}`
          return { ...fail(reason, call.exchange), ...readDepth(readBlockNumber(from!.scope.result), met) }
        })
      })
    }),
  )
}

/** What can be asked by number is there for each number between the smallest and the largest one met. */
export function planGaps(
  document: OpenRpc,
  methods: readonly Method[],
  sample: Sample,
  { sweep = 512 }: SampleOptions = {},
): Check[] {
  return numbered.flatMap(({ method: name, param, member }) => {
    const method = methods.find((one) => one.name === name)
    if (!method) return []
    const id = `link/${name}/between`
    const sentence = `${name} answers for every number between two that it answers for.`
    // History that is gone is an error of its own, but there are nodes that answer null: SHOULD.
    const check = toCheck(id, 'SHOULD', sentence, 'execution-apis, method descriptions', async (session) => {
      const met = await sample(session)
      const asked = new Map(met.flatMap((step) => readAsked(step, name, param)))
      const numbers = sortNumbers(met, name, member)
      const [low, high] = [numbers[0], numbers.at(-1)]
      if (low === undefined || high === undefined) return skip(`no response of ${name} was met`)
      const fresh = pickNumbers(low, high, sweep, session.seedOf(id)).filter((one) => !asked.has(one))
      const paramsOf = (number: bigint) =>
        combine(document, method, { [param]: toQuantity(number) }).at(-1)!.params // the least that can be asked for
      const calls = [...asked, ...(await askMissed(session, method, fresh, paramsOf))]
      const gaps = calls.filter(([number, call]) => number > low && number < high && isGap(method, call))
      return await checkEach(gaps, ([number, { outcome, exchange }]) => {
        const reason = `there is ${describeOutcome(outcome)}, but smaller and larger numbers have results`
        return { ...fail(reason, exchange), ...readDepth(number, met) }
      })
    })
    return [check]
  })
}

/** How far a block is below the highest one that was met. */
const readDepth = (number: bigint | undefined, met: readonly Step[]): Pick<Finding, 'depth'> =>
  number === undefined ? {} : { depth: findHighest(met, number) - number }

const isGap = (method: Method, { outcome }: Pick<Call, 'outcome'>) =>
  (outcome.kind !== 'result' || outcome.result === null) && !isDeclared(method, outcome)

function readAsked({ method, scope, call }: Step, name: string, param: string): [bigint, Call][] {
  const number = scope.params[param]
  return method.name === name && isQuantity(number) ? [[BigInt(number), call]] : []
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
