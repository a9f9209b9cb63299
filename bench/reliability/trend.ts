/** The sample of each minute with the least memory: what is between two collections is not growth. */
export function lowestPerMinute<T extends { readonly minutes: number; readonly anonymous: number }>(
  samples: readonly T[],
): T[] {
  const minutes = Map.groupBy(samples, ({ minutes }) => Math.floor(minutes))
  return [...minutes.values()].map((each) =>
    each.reduce((least, next) => (next.anonymous < least.anonymous ? next : least)),
  )
}

/** The slope of points by least squares, and its standard error. */
export function slopeOf(points: readonly (readonly [number, number])[]): [slope: number, doubt: number] {
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
  const rest = points.reduce((sum, [x, y]) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return [slope, Math.sqrt(rest / (points.length - 2) / spread)]
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
