import { fail, judgeEach, skip, type Check, type Finding } from '../check.ts'
import type { Method } from '../document.ts'
import { evaluate } from '../expression.ts'
import { readBlockNumber } from '../facts.ts'
import { describeOutcome, isDeclared } from '../reply.ts'
import { isQuantity } from '../json.ts'
import type { Step, Walk } from '../walk.ts'
import { numbered } from './invariants.ts'

/** The links of the document, followed through real data: what an answer leads to is there. */
export function planLinks(methods: readonly Method[], walk: Walk): Check[] {
  return methods.flatMap((method) =>
    method.links.map((link, index): Check => ({
      id: `link/${method.name}/${link.name}`,
      // What is found by its hash may be indexed, and kept, for less long than the blocks are.
      level: numbered.some((place) => place.method === method.name) ? 'SHOULD' : 'MUST',
      sentence: `What ${method.name} answers leads to a result of ${link.method}.`,
      source: `openrpc.json${method.pointer}/links/${index}`,
      async judge(session) {
        const met = await walk(session)
        const steps = met.filter(
          (step) => step.from?.method.name === method.name && step.link?.name === link.name,
        )
        if (steps.length === 0) return skip(`no answer of ${method.name} leads there`)
        return await judgeEach(steps, ({ method, call, scope, from }) =>
          scope.result === null && !isDeclared(method, call.outcome)
            ? {
                ...fail(
                  `${from!.call.method}${JSON.stringify(from!.call.params)} leads here, but there is ${describeOutcome(call.outcome)}`,
                  call.reply,
                ),
                ...tellDepth(readBlockNumber(from!.scope.result), met),
              }
            : undefined,
        )
      },
    })),
  )
}

/** What can be asked by number is there for each number between the smallest and the largest one met. */
export function planGaps(methods: readonly Method[], walk: Walk): Check[] {
  const known = numbered.filter(({ method }) => methods.some(({ name }) => name === method))
  return known.map(({ method, param, member }) => ({
    id: `link/${method}/between`,
    level: 'SHOULD', // history that is gone is an error of its own, but there are nodes that answer null
    sentence: `${method} answers for every number between two that it answers for.`,
    source: 'execution-apis, method descriptions',
    async judge(session) {
      const met = await walk(session)
      const steps = met.filter((step) => step.method.name === method && isQuantity(step.scope.params[param]))
      const answered = steps
        .flatMap(({ scope }) => evaluate(member, scope))
        .filter(isQuantity)
        .map(BigInt)
      const gaps = steps.filter(({ method, scope, call }) => {
        const number = BigInt(scope.params[param] as string)
        return (
          scope.result === null &&
          !isDeclared(method, call.outcome) &&
          answered.some((other) => other < number) &&
          answered.some((other) => other > number)
        )
      })
      if (answered.length === 0) return skip(`no answer of ${method} was met`)
      return await judgeEach(gaps, ({ call, scope }) => ({
        ...fail(
          `there is ${describeOutcome(call.outcome)}, but smaller and larger numbers have results`,
          call.reply,
        ),
        ...tellDepth(BigInt(scope.params[param] as string), met),
      }))
    },
  }))
}

/** How far a block is below the highest one that was met. */
function tellDepth(number: bigint | undefined, met: readonly Step[]): Pick<Finding, 'depth'> {
  if (number === undefined) return {}
  const numbers = met.flatMap(({ scope }) => readBlockNumber(scope.result) ?? [])
  return { depth: numbers.reduce((highest, one) => (one > highest ? one : highest), number) - number }
}
