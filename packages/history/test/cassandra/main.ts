import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startCluster, whyNoCassandra } from './cluster.ts'

// Real nodes for trying things out: node packages/history/test/cassandra/main.ts [--nodes 3 --port 9042]. They end, and their data goes, with Ctrl+C.

const { values } = parseArgs({
  options: { nodes: { type: 'string', default: '1' }, port: { type: 'string', default: '9042' } },
})
const [nodes, port] = [values.nodes, values.port].map(Number) as [number, number]
const why =
  nodes >= 1 && nodes <= 9 && port >= 1 && port <= 65535
    ? whyNoCassandra()
    : '--nodes must be 1 to 9, --port a port'
if (why !== undefined) {
  process.stderr.write(`No node of Cassandra can be started: ${why}.\n`)
  process.exit(2)
}
process.stderr.write('Starting; the first time Maven fetches 67 MB …\n')
await using cluster = await startCluster({ nodes, port })
process.stdout.write(`${cluster.url('lectern')}\n`)
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
