import type { FollowStatus, SignedSlot } from '@lectern/follow'
import { knownRow, metric, type Metric, type MetricRow, toMetricRow } from './prometheus.ts'

/** The metrics of a follower; none before its first report. */
export function followRows(status: FollowStatus | null): MetricRow[] {
  if (status === null) return []
  const { lagBlocks, lagSeconds, reorgs, phase, sources, beacon } = status
  const blamed = sources.flatMap(({ name, blamed }) =>
    Object.entries(blamed).map(([check, value]) => ({ labels: { source: name, check }, value })),
  )
  return [
    ...knownRow(rows.lagBlocks, lagBlocks),
    ...knownRow(rows.lagSeconds, lagSeconds),
    toMetricRow(rows.reorgs, reorgs),
    { ...rows.blamed, values: blamed },
    toMetricRow(rows.up, upOf(sources)),
    toMetricRow(rows.phase, [[phase, 1]]),
    ...(beacon ? beaconRows(beacon) : []),
  ]
}

/** The metrics of the beacon chain that says what is finalized. */
function beaconRows({ apis, committee, finalized, attested }: Beacon): MetricRow[] {
  const signed = Object.entries({ finalized, attested }).flatMap(([level, slot]) =>
    slot === null ? [] : [{ level, ...slot }],
  )
  const byLevel = (row: Metric, of: (slot: SignedSlot) => number) => {
    const values = signed.map(({ level, ...slot }) => [level, of(slot)] as const)
    return toMetricRow(row, values)
  }
  return [
    byLevel(rows.beaconSlot, ({ slot }) => slot),
    byLevel(rows.beaconAge, ({ age }) => age),
    byLevel(rows.beaconParticipation, ({ participants }) => participants / committee),
    toMetricRow(rows.beaconUp, upOf(apis)),
  ]
}

type Beacon = NonNullable<FollowStatus['beacon']>

const upOf = (nodes: readonly { readonly name: string; readonly up: boolean }[]) =>
  nodes.map(({ name, up }) => [name, Number(up)] as const)

const row = (type: 'gauge' | 'counter', name: string, help: string, label?: string): Metric =>
  metric(type, `lectern_follow_${name}`, help, 'max', label)

// oxfmt-ignore
const rows = {
  lagBlocks: row('gauge', 'lag_blocks', 'Blocks from the stored head to the highest tip of the nodes.'),
  lagSeconds: row('gauge', 'lag_seconds', 'Age of the stored head if it is not the newest block, else 0.'),
  reorgs: row('counter', 'reorgs_total', 'Reorgs since the follower started.'),
  blamed: row('counter', 'blame_total', 'Answers that a check refuted.'),
  up: row('gauge', 'source_up', 'Whether a node can be used.', 'source'),
  phase: row('gauge', 'phase', 'What the follower does.', 'phase'),
  beaconSlot: row('gauge', 'beacon_slot', 'The newest slot of the beacon chain that its sync committee signed, as finalized and as attested.', 'level'),
  beaconAge: row('gauge', 'beacon_age_seconds', 'Seconds since that slot.', 'level'),
  beaconParticipation: row('gauge', 'beacon_participation', 'Share of the sync committee that signed it, from 0 to 1; 0 for the checkpoint itself.', 'level'),
  beaconUp: row('gauge', 'beacon_api_up', 'Whether a beacon API could be used last.', 'api'),
}
