import type { Method } from '../../document/document.ts'
import { isRecord, toQuantity } from '../../document/json.ts'
import { readBlockNumber } from './facts.ts'
import { names, numberParam } from './methods.ts'
import type { Session } from '../../endpoint/session.ts'
import { combine, type Step, type NextCall } from '../../sample/calls.ts'

const ofBlocks = (steps: readonly Step[]) => steps.filter(({ method }) => method.name === names.block)

export const callsAt = (method: Method, number: bigint): NextCall[] =>
  combine(method, { [numberParam]: toQuantity(number) })

/** Neighbours drawn from between the smallest and the largest number of blocks that were met. */
export function between(steps: readonly Step[], most: number, session: Session): NextCall[] {
  const [own] = ofBlocks(steps)
  const numbers = sortNumbers(steps)
  const [low, high] = [numbers[0], numbers.at(-1)]
  if (own === undefined || low === undefined || high === undefined) return []
  return pickNumbers(low, high, most, session.seedOf(`between/${names.block}`)).flatMap((number) =>
    callsAt(own.method, number),
  )
}

export const sortNumbers = (steps: readonly Step[]): bigint[] =>
  ofBlocks(steps)
    .flatMap(({ scope }) => readBlockNumber(scope.result) ?? [])
    .toSorted(byNumber)

export const byNumber = (one: bigint, other: bigint): number => (one < other ? -1 : 1)

/** At most so many numbers from a range: all of it, or some that are spread over it, each with the one before. */
export function pickNumbers(low: bigint, high: bigint, most: number, seed: number): bigint[] {
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

/** The blocks on both sides of each change in the members of results, found by halving between neighbours that differ. */
export async function seekForks(
  steps: readonly Step[],
  most: number,
  askAll: (calls: readonly NextCall[]) => Promise<Step[]>,
): Promise<Step[]> {
  const shapes = new Map<bigint, string>()
  const note = ({ scope }: Step) => {
    const number = readBlockNumber(scope.result)
    if (number !== undefined && isRecord(scope.result))
      shapes.set(number, Object.keys(scope.result).toSorted().join())
  }
  const own = ofBlocks(steps)
  own.forEach(note)
  const method = own[0]?.method
  if (!method) return []
  const callsFor = (number: bigint) => callsAt(method, number)
  const found: Step[] = []
  for (let left = most; left > 0; left--) {
    const numbers = [...shapes.keys()].toSorted(byNumber)
    const at = numbers.findIndex((number, index) => {
      const next = numbers[index + 1]
      return next !== undefined && next - number > 1n && shapes.get(number) !== shapes.get(next)
    })
    if (at < 0) break
    const middle = (numbers[at]! + numbers[at + 1]!) / 2n
    const asked = await askAll(callsFor(middle).slice(0, 1))
    asked.forEach(note)
    found.push(...asked)
    if (!shapes.has(middle)) break // a gap: nothing more can be said
  }
  const edges = [...shapes.keys()].filter(
    (number) => shapes.has(number + 1n) && shapes.get(number) !== shapes.get(number + 1n),
  )
  const calls = edges.flatMap((edge) => [edge, edge + 1n]).flatMap(callsFor)
  return [...found, ...(await askAll(calls))]
}
