import type { FollowStatus, SignedSlot } from '@lectern/follow'
import { labelled, type Metric, type MetricRow, readMetrics, type Sample } from './prometheus.ts'

/** Returns the metrics of a follower; none before its first report. */
export const followRows = (status: FollowStatus | null): MetricRow[] =>
  status === null ? [] : readMetrics(metrics, status)

// oxfmt-ignore
const metrics: readonly Metric<FollowStatus>[] = ([
  ['gauge', 'lag_blocks', 'Blocks from the stored head to the highest tip of the nodes.', ({ lagBlocks }) => lagBlocks],
  ['gauge', 'lag_seconds', 'Age of the stored head if it is not the newest block, else 0.', ({ lagSeconds }) => lagSeconds],
  ['counter', 'reorgs_total', 'Reorgs since the follower started.', ({ reorgs }) => reorgs],
  ['counter', 'blame_total', 'Answers that a check refuted.', ({ sources }) => sources.flatMap(readBlame)],
  ['gauge', 'source_up', 'Whether a node can be used.', ({ sources }) => labelled('source', sources.map(readUp))],
  ['gauge', 'phase', 'What the follower does.', ({ phase }) => labelled('phase', [[phase, 1]])],
  ['gauge', 'beacon_slot', 'The newest slot of the beacon chain that its sync committee signed, as finalized and as attested.', byLevel(({ slot }) => slot)],
  ['gauge', 'beacon_age_seconds', 'Seconds since that slot.', byLevel(({ age }) => age)],
  ['gauge', 'beacon_participation', 'Share of the sync committee that signed it, from 0 to 1; 0 for the checkpoint itself.', byLevel(({ participants }, { committee }) => participants / committee)],
  ['gauge', 'beacon_api_up', 'Whether a beacon API could be used last.', ({ beacon }) => beacon && labelled('api', beacon.apis.map(readUp))],
] as const satisfies readonly Row[]).map(([type, name, help, read]) => [type, `lectern_follow_${name}`, help, read, 'max'])

type Row = readonly [type: 'gauge' | 'counter', name: string, help: string, read: Metric<FollowStatus>[3]]

const readBlame = ({ name, blamed }: FollowStatus['sources'][number]): Sample[] =>
  Object.entries(blamed).map(([check, value]) => ({ labels: { source: name, check }, value }))

const readUp = ({ name, up }: { readonly name: string; readonly up: boolean }) => [name, Number(up)] as const

type Beacon = NonNullable<FollowStatus['beacon']>

/** Reads a number of the finalized and of the attested slot. */
function byLevel(read: (slot: SignedSlot, beacon: Beacon) => number): Metric<FollowStatus>[3] {
  return ({ beacon }) =>
    beacon &&
    (['finalized', 'attested'] as const).flatMap((level) =>
      beacon[level] ? labelled('level', [[level, read(beacon[level], beacon)]]) : [],
    )
}
