import type { FollowStatus, SignedSlot } from '@lectern/follow'
import { type MetricRow, toMetricRow } from './prometheus.ts'

/** The metrics of a follower; none before its first report. */
export function followRows(status: FollowStatus | null): MetricRow[] {
  if (status === null) return []
  const { lagBlocks, lagSeconds, reorgs, phase, sources, beacon } = status
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
    ...(beacon ? beaconRows(beacon) : []),
  ]
}

/** The metrics of the beacon chain that says what is finalized. */
function beaconRows({ apis, committee, finalized, attested }: Beacon): MetricRow[] {
  const signed = Object.entries({ finalized, attested }).flatMap(([level, slot]) =>
    slot === null ? [] : [{ level, ...slot }],
  )
  const byLevel = (row: Row, of: (slot: SignedSlot) => number) =>
    toMetricRow(
      { ...row, label: 'level' },
      signed.map(({ level, ...slot }) => [level, of(slot)] as const),
    )
  return [
    byLevel(rows.beaconSlot, ({ slot }) => slot),
    byLevel(rows.beaconAge, ({ age }) => age),
    byLevel(rows.beaconParticipation, ({ participants }) => participants / committee),
    toMetricRow(
      { ...rows.beaconUp, label: 'api' },
      apis.map(({ name, up }) => [name, Number(up)] as const),
    ),
  ]
}

type Beacon = NonNullable<FollowStatus['beacon']>

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
  beaconSlot: row('gauge', 'beacon_slot', 'The newest slot of the beacon chain that its sync committee signed, as finalized and as attested.'),
  beaconAge: row('gauge', 'beacon_age_seconds', 'Seconds since that slot.'),
  beaconParticipation: row('gauge', 'beacon_participation', 'Share of the sync committee that signed it, from 0 to 1; 0 for the checkpoint itself.'),
  beaconUp: row('gauge', 'beacon_api_up', 'Whether a beacon API could be used last.'),
}
