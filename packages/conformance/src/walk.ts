import type { Link, OpenRpc } from '@lectern/spec'
import { readMethods, type Method } from './document.ts'
import { ConformanceError } from './error.ts'
import { isQuantity, isRecord, toQuantity } from './json.ts'
import { evaluate, isExpression, type Scope } from './expression.ts'
import { numbered, unsettled } from './rules/invariants.ts'
import { constantsOf } from './schema.ts'
import type { Call, Session } from './session.ts'
import { checkValue } from './value-check.ts'

/** One call on real data, and the link and answer that led to it; the first calls of a walk have none. */
export interface Step {
  readonly method: Method
  readonly call: Call
  /** The call's parameters by name, and its result: null where there was none. */
  readonly scope: Scope
  readonly link?: Link
  readonly from?: Step
  /** Asked by constants alone, like `latest`: the answer may be another one a moment later. */
  readonly moving?: boolean
}

/** How far a walk goes. */
export interface WalkOptions {
  /** Numbers asked for between the first and the last; all of them where there are no more. */
  readonly blocks?: number
  /** Calls that one answer leads to through one link. Where every answer leads to more, one is followed to its end. */
  readonly fanout?: number
  /** Calls at most to find where results begin to have other members: the first block of a fork, and the last before it. */
  readonly forks?: number
}

/** Every call that the links of the document lead to from what can be asked without knowing the data. */
export type Walk = (session: Session) => Promise<readonly Step[]>

interface Way {
  readonly method: Method
  readonly params: readonly unknown[]
  readonly link?: Link
  readonly from?: Step
  /** The type of the object that leads there, where it is one. */
  readonly kind?: unknown
}

const longestWay = 256
const deepest = 4

/** A walk through an endpoint's real data, the same for the same seed; a session makes it once. */
export function createWalk(
  document: OpenRpc,
  { blocks = 6, fanout = 16, forks = 100 }: WalkOptions = {},
): Walk {
  const methods = readMethods(document)
  const entries = methods
    .flatMap((method) => combine(document, method))
    .map((way) => Object.assign(way, { moving: true }))

  const explore = async (session: Session) => {
    const calls = new Map<string, Promise<Call | undefined>>()
    // What a budget leaves unasked is not met; what was met before is judged all the same.
    const ask = async (way: Way): Promise<Step[]> => {
      const key = keyOf(way)
      const call = await (calls.get(key) ??
        calls.set(key, session.call(way.method.name, way.params).catch(endOfBudget)).get(key)!)
      if (!call) return []
      const params = Object.fromEntries(
        way.method.params.map(({ name }, index) => [name, call.params[index]]),
      )
      const result = call.outcome.kind === 'result' ? call.outcome.result : null
      return [{ ...way, call, scope: { params, result } }]
    }
    const askAll = async (ways: readonly Way[]) => (await Promise.all(ways.map(ask))).flat()
    const steps = await askAll(entries)
    steps.push(...(await askAll(between(document, steps, blocks, session))))
    for (const place of numbered)
      steps.push(...(await seekForks(document, place, steps, { ask, askAll, most: forks })))
    const followed = new Set<string>()
    let fresh = steps.slice()
    for (let depth = 0; depth < deepest && fresh.length > 0; depth++) {
      const sources = fresh.filter(
        (step) => !followed.has(keyOf(stepWay(step))) && followed.add(keyOf(stepWay(step))),
      )
      const ways = sources.flatMap((step) =>
        step.method.links.map((link) => follow(document, step, link, methods)),
      )
      fresh = await askAll(choose(ways, fanout, session))
      steps.push(...fresh)
    }
    return steps
  }

  const key = {}
  return (session) => session.once(key, () => explore(session))
}

function endOfBudget(error: unknown): undefined {
  if (!(error instanceof ConformanceError && error.code === 'BUDGET')) throw error
}

const keyOf = ({ method, params }: Way) => `${method.name}${JSON.stringify(params)}`
const stepWay = ({ method, call }: Step): Way => ({ method, params: call.params })

/** Every combination of a method's constant parameters; none where a parameter has no constants. */
function combine(document: OpenRpc, method: Method, fixed: Readonly<Record<string, unknown>> = {}): Way[] {
  let rows: unknown[][] = [[]]
  for (const { name, schema } of method.params) {
    const values = Object.hasOwn(fixed, name)
      ? [fixed[name]]
      : constantsOf(document, schema).filter((value) => !unsettled.has(value))
    rows = rows.flatMap((row) => values.map((value) => row.concat([value])))
  }
  return rows.map((params) => ({ method, params }))
}

/** Neighbours drawn from between the smallest and the largest quantity that a parameter was answered with. */
function between(document: OpenRpc, steps: readonly Step[], most: number, session: Session): Way[] {
  return numbered.flatMap(({ method, param, member }) => {
    const own = steps.filter((step) => step.method.name === method)
    const found = own
      .flatMap(({ scope }) => evaluate(member, scope))
      .filter(isQuantity)
      .map(BigInt)
    if (own[0] === undefined || found.length === 0) return []
    const [low, high] = found.reduce<[bigint, bigint]>(
      ([low, high], n) => [n < low ? n : low, n > high ? n : high],
      [found[0]!, found[0]!],
    )
    const numbers = pick(low, high, most, session.seedOf(`between/${method}`))
    return numbers.flatMap((number) => combine(document, own[0]!.method, { [param]: toQuantity(number) }))
  })
}

