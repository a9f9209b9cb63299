import { networkInterfaces } from 'node:os'
import { Command } from 'commander'
import { explain, Failure } from '../failure.ts'
import { type FollowerProcess, startFollower } from '../follow/follower-process.ts'
import { deduplicate } from '../serve/server.ts'
import { createLog, type Logger } from '../observe/log.ts'
import { openMetricsPort } from '../observe/metrics-port.ts'
import { addServeOptions, type ServeOptions } from '../config/serve-options.ts'
import { chooseStore } from '../config/store-options.ts'
import type { Served, Server } from '../serve/server.ts'

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

command.action(() => serve(chooseStore<ServeOptions>(command)))

/** Serves until a signal. Throws Failure or HistoryError if it cannot. */
export async function serve(options: ServeOptions): Promise<void> {
  const log = createLog(options)
  await using parts = new AsyncDisposableStack()
  let server: Server | undefined
  let follower: FollowerProcess | undefined
  endOnSignal(() => server && Promise.all([server.drain(), follower?.stop()]), log)
  const readMetrics = deduplicate(async () => (await server?.metrics()) ?? '')
  const metricsPort = await openMetricsPort(options, readMetrics)
  if (metricsPort) parts.use(metricsPort)
  checkNodes(options)
  if (options.follow.length > 0) {
    follower = parts.use(await startFollower(options, log))
  }
  const start = options.workers === 1 ? serveAlone : (await import('../serve/workers.ts')).startWorkers
  server = await start(options, log, follower)
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
}

/** Throws Failure if the server would follow or ask itself: a node has the same default port. */
function checkNodes({ follow, upstream, 'http.addr': host, 'http.port': port }: ServeOptions): void {
  const here = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address))
  const loopback = ['localhost', '127.0.0.1', '::1']
  const isWildcard = host === '0.0.0.0' || host === '::'
  const own = new Set([
    host,
    ...(isWildcard ? here : []),
    ...(isWildcard || loopback.includes(host) ? loopback : []),
  ])
  for (const text of [...follow, ...upstream]) {
    const url = new URL(text)
    if (url.port === `${port}` && own.has(url.hostname.replace(/^\[(.*)\]$/, '$1')))
      throw new Failure(
        `The server would ${follow.includes(text) ? 'follow' : 'ask'} itself: ${text} is its own address. Give it another port by --http.port.`,
      )
  }
}

/** Serves by this process alone. */
async function serveAlone(options: ServeOptions, log: Logger, follower?: FollowerProcess): Promise<Server> {
  const { startServing } = await import('../serve/serving-process.ts') // the primary of workers does not need it
  const service = await startServing(options, { log, ...(follower && { follow: follower.status }) })
  return { ...service, broken: new Promise(() => {}) }
}

const describeServed = ({ history: { chainId, lowest, head, anchor } }: Served) => ({
  chainId,
  from: lowest,
  to: head?.number ?? null,
  head: head?.hash ?? null,
  anchored: anchor?.number ?? null,
})

/** Drains at the first signal. A second signal ends the process at once, and so does one before the server has started; its children end with it. */
function endOnSignal(drain: () => Promise<unknown> | undefined, log: Logger): void {
  const end = async (signal: NodeJS.Signals) => {
    const start = performance.now()
    const drained = drain()
    if (drained === undefined) process.exit(0)
    for (const name of signals) process.removeListener(name, end).once(name, () => process.exit(1))
    log.info(`${signal}: draining`)
    await drained
    log.info({ seconds: Math.round(performance.now() - start) / 1_000 }, 'Ended')
    process.exit(0)
  }
  for (const name of signals) process.once(name, end)
}

const signals = ['SIGINT', 'SIGTERM'] as const
