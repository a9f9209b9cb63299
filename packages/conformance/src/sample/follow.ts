import type { Link, OpenRpc } from '@lectern/spec'
import type { Method } from '../document/document.ts'
import { evaluate, isExpression } from '../document/expression.ts'
import { isRecord } from '../json.ts'
import { checkValue } from '../document/value-check.ts'
import type { Step, Way } from './way.ts'

/** The calls that one link leads to from one answer: those whose parameters the document accepts. */
export function follow(document: OpenRpc, from: Step, link: Link, methods: readonly Method[]): Way[] {
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
