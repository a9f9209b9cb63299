import type { FollowStatus } from '@lectern/follow'
import { type MetricRow, toMetricRow } from './prometheus.ts'

/** The metrics of a follower; none before its first report. */
export function followRows(status: FollowStatus | null): MetricRow[] {
  if (status === null) return []
  const { lagBlocks, lagSeconds, reorgs, phase, sources } = status
  const blamed = sources.flatMap(({ name, blamed }) =>
    Object.entries(blamed).map(([check, value]) => ({ labels: { source: name, check }, value })),
  )
  return [
    ...known(rows.lagBlocks, lagBlocks),
    ...known(rows.lagSeconds, lagSeconds),
    toMetricRow(rows.reorgs, reorgs),
    { ...rows.blamed, values: blamed },
    toMetricRow(
      { ...rows.up, label: 'source' },
      sources.map(({ name, up }) => [name, Number(up)] as const),
    ),
    toMetricRow({ ...rows.phase, label: 'phase' }, [[phase, 1]]),
  ]
}

type Row = Omit<MetricRow, 'values'>

const known = (row: Row, value: number | null): MetricRow[] =>
  value === null ? [] : [toMetricRow(row, value)]

const row = (type: 'gauge' | 'counter', name: string, help: string): Row => ({
  name: `lectern_follow_${name}`,
  help,
  type,
  aggregator: 'max',
})

// oxfmt-ignore
const rows = {
  lagBlocks: row('gauge', 'lag_blocks', 'Blocks from the stored head to the highest tip of the nodes.'),
  lagSeconds: row('gauge', 'lag_seconds', 'Age of the stored head if it is not the newest block, else 0.'),
  reorgs: row('counter', 'reorgs_total', 'Reorgs since the follower started.'),
  blamed: row('counter', 'blame_total', 'Answers that a check refuted.'),
  up: row('gauge', 'source_up', 'Whether a node can be used.'),
  phase: row('gauge', 'phase', 'What the follower does.'),
}
