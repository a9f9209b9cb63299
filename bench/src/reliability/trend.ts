import { type Finding, show } from './finding.ts'

/** The most MB of growth per hour. */
const MOST = 1

/** Decides from samples whether memory grows; not decided if the slope is within twice its standard error of the bound. */
export function judgeGrowth(
  samples: readonly { readonly minutes: number; readonly anonymous: number }[],
): Finding {
  const floors = lowestPerMinute(samples)
  const [slope, doubt] = slopeOf(floors.map(({ minutes, anonymous }) => [minutes / 60, anonymous / 1e6]))
  const range = [Math.min, Math.max].map((pick) => pick(...samples.map(({ anonymous }) => anonymous)) / 1e6)
  return {
    claim: `after the first third, memory of its own grows by less than ${MOST} MB per hour (least of each minute, least squares)`,
    measured: `${show(slope)} ± ${show(doubt)} MB per hour; ${show(range[0]!)} to ${show(range[1]!)} MB`,
    holds: slope + 2 * doubt < MOST ? true : slope - 2 * doubt < MOST ? null : false,
  }
}

/** Returns the sample of each minute with the least memory: garbage between two collections is not growth. */
function lowestPerMinute<T extends { readonly minutes: number; readonly anonymous: number }>(
  samples: readonly T[],
): T[] {
  const minutes = Map.groupBy(samples, ({ minutes }) => Math.floor(minutes))
  return [...minutes.values()].map((each) =>
    each.reduce((least, next) => (next.anonymous < least.anonymous ? next : least)),
  )
}

/** Returns the slope of points by least squares, and its standard error. */
function slopeOf(points: readonly (readonly [number, number])[]): [slope: number, doubt: number] {
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return [slope, Math.sqrt(rest / (points.length - 2) / spread)]
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
