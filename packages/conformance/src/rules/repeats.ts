import { judgeEach, fail, skip, type Check, type Finding } from '../check.ts'
import { compareAnswers, describeDifference } from '../compare.ts'
import { isRecord } from '../json.ts'
import { evaluate } from '../expression.ts'
import type { OpenRpc } from '@lectern/spec'
import type { Method } from '../document.ts'
import type { Reply } from '../reply.ts'
import { constantsOf } from '../schema.ts'
import type { Call, Session } from '../session.ts'
import type { Step, Walk } from '../walk.ts'
import { numbered, unsettled } from './invariants.ts'

const source = 'JSON-RPC 2.0; the answer to a question does not depend on how it is asked'

/** Metamorphic rules: the same question, asked again, in a batch, spelt differently or by another name, has the same answer. */
export function planRepeats(document: OpenRpc, methods: readonly Method[], walk: Walk): Check[] {
  return [
    ...methods.filter(({ params }) => params.length > 0).map(({ name }) => again(name, walk)),
    batch(walk),
    spelling(walk),
    ...numbered.flatMap((place) => {
      const param = methods
        .find(({ name }) => name === place.method)
        ?.params.find(({ name }) => name === place.param)
      return param
        ? constantsOf(document, param.schema)
            .filter((constant) => !unsettled.has(constant))
            .map((constant) => byAnotherName(place, constant, walk))
        : []
    }),
  ]
}

const again = (method: string, walk: Walk): Check => ({
  id: `same/repeat/${method}`,
  level: 'MUST',
  sentence: 'The same call again has the same answer.',
  source,
  async judge(session) {
    const steps = (await settled(session, walk)).filter((step) => step.method.name === method).slice(0, 3)
    if (steps.length === 0) return skip(`no answer of ${method} was met`)
    return await judgeEach(steps, async ({ call }) => {
      const second = await session.call(call.method, call.params)
      return differ(call.reply.value, second.reply.value, second.reply)
    })
  },
})

const batch = (walk: Walk): Check => ({
  id: 'same/batch',
  level: 'MUST',
  sentence: 'A batch has the answers of its calls one by one.',
  source,
  async judge(session) {
    const calls = (await settled(session, walk)).slice(0, 12).map(({ call }) => call)
    if (calls.length === 0) return skip('no answer was met')
    const reply = await session.send(
      JSON.stringify(calls.map((call, index) => ({ ...request(call), id: index }))),
    )
    if (!Array.isArray(reply.value)) return fail('the answer to a batch is not an array', reply)
    const answers = new Map(reply.value.filter(isRecord).map((answer) => [answer['id'], answer]))
    return await judgeEach(calls.entries(), ([index, call]) => {
      const single = isRecord(call.reply.value) ? { ...call.reply.value, id: index } : call.reply.value
      return answers.has(index)
        ? differ(single, answers.get(index), reply)
        : fail(`the call with id ${index} has no answer in the batch`, reply)
    })
  },
})

const spelling = (walk: Walk): Check => ({
  id: 'same/spelling',
  level: 'MUST',
  sentence: 'The order of members and the whitespace of a request mean nothing.',
  source,
  async judge(session) {
    const [step] = await settled(session, walk)
    if (!step) return skip('no answer was met')
    const { jsonrpc, id, method, params } = request(step.call)
    const body = `\n\t${JSON.stringify({ params, method, id, jsonrpc }, undefined, '  ')}\r\n `
    const reply = await session.send(body)
    return differ(step.call.reply.value, reply.value, reply)
  },
})

const byAnotherName = (place: (typeof numbered)[number], constant: unknown, walk: Walk): Check => ({
  id: `same/number/${place.method}/${String(constant)}`,
  level: 'MUST',
  sentence: `What "${String(constant)}" names has the same answer by its own number.`,
  source,
  async judge(session) {
    const steps = (await walk(session)).filter(
      ({ method, scope }) =>
        method.name === place.method && scope.params[place.param] === constant && isRecord(scope.result),
    )
    if (steps.length === 0) return skip(`"${String(constant)}" names nothing here`)
    return await judgeEach(steps, async ({ method, call, scope }) => {
      const params = method.params.map(({ name }) =>
        name === place.param ? evaluate(place.member, scope)[0] : scope.params[name],
      )
      const { outcome, reply } = await session.call(method.name, params)
      return differ({ outcome: call.outcome }, { outcome }, reply)
    })
  },
})

/** Answers that time does not change, in an order drawn from the seed. */
async function settled(session: Session, walk: Walk): Promise<Step[]> {
  const steps = (await walk(session)).filter(({ scope, moving }) => scope.result !== null && moving !== true)
  const order = new Map(steps.map((step) => [step, session.seedOf(step.call.reply.request)]))
  return steps.toSorted((left, right) => order.get(left)! - order.get(right)!)
}

const request = ({ id, method, params }: Call) => ({ jsonrpc: '2.0', id, method, params })

function differ(expected: unknown, actual: unknown, reply: Reply): Finding | undefined {
  const differences = compareAnswers(expected, actual)
  return differences.length === 0
    ? undefined
    : fail(differences.slice(0, 5).map(describeDifference).join('\n'), reply)
}
