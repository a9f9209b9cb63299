import type { Link } from '@lectern/spec'
import type { Session } from '../endpoint/session.ts'
import type { Way } from './way.ts'

/** At most `fanout` ways from each answer through each link, the same ones from every answer that leads to them. */
export function choose(
  groups: readonly Way[][],
  { fanout, longest, session }: { fanout: number; longest: number; session: Session },
): Way[] {
  const shortest = new Map<Link | undefined, number>()
  for (const [way, { length }] of groups.flatMap((ways) =>
    ways.slice(0, 1).map((way) => [way, ways] as const),
  )) {
    shortest.set(way.link, Math.min(length, shortest.get(way.link) ?? longest))
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
