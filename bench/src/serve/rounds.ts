import { type Figures, type Load, measureLoad } from '../tools/load.ts'

/**
 * Measures loads in turn, as often as there are passes, so that a disturbance of the machine disturbs all of them.
 * A server is warmed up first: until its CPU per request falls by less than a twentieth, twice in a row.
 */
export async function measureInTurn(
  loads: readonly Load[],
  { passes, seconds, isWarmed = true }: { passes: number; seconds: number; isWarmed?: boolean },
): Promise<(readonly Figures[])[]> {
  const runs = loads.map((): Figures[] => [])
  const asked = loads.map(() => 0)
  // Each run begins where the last one ended: a block that is requested twice would be cached.
  const measure = async (index: number, seconds: number): Promise<Figures> => {
    const load = loads[index]!
    const figures = await measureLoad({ ...load, seconds, from: asked[index]! % load.bodies.length })
    asked[index]! += figures.requests
    return figures
  }
  const warmUp = async (index: number): Promise<void> => {
    let best = Infinity
    for (let time = 0, vain = 0; time < MOST_WARMINGS && vain < 2; time++) {
      const { cpu } = await measure(index, seconds)
      vain = cpu > 0.95 * best ? vain + 1 : 0
      best = Math.min(best, cpu)
    }
  }
  for (let pass = 0; pass < passes; pass++)
    for (const index of loads.keys()) {
      if (isWarmed) await (pass === 0 ? warmUp(index) : measure(index, 1))
      runs[index]!.push(await measure(index, seconds))
    }
  return runs
}

const MOST_WARMINGS = 6

/** Returns the least value of a figure: the run that the machine disturbed least. */
export const least = (runs: readonly Figures[], figure: keyof Figures): number =>
  Math.min(...runs.map((run) => run[figure]))

/** Returns the median of a figure. */
export function median(runs: readonly Figures[], figure: keyof Figures): number {
  return runs.map((run) => run[figure]).toSorted((one, other) => one - other)[runs.length >> 1]!
}