interface Asking {
  ask(way: Way): Promise<Step[]>
  askAll(ways: readonly Way[]): Promise<Step[]>
  readonly most: number
}

/** Both sides of each place where results begin to have other members, found by halving between neighbours that differ. */
async function seekForks(
  document: OpenRpc,
  { method: name, param, member }: (typeof numbered)[number],
  steps: readonly Step[],
  { ask, askAll, most }: Asking,
): Promise<Step[]> {
  const shapes = new Map<bigint, string>()
  const note = ({ scope }: Step) => {
    const [number] = evaluate(member, scope).filter(isQuantity)
    if (number !== undefined && isRecord(scope.result))
      shapes.set(BigInt(number), Object.keys(scope.result).toSorted().join())
  }
  const own = steps.filter((step) => step.method.name === name)
  for (const step of own) note(step)
  const method = own[0]?.method
  if (!method) return []
  const found: Step[] = []
  for (let left = most; left > 0; left--) {
    const numbers = [...shapes.keys()].toSorted((a, b) => (a < b ? -1 : 1))
    const at = numbers.findIndex((number, index) => {
      const next = numbers[index + 1]
      return next !== undefined && next - number > 1n && shapes.get(number) !== shapes.get(next)
    })
    if (at < 0) break
    const middle = (numbers[at]! + numbers[at + 1]!) / 2n
    const [way] = combine(document, method, { [param]: toQuantity(middle) })
    const asked = way ? await ask(way) : []
    for (const step of asked) note(step)
    found.push(...asked)
    if (!shapes.has(middle)) break // a gap: nothing more can be said
  }
  const edges = [...shapes.keys()].filter(
    (number) => shapes.has(number + 1n) && shapes.get(number) !== shapes.get(number + 1n),
  )
  const ways = edges
    .flatMap((edge) => [edge, edge + 1n])
    .flatMap((number) => combine(document, method, { [param]: toQuantity(number) }))
  return [...found, ...(await askAll(ways))]
}

function pick(low: bigint, high: bigint, most: number, seed: number): bigint[] {
  const span = high - low + 1n
  if (span <= BigInt(most)) return Array.from({ length: Number(span) }, (_, index) => low + BigInt(index))
  const numbers = new Set<bigint>()
  // A Weyl sequence: spread evenly, and another one for another seed.
  for (let turn = 1n; numbers.size < most; turn++) {
    const number = low + (((BigInt(seed) + turn * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn) % span)
    numbers.add(number)
    if (number > low && numbers.size < most) numbers.add(number - 1n)
  }
  return [...numbers]
}

/** The calls that one link leads to from one answer: those whose parameters the document accepts. */
function follow(document: OpenRpc, from: Step, link: Link, methods: readonly Method[]): Way[] {
  const method = methods.find(({ name }) => name === link.method)
  if (!method || from.scope.result === null) return []
  const columns = method.params.map(({ name }) => {
    const value = link.params[name]
    return isExpression(value) ? evaluate(value, from.scope, { each: true }) : [value]
  })
  // Several values of one expression are several calls.
  const length = Math.max(0, ...columns.map((column) => column.length))
  const rows = columns.some((column) => column.length === 0)
    ? []
    : Array.from({ length }, (_, index) => columns.map((column) => column[column.length === 1 ? 0 : index]))
  const kinds = kindsOf(link, from)
  return rows
    .map((params, index) => ({ method, params, link, from, kind: kinds[index] }))
    .filter(({ params }) =>
      method.params.every(({ schema }, index) => checkValue(document, schema, params[index]) === undefined),
    )
}

/** The types of the objects whose members a link speaks of, in order; objects of several kinds are told apart by `type`. */
function kindsOf(link: Link, { scope }: Step): unknown[] {
  const expression = Object.values(link.params).find(isExpression)
  const parent = expression?.replace(/\.[^.]+\}$/, '}')
  if (parent === undefined || !/\.\d+\}$/.test(parent)) return []
  return evaluate(parent, scope, { each: true }).map((value) => (isRecord(value) ? value['type'] : undefined))
}

/** At most `fanout` ways from each answer through each link, the same ones from every answer that leads to them. */
function choose(groups: readonly Way[][], fanout: number, session: Session): Way[] {
  const shortest = new Map<Link | undefined, number>()
  for (const [way, { length }] of groups.flatMap((ways) =>
    ways.slice(0, 1).map((way) => [way, ways] as const),
  )) {
    shortest.set(way.link, Math.min(length, shortest.get(way.link) ?? longestWay))
  }
  return groups.flatMap((ways) => {
    if (ways.length <= fanout || ways.length === shortest.get(ways[0]?.link)) return ways
    const order = new Map(ways.map((way) => [way, session.seedOf(JSON.stringify(way.params))]))
    const drawn = ways.toSorted((left, right) => order.get(left)! - order.get(right)!)
    return [...new Set([...firstOfKinds(drawn), ...withNeighbours(ways, drawn)])].slice(0, fanout)
  })
}

/** One way for each kind of object that leads there: the rare types of transactions must not be left to chance. */
function firstOfKinds(ways: readonly Way[]): Way[] {
  return [...new Map(ways.toReversed().map((way) => [way.kind, way])).values()]
}

/** The ways in their drawn order, each after the one that stands before it: what a receipt adds follows from its neighbour. */
function withNeighbours(ways: readonly Way[], drawn: readonly Way[]): Way[] {
  const place = new Map(ways.map((way, index) => [way, index]))
  return drawn.flatMap((way) => [way].concat(ways[place.get(way)! - 1] ?? []))
}
