import { compareServers, methods, startServer } from '@lectern/server/testing'
import { type Finding, scaled, type Scope, show, logProgress } from './finding.ts'

/** A million requests, right and wrong, pipelined and cut at any byte, to a server with the fast lane and to one without. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const policy = { corsDomains: ['https://app.example'] }
  await using lane = await startServer({ policy, plugin: { methods, fastLane: true } })
  await using general = await startServer({ policy, plugin: { methods } })
  const { requests, connections, statuses, cut, differences } = await compareServers(
    [lane.port, general.port],
    {
      requests: scaled(1_000_000, scope),
      seed: scope.seed,
      onProgress: (done) => logProgress(`lane: ${show(done)} requests`),
    },
  )
  const sums = [...statuses]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${status} ${show(count)}`)
  return [
    {
      claim: `${show(requests)} requests on ${show(connections)} connections are answered with and without the fast lane alike, byte for byte but the date`,
      measured: differences[0]?.slice(0, 200) ?? `no difference; ${sums.join(', ')}`,
      holds: differences.length === 0,
    },
    {
      claim:
        'connections on which one of the two answered more of the requests that came with broken bytes behind them',
      measured: show(cut),
    },
  ]
}
