import type { Anchor, Grounds } from './interface.ts'

/** An anchor's number and grounds, the number as a store counts. */
interface Mark<N> {
  readonly number: N
  readonly grounds: Anchor['grounds']
}

/** The anchors below a new one, the lowest first; of several with the same grounds the highest. */
export function earlierAnchors<N>(
  { anchor, earlier = [] }: { readonly anchor: Mark<N> | null; readonly earlier?: readonly Mark<N>[] },
  next: { readonly number: N; readonly grounds?: Grounds | null },
): readonly Mark<N>[] {
  const grounds = next.grounds ?? null
  const isRaised = anchor !== null && anchor.number !== next.number
  const all = isRaised ? [...earlier, { number: anchor.number, grounds: anchor.grounds }] : earlier
  return all.at(-1)?.grounds === grounds ? all.slice(0, -1) : all
}
