import type { OpenRpc } from '@lectern/spec'
import { evaluate } from '../document/expression.ts'
import { isQuantity, toQuantity } from '../json.ts'
import { numbered } from '../rules/invariants.ts'
import type { Session } from '../endpoint/session.ts'
import { combine, type Step, type Way } from './way.ts'

/** Neighbours drawn from between the smallest and the largest quantity that a parameter was answered with. */
export function between(document: OpenRpc, steps: readonly Step[], most: number, session: Session): Way[] {
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
    const numbers = pickNumbers(low, high, most, session.seedOf(`between/${method}`))
    return numbers.flatMap((number) => combine(document, own[0]!.method, { [param]: toQuantity(number) }))
  })
}

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
