import type { OpenRpc } from '@lectern/spec'
import { evaluate } from '../document/expression.ts'
import { isQuantity, isRecord, toQuantity } from '../json.ts'
import type { numbered } from '../rules/invariants.ts'
import { combine, type Step, type Way } from './way.ts'

/** How a search asks, and how often at most. */
export interface Asking {
  ask(way: Way): Promise<Step[]>
  askAll(ways: readonly Way[]): Promise<Step[]>
  readonly most: number
}

/** Both sides of each place where results begin to have other members, found by halving between neighbours that differ. */
export async function seekForks(
  document: OpenRpc,
  { method: name, param, member }: (typeof numbered)[number],
  steps: readonly Step[],
  { ask, askAll, most }: Asking,
): Promise<Step[]> {
  const shapes = new Map<bigint, string>()
  const note = ({ scope }: Step) => {
    const number = evaluate(member, scope).find(isQuantity)
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
