import type { Method } from './document.ts'
import { ownMember, type Json } from './json.ts'

/** The scope of a runtime expression: a call's named parameters and its result. */
export interface Scope {
  readonly params: Json
  readonly result: unknown
}

/** The scope of a call: its values under the names of the method's parameters, and what was answered. */
export function scopeOf(
  { params, names }: Pick<Method, 'params' | 'names'>,
  values: readonly unknown[],
  result: unknown,
): Scope {
  const all = [params.map(({ name }) => name), names].flatMap((list) =>
    list.map((name, index) => [name, values[index]]),
  )
  return { params: Object.fromEntries(all), result }
}

/** An OpenRPC runtime expression, e.g. `$params.tx_hash`, `$result.transactions[*].hash`, also as `${…}`. */
export const isExpression = (value: unknown): value is string =>
  typeof value === 'string' && /^(\$\{)?\$?(params|result)\b/.test(value) && value.startsWith('$')

/** Returns every value that an expression names, in order. With `each`, an index stands for all items of its array, as links mean it. */
export function evaluate(
  expression: string,
  scope: Scope,
  { each = false }: { each?: boolean } = {},
): unknown[] {
  const [root = '', ...steps] = expression
    .replace(/^\$\{?\$?/, '')
    .replace(/\}$/, '')
    .split(/[.[]/)
  let values: unknown[] = root === 'params' ? [scope.params] : [scope.result]
  for (const step of steps.map((text) => text.replace(/\]$/, ''))) {
    values = values.flatMap((value) =>
      step === '*' || (each && /^\d+$/.test(step)) ? Object.values(value ?? {}) : ownMember(value, step),
    )
  }
  return values
}
