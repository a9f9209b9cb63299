import { Command } from 'commander'
import { explain } from '../failure.ts'
import { askOnce } from '../serve/server.ts'
import { createLog, type Logger } from '../observe/log.ts'
import { openMetricsPort } from '../observe/metrics-port.ts'
import { addServeOptions, type ServeOptions } from '../config/serve-options.ts'
import type { Served, Server } from '../serve/server.ts'

/** `lectern serve`: answers the three methods from a history. */
export const command: Command = new Command('serve')
  .description('answer the three methods over HTTP from an imported history')
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

command.action(async (options: ServeOptions) => {
  const log = createLog(options)
  await using parts = new AsyncDisposableStack()
  let server: Server | undefined
  endOnSignal(() => server, log)
  const tellMetrics = askOnce(async () => (await server?.metrics()) ?? '')
  const metricsPort = await openMetricsPort(options, tellMetrics)
  if (metricsPort) parts.use(metricsPort)
  server = options.workers === 1 ? await serveAlone(options, log) : await serveByWorkers(options, log)
  parts.move() // from here on they end with the process
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

async function serveAlone(options: ServeOptions, log: Logger): Promise<Server> {
  const { startService } = await import('../serve/service.ts') // the primary of workers does without
  const service = await startService(options, { log })
  return { ...service, kill: () => {}, broken: new Promise(() => {}) }
}

async function serveByWorkers(options: ServeOptions, log: Logger): Promise<Server> {
  const { startWorkers } = await import('../serve/workers.ts')
  return startWorkers(options, log)
}

const describeServed = ({ history: { chainId, lowest, head, proven } }: Served) => ({
  chainId,
  from: lowest,
  to: head?.number ?? null,
  head: head?.hash ?? null,
  proven,
})

/** The first signal lets the running requests end; a second one does not wait, nor does one before anything is served. */
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
