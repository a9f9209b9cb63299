import { fail, firstFailure, skip, type Check } from '../check.ts'
import type { Method } from '../document.ts'
import { describeOutcome } from '../reply.ts'
import { describeIssue, type Validators } from '../validators.ts'
import type { Walk } from '../walk.ts'

/** The links of the document, followed through real data: what an answer leads to is there. */
export function planLinks(methods: readonly Method[], walk: Walk): Check[] {
  return methods.flatMap((method) =>
    method.links.map((link, index): Check => ({
      id: `link/${method.name}/${link.name}`,
      level: 'MUST',
      sentence: `What ${method.name} answers leads to a result of ${link.method}.`,
      source: `openrpc.json${method.pointer}/links/${index}`,
      async judge(session) {
        const steps = (await walk(session)).filter(
          (step) => step.from?.method.name === method.name && step.link?.name === link.name,
        )
        if (steps.length === 0) return skip(`no answer of ${method.name} leads there`)
        return await firstFailure(steps, ({ call, scope, from }) =>
          scope.result === null
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

/** Every result met on the walk is valid by the document, strictly. */
export function planSchemas(
  methods: readonly Method[],
  { results }: Pick<Validators, 'results'>,
  walk: Walk,
): Check[] {
  return methods.map((method) => ({
    id: `schema/${method.name}`,
    level: 'MUST',
    sentence: `Every result of ${method.name} has exactly the members and values the document gives it.`,
    source: `openrpc.json${method.pointer}/result`,
    async judge(session) {
      const steps = (await walk(session)).filter((step) => step.method.name === method.name)
      const answered = steps.filter(({ call }) => call.outcome.kind === 'result')
      if (answered.every(({ scope }) => scope.result === null))
        return skip(`no result of ${method.name} was met`)
      return await firstFailure(answered, ({ call, scope }) => {
        const issue = results[method.name]?.(scope.result, 'strict')
        return issue ? fail(describeIssue(issue), call.reply) : undefined
      })
    },
  }))
}
