import { fail, checkEach, skip, toCheck, type Check, type Finding } from '../check.ts'
import { type Method } from '../../document/document.ts'
import { names } from '../ethereum/methods.ts'
import { readBlockNumber } from '../ethereum/facts.ts'
import { describeOutcome, isDeclared } from '../../endpoint/exchange.ts'
import { findHighest, isFrom, type Sampler, type Step } from '../../sample/sample.ts'

export function planLinks(methods: readonly Method[], sample: Sampler): Check[] {
  return methods.flatMap((method) => {
    const { name, links, pointer } = method
    return links.map((link, index) => {
      // An index by hash may go back less far than the blocks do.
      const isLoose = !method.isKnown || name === names.block
      const level = isLoose ? 'SHOULD' : 'MUST'
      const sentence = `What ${name} answers leads to a result of ${link.method}.`
      const source = `openrpc.json${pointer}/links/${index}`
      return toCheck(`link/${name}/${link.name}`, level, sentence, source, async (session) => {
        const { steps: met } = await sample(session)
        const steps = met.filter((step) => isFrom(step, name, link))
        const goal = methods.find((one) => one.name === link.method)
        if (goal && goal.safety === undefined)
          return skip(`it is not known that ${link.method} changes nothing: name it with --methods`)
        if (steps.length === 0) return skip(`no response of ${name} leads there`)
        return await checkEach(steps, ({ method, call, scope, from }) => {
          if (scope.result !== null || isDeclared(method, call.outcome)) return undefined
          const origin = `${name}${JSON.stringify(from!.call.params)}`
          const reason = `${origin} leads here, but there is ${describeOutcome(call.outcome)}`
          return { ...fail(reason, call.exchange), ...readDepth(readBlockNumber(from!.scope.result), met) }
        })
      })
    })
  })
}

export const readDepth = (number: bigint | undefined, met: readonly Step[]): Pick<Finding, 'depth'> =>
  number === undefined ? {} : { depth: findHighest(met, number) - number }
