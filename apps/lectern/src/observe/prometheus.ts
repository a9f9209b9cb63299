import { AggregatorRegistry } from 'prom-client'

/** A value of a metric. */
export interface Sample {
  readonly metricName?: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** One metric with its values, as prom-client aggregates them: plain data that one process can send to another. */
export interface MetricRow {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes become one value. */
  readonly aggregator: 'sum' | 'min' | 'max' | 'first'
  readonly values: readonly Sample[]
}

/** A metric as a row of a table; `read` returns its values, or null if there is nothing to say. @default aggregator 'sum' */
export type Metric<Source> = readonly [
  type: MetricRow['type'],
  name: string,
  help: string,
  read: (source: Source, name: string) => number | bigint | null | readonly Sample[],
  aggregator?: MetricRow['aggregator'],
]

/** Reads the metrics that a source has values for. */
export const readMetrics = <Source>(metrics: readonly Metric<Source>[], source: Source): MetricRow[] =>
  metrics.flatMap(([type, name, help, read, aggregator = 'sum']) => {
    const value = read(source, name)
    if (value === null) return []
    const values = typeof value === 'object' ? value : [{ labels: {}, value: Number(value) }]
    return [{ name, help, type, aggregator, values }]
  })

/** Returns a sample for each value of a label. */
export const labelled = (label: string, values: Iterable<readonly [string, number]>): Sample[] =>
  Array.from(values, ([name, value]) => ({ labels: { [label]: name }, value }))

export const addRows = async (processes: readonly (readonly MetricRow[])[]): Promise<readonly MetricRow[]> =>
  (await AggregatorRegistry.aggregate(
    processes as MetricRow[][],
  ).getMetricsAsJSON()) as unknown as MetricRow[]

/** Writes the text of `GET /metrics` (Prometheus, 0.0.4): the rows of all processes, aggregated. */
export const writeMetrics = (processes: readonly (readonly MetricRow[])[]): Promise<string> =>
  AggregatorRegistry.aggregate(processes as MetricRow[][]).metrics()

export const metricsType: string = AggregatorRegistry.PROMETHEUS_CONTENT_TYPE

export interface Histogram {
  observe(value: number): void
  /** Its samples for Prometheus: a `_bucket` for each bound and `+Inf`, `_sum`, `_count`. */
  samples(name: string, labels?: Readonly<Record<string, string>>): Sample[]
}

/** Creates a histogram over ascending bounds, each included in its bucket. A value costs 20 ns; with prom-client, which hashes labels, 400. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = new Float64Array(bounds.length + 1)
  let sum = 0
  return {
    observe(value) {
      let index = 0
      while (index < bounds.length && value > bounds[index]!) index++
      counts[index]!++
      sum += value
    },
    samples(name, labels = {}) {
      let count = 0
      const buckets = [...counts].map((here, index) => {
        count += here
        const le = String(bounds[index] ?? '+Inf')
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    },
  }
}
