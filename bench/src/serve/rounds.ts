import { type Figures, type Load, measureLoad } from '../load.ts'

/** What one server did under one load: the runs in the order they were made. */
export type Runs = readonly Figures[]

/** How long and how often is measured. */
export interface Effort {
  readonly passes: number
  readonly seconds: number
  /** Whether each load is asked until it gets no cheaper before its first run, and for a second before the later ones; true where it is not said. */
  readonly isWarmed?: boolean
}

/**
 * Measures loads in turn, as often as there are passes, so that what disturbs the machine disturbs all alike. Gives the runs of each, in the loads' order.
 */
export async function measureInTurn(
  loads: readonly Load[],
  { passes, seconds, isWarmed = true }: Effort,
): Promise<Runs[]> {
  const runs = loads.map((): Figures[] => [])
  const asked = loads.map(() => 0)
  /** Each run goes on where the one before ended: asked once more, an old transaction would be in a cache. */
  const measure = async (index: number, seconds: number): Promise<Figures> => {
    const load = loads[index]!
    const figures = await measureLoad({ ...load, seconds, from: asked[index]! % load.bodies.length })
    asked[index]! += figures.requests + figures.refused
    return figures
  }
  const warmUp = async (index: number): Promise<void> => {
    let best = Infinity
    for (let time = 0, vain = 0; time < mostWarming && vain < 2; time++) {
      const { cpu } = await measure(index, warming)
      vain = cpu > 0.95 * best ? vain + 1 : 0
      best = Math.min(best, cpu)
    }
  }
  for (let pass = 0; pass < passes; pass++)
    for (const index of loads.keys()) {
      // After 14 s of the others' turns a lookup took 32 µs, in runs that follow one another 22.
      if (isWarmed) await (pass === 0 ? warmUp(index) : measure(index, 1))
      runs[index]!.push(await measure(index, seconds))
    }
  return runs
}

/** Seconds of a run that warms a server up, and how many there are at most: a service has been asked for hours, so what it compiles is compiled, and its caches have what they will. */
const [warming, mostWarming] = [3, 8]

/** The least of one figure over the runs: what the server takes when nobody disturbs it. */
export const least = (runs: Runs, figure: keyof Figures): number =>
  Math.min(...runs.map((run) => run[figure]))

/** The most of one figure over the runs. */
export const most = (runs: Runs, figure: keyof Figures): number => Math.max(...runs.map((run) => run[figure]))

/** The median of one figure over the runs. */
export function median(runs: Runs, figure: keyof Figures): number {
  return runs.map((run) => run[figure]).toSorted((one, other) => one - other)[runs.length >> 1]!
}
