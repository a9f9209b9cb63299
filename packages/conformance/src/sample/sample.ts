import type { OpenRpc } from '@lectern/spec'
import { readMethods, toParams, type Method, type ServiceOptions } from '../document/document.ts'
import { names, numberParam } from '../rules/ethereum/methods.ts'
import { blameless, ConformanceError } from '../error.ts'
import { scopeOf } from '../document/expression.ts'
import { readBlockNumber } from '../rules/ethereum/facts.ts'
import { isQuantity } from '../document/json.ts'
import { isServed, askUntil, type Call, type Session } from '../endpoint/session.ts'
import { choose, firstCalls, follow, pooledCalls, type Step, type NextCall } from './calls.ts'
import { byNumber, seekForks, between } from '../rules/ethereum/numbers.ts'

export { isFrom, type Step } from './calls.ts'

/** How much a sample collects. */
export interface SampleOptions {
  /** Numbers asked for between the first and the last; all of them where there are no more. */
  readonly blocks?: number
  /** Numbers asked for in batches, to see whether each is there; all of them where there are no more. */
  readonly sweep?: number
  /** Calls that one response leads to through one link. Where every response leads to more, one is followed to its end. */
  readonly fanout?: number
  /** Calls that a response may lead to if it is followed to its end. */
  readonly longest?: number
  /** Calls at most to find where results begin to have other members: the first block of a fork, and the last before it. */
  readonly forks?: number
}

/** A sample that leaves most of 1,000 requests to the other checks. */
export const smallSample: Required<SampleOptions> = {
  blocks: 4,
  sweep: 128,
  fanout: 4,
  longest: 64,
  forks: 60,
}

/** Every call that the links of the document lead to from what can be asked without knowing the data. */
export interface Sample {
  /** The calls that were answered. */
  readonly steps: readonly Step[]
  /** Those that were not: errors that are UNREACHABLE or UNREADABLE. */
  readonly losses: readonly ConformanceError[]
  /** Why the rest was not asked: the first error that is BUDGET, LIMITED or LOST; undefined where all was. */
  readonly end: ConformanceError | undefined
}

/** Collects the sample of an endpoint, once in a session. */
export type Sampler = (session: Session) => Promise<Sample>

const deepest = 4

/** Returns what samples an endpoint's real data, the same for the same seed. */
export function createSample(
  document: OpenRpc,
  { blocks = 6, fanout = 16, longest = 256, forks = 100, ...service }: SampleOptions & ServiceOptions = {},
): Sampler {
  const all = readMethods(document, service)

  const explore: Sampler = async (session) => {
    const calls = new Map<string, Promise<Call | undefined>>()
    const losses: ConformanceError[] = []
    let end: ConformanceError | undefined
    // A call without a response is left out; the rest of the sample is checked all the same.
    const note = (error: unknown): undefined => {
      if (!(error instanceof ConformanceError)) throw error
      if (error.code === 'UNREACHABLE' || error.code === 'UNREADABLE') losses.push(error)
      else if (blameless.has(error.code)) end ??= error
      else throw error
    }
    const isAsked = async (method: Method) => !method.isCompanion || (await isServed(session, method))
    const asked = await Promise.all(all.map((method) => isAsked(method).catch(note)))
    const methods = all.filter((_, index) => asked[index])
    const entries = methods.flatMap((method) => firstCalls(method, service))
    let head = -1n
    const send = (next: NextCall) => {
      const isNew = isNear(head, next)
      const isThere = ({ outcome }: Call) => !isNew || outcome.kind !== 'result' || outcome.result !== null
      return askUntil(() => session.call(next.method.name, toParams(next.method, next.params)), isThere)
    }
    const ask = async (next: NextCall): Promise<Step[]> => {
      const key = keyOf(next.method, next.params)
      const call = await (calls.get(key) ?? calls.set(key, send(next).catch(note)).get(key)!)
      if (!call) return []
      const result = call.outcome.kind === 'result' ? call.outcome.result : null
      return [{ ...next, call, scope: scopeOf(next.method, next.params, result) }]
    }
    const askAll = async (next: readonly NextCall[]) => (await Promise.all(next.map(ask))).flat()
    const steps = await askAll(
      entries.map((next) => Object.assign(next, next.method.isKnown && { moving: true })),
    )
    head = findHighest(steps, head)
    steps.push(...(await askAll(between(steps, blocks, session))))
    steps.push(...(await seekForks(steps, forks, askAll)))
    steps.push(...(await askAll(pooledCalls(methods, steps))))
    const followed = new Set<string>()
    let fresh = steps.slice()
    for (let depth = 0; depth < deepest && fresh.length > 0; depth++) {
      const next = fresh.flatMap((step) => {
        const key = keyOf(step.method, step.params)
        const links = followed.has(key) ? [] : step.method.links
        followed.add(key)
        return links.map((link) => follow(step, link, methods))
      })
      fresh = await askAll(choose(next, { fanout, longest, session }))
      steps.push(...fresh)
    }
    return { steps, losses, end }
  }

  const key = {}
  return (session) => session.once(key, () => explore(session))
}

/** How many blocks below the head may not be there yet on another node of the same address. */
export const newest = 2n

/** The highest block that steps met, and not below a number that is known already. */
export const findHighest = (steps: readonly Step[], known = 0n): bigint =>
  [known, ...steps.map(({ scope }) => readBlockNumber(scope.result) ?? known)].toSorted(byNumber).at(-1)!

/** Whether a call is for what stands in one of the newest blocks: not every node behind an address has them yet. */
function isNear(head: bigint, { method, params, from }: NextCall): boolean {
  const asked = method.name === names.block ? params[method.names.indexOf(numberParam)] : undefined
  const number = isQuantity(asked) ? BigInt(asked) : from && readBlockNumber(from.scope.result)
  return number !== undefined && number <= head && number >= head - newest
}

const keyOf = ({ name }: Method, params: readonly unknown[]) => `${name}${JSON.stringify(params)}`
