import { fail, judgeEach, skip, type Check } from './check.ts'
import type { Method } from '../document/document.ts'
import { readBlockNumber } from '../sample/facts.ts'
import { describeOutcome, isDeclared } from '../endpoint/reply.ts'
import type { Walk } from '../sample/walk.ts'
import { tellDepth } from './gaps.ts'
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
