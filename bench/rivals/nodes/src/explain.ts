import { matches } from '@lectern/conformance/testing'
import { isUnexpected, type Report, type Result } from '@lectern/conformance'
import { explanations, type Explanation } from './explanations.ts'

/** A node's failures, each under the explanation that fits it. */
export interface Explained {
  /** By explanation, in their order; the results that nothing explains are under `undefined`. */
  readonly groups: ReadonlyMap<Explanation | undefined, readonly Result[]>
}

/** Finds the explanation of each unexpected result of a node. */
export function explain(node: string, { results }: Report): Explained {
  const own = explanations.filter(({ nodes }) => nodes.some((name) => isOf(node, name)))
  const failures = results.filter(isUnexpected)
  const find = ({ id }: Result) => own.find(({ checks }) => checks.some((glob) => matches(glob, id)))
  const found = Map.groupBy(failures, find)
  const order = [undefined, ...own].filter((explanation) => found.has(explanation))
  return { groups: new Map(order.map((explanation) => [explanation, found.get(explanation)!])) }
}

/** The explanations that explain nothing in these runs although their nodes were checked. */
export function findStale(runs: ReadonlyMap<string, Explained>): Explanation[] {
  return explanations.filter(
    (explanation) =>
      [...runs.keys()].some((node) => explanation.nodes.some((name) => isOf(node, name))) &&
      ![...runs.values()].some(({ groups }) => groups.has(explanation)),
  )
}

const isOf = (node: string, name: string) => node === name || node.startsWith(`${name}-`)
