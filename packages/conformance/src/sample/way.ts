import type { Link, OpenRpc } from '@lectern/spec'
import type { Method } from '../document/document.ts'
import type { Scope } from '../document/expression.ts'
import { unsettled } from '../rules/invariants.ts'
import { constantsOf } from '../document/schema.ts'
import type { Call } from '../endpoint/session.ts'

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

/** A call that a walk may make. */
export interface Way {
  readonly method: Method
  readonly params: readonly unknown[]
  readonly link?: Link
  readonly from?: Step
  /** The type of the object that leads there, where it is one. */
  readonly kind?: unknown
}

/** Every combination of a method's constant parameters; none where a parameter has no constants. */
export function combine(
  document: OpenRpc,
  method: Method,
  fixed: Readonly<Record<string, unknown>> = {},
): Way[] {
  let rows: unknown[][] = [[]]
  for (const { name, schema } of method.params) {
    const values = Object.hasOwn(fixed, name)
      ? [fixed[name]]
      : constantsOf(document, schema).filter((value) => !unsettled.has(value))
    rows = rows.flatMap((row) => values.map((value) => row.concat([value])))
  }
  return rows.map((params) => ({ method, params }))
}
