import { Command } from 'commander'
import { explain } from '../failure.ts'
import { type FollowerProcess, startFollower } from '../follow/follower-process.ts'
import { deduplicate } from '../serve/server.ts'
import { createLog, type Logger } from '../observe/log.ts'
import { openMetricsPort } from '../observe/metrics-port.ts'
import { addServeOptions, type ServeOptions } from '../config/serve-options.ts'
import { chooseStore } from '../config/store-options.ts'
import type { Served, Server } from '../serve/server.ts'

/** `lectern serve`: serves the three methods from a store. */
export const command: Command = new Command('serve')
  .description('serve the three methods over HTTP from an imported history')
  .addHelpText(
    'after',
    `
Examples:
  lectern serve --datadir ./history
  lectern serve --datadir ./history --http.addr :: --http.vhosts rpc.example
  lectern serve --config lectern.toml
  lectern config print --config lectern.toml   # where each value comes from`,
  )
addServeOptions(command)

command.action(async () => {
  const options = chooseStore<ServeOptions>(command)
  const log = createLog(options)
  await using parts = new AsyncDisposableStack()
  let server: Server | undefined
  let follower: FollowerProcess | undefined
  endOnSignal(() => server && stopBoth(server, follower), log)
  const readMetrics = deduplicate(async () => (await server?.metrics()) ?? '')
  const metricsPort = await openMetricsPort(options, readMetrics)
  if (metricsPort) parts.use(metricsPort)
  if (options.follow.length > 0) follower = await startFollower(options, log)
  const serve = options.workers === 1 ? serveAlone : serveByWorkers
  server = await serve(options, log, follower)
  parts.move() // from here on they close with the process
  log.info(
    {
      ...describeServed(server),
      workers: options.workers,
      ...(metricsPort && { metrics: metricsPort.address }),
    },
    `Serving ${server.address}`,
  )
  server.broken.catch((error) => {
    process.stderr.write(`lectern: ${explain(error)}\n`)
    process.exit(1)
  })
})

/** A server that ends after the process that follows nodes for it. */
const stopBoth = (server: Server, follower: FollowerProcess | undefined): Server => ({
  ...server,
  async drain() {
    await Promise.all([server.drain(), follower?.stop()])
  },
  kill() {
    server.kill()
    follower?.kill()
  },
})

async function serveAlone(
  options: ServeOptions,
  log: Logger,
  follower: FollowerProcess | undefined,
): Promise<Server> {
  const { startServing } = await import('../serve/serving-process.ts') // the primary of workers does not need it
  const service = await startServing(options, { log, ...(follower && { follow: follower.status }) })
  return { ...service, kill: () => {}, broken: new Promise(() => {}) }
}

async function serveByWorkers(
  options: ServeOptions,
  log: Logger,
  follower: FollowerProcess | undefined,
): Promise<Server> {
  const { startWorkers } = await import('../serve/workers.ts')
  return startWorkers(options, log, follower)
}

const describeServed = ({ history: { chainId, lowest, head, proven } }: Served) => ({
  chainId,
  from: lowest,
  to: head?.number ?? null,
  head: head?.hash ?? null,
  proven,
})

/** Drains at the first signal. A second signal ends the process at once, and so does one before the server has started. */
function endOnSignal(find: () => Server | undefined, log: Logger): void {
  const end = async (signal: NodeJS.Signals) => {
    const server = find()
    if (server === undefined) process.exit(0)
    for (const name of signals)
      process.removeListener(name, end).once(name, () => {
        server.kill()
        process.exit(1)
      })
    const start = performance.now()
    log.info(`${signal}: draining`)
    await server.drain()
    log.info({ seconds: Math.round(performance.now() - start) / 1_000 }, 'Ended')
    process.exit(0)
  }
  for (const name of signals) process.once(name, end)
}

const signals = ['SIGINT', 'SIGTERM'] as const
