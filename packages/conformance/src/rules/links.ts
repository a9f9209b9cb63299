import { fail, judgeEach, skip, type Check, type Finding, type Level } from '../check.ts'
import type { Method } from '../document.ts'
import { evaluate } from '../expression.ts'
import { describeOutcome, isDeclared } from '../reply.ts'
import { describeIssue, type Validators } from '../validators.ts'
import { isQuantity } from '../json.ts'
import type { Session } from '../session.ts'
import type { Walk } from '../walk.ts'
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
        const steps = (await walk(session)).filter(
          (step) => step.from?.method.name === method.name && step.link?.name === link.name,
        )
        if (steps.length === 0) return skip(`no answer of ${method.name} leads there`)
        return await judgeEach(steps, ({ method, call, scope, from }) =>
          scope.result === null && !isDeclared(method, call.outcome)
            ? fail(
                `${from!.call.method}${JSON.stringify(from!.call.params)} leads here, but there is ${describeOutcome(call.outcome)}`,
                call.reply,
              )
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
      const steps = (await walk(session)).filter(
        (step) => step.method.name === method && isQuantity(step.scope.params[param]),
      )
      const answered = steps
        .flatMap(({ scope }) => evaluate(member, scope))
        .filter(isQuantity)
        .map(BigInt)
      const gap = steps.find(({ method, scope, call }) => {
        const number = BigInt(scope.params[param] as string)
        return (
          scope.result === null &&
          !isDeclared(method, call.outcome) &&
          answered.some((other) => other < number) &&
          answered.some((other) => other > number)
        )
      })
      if (answered.length === 0) return skip(`no answer of ${method} was met`)
      return (
        gap &&
        fail(
          `there is ${describeOutcome(gap.call.outcome)}, but smaller and larger numbers have results`,
          gap.call.reply,
        )
      )
    },
  }))
}

/**
 * Every result met on the walk is valid by the document: it has exactly the members the document gives it (SHOULD), and
 * at least what every node sends (MUST): members beside them, and what `x-elsewhere` names, are borne.
 */
export function planSchemas(
  methods: readonly Method[],
  { results }: Pick<Validators, 'results'>,
  walk: Walk,
): Check[] {
  return methods.flatMap((method) => {
    const { name } = method
    return [
      row(
        `schema/${name}`,
        'SHOULD',
        `Every result of ${name} has exactly the members of the document.`,
        'strict',
      ),
      row(
        `schema/${name}/tolerant`,
        'MUST',
        `Every result of ${name} has what every node sends.`,
        'tolerant',
      ),
    ]

    function row(id: string, level: Level, sentence: string, mode: 'strict' | 'tolerant'): Check {
      return {
        id,
        level,
        sentence,
        source: `openrpc.json${method.pointer}/result`,
        judge: (session) => judge(session, mode),
      }
    }

    async function judge(session: Session, mode: 'strict' | 'tolerant'): Promise<Finding | undefined> {
      const steps = (await walk(session)).filter((step) => step.method.name === method.name)
      const answered = steps.filter(({ call }) => call.outcome.kind === 'result')
      if (answered.every(({ scope }) => scope.result === null))
        return skip(`no result of ${method.name} was met`)
      return await judgeEach(answered, ({ call, scope }) => {
        const issue = results[method.name]?.(scope.result, mode)
        return issue ? fail(describeIssue(issue), call.reply) : undefined
      })
    }
  })
}
