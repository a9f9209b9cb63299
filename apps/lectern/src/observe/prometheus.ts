import { AggregatorRegistry } from 'prom-client'

/** One metric with its values, as prom-client aggregates them: plain data that one process can send to another. */
export interface MetricRow {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes become one value. */
  readonly aggregator: 'sum' | 'min' | 'max' | 'first'
  readonly values: readonly {
    readonly metricName?: string
    readonly labels: Readonly<Record<string, string>>
    readonly value: number
  }[]
}

/** A metric without its values; with `label`, each value has one. */
export interface Metric extends Omit<MetricRow, 'values'> {
  readonly label?: string
}

export const metric = (
  type: MetricRow['type'],
  name: string,
  help: string,
  aggregator: MetricRow['aggregator'] = 'sum',
  label?: string,
): Metric => ({ name, help, type, aggregator, ...(label !== undefined && { label }) })

/** Makes a row of one number, or of a number for each value of the metric's label. */
export function toMetricRow(
  { label = '', ...rest }: Metric,
  values: number | Iterable<readonly [string, number]>,
): MetricRow {
  const samples =
    typeof values === 'number'
      ? [{ labels: {}, value: values }]
      : Array.from(values, ([name, value]) => ({ labels: { [label]: name }, value }))
  return { ...rest, values: samples }
}

/** A row of a number that is known; else none. */
export const knownRow = (metric: Metric, value: bigint | number | null = null): MetricRow[] =>
  value === null ? [] : [toMetricRow(metric, Number(value))]

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
  samples(name: string, labels?: Readonly<Record<string, string>>): MetricRow['values']
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
