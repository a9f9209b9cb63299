import { Command } from 'commander'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { openStore, type Store } from '@lectern/history'
import { lectern, proofs, refuse, serverOptions } from '@lectern/server'
import { Failure } from './failure.ts'
import { operations } from './operations.ts'
import { addServeOptions, type ServeOptions, toLimits } from './serve-options.ts'

/** `lectern serve`: answers the three methods from a history. */
export const command: Command = new Command('serve').description(
  'answer the three methods over HTTP from an imported history',
)
addServeOptions(command)

command.action(async (options: ServeOptions) => {
  const store = await openStore(options.datadir, { readOnly: true })
  try {
    if (options['http.proofs'] === 'on') useEngine(await loadWasmEngine()) // a proof hashes its block: a quarter of the time
    const app = createApp(store, options)
    await listen(app, options)
    closeOnSignal(app, store)
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
})

function createApp(store: Store, options: ServeOptions): FastifyInstance {
  const pretty = options['log.format'] === 'pretty'
  const app = Fastify({
    ...serverOptions,
    logController: new LogController({ disableRequestLogging: options['log.level'] !== 'debug' }),
    logger: {
      level: options['log.level'],
      ...(pretty && {
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', singleLine: true } },
      }),
    },
  })
  app.register(lectern, { methods: store, limits: toLimits(options) })
  const hasProofs = options['http.proofs'] === 'on'
  app.register(operations, { store, proofs: hasProofs })
  if (hasProofs) app.register(proofs, { proofs: store.proofs })
  app.setNotFoundHandler((_, reply) => refuse(reply, 404))
  return app
}

async function listen(
  app: FastifyInstance,
  { 'http.addr': host, 'http.port': port }: ServeOptions,
): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
    if (reason === undefined) throw error
    await app.close()
    throw new Failure(`Cannot listen on ${host}:${port}: ${reason}.`, { cause: error })
  }
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'the port is in use; --http.port takes another, 0 any free one',
  EACCES: 'no permission for this port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the address is not known',
}

/** The first signal lets the running requests end, five seconds at most, as geth does; a second one does not wait. */
function closeOnSignal(app: FastifyInstance, store: Store): void {
  const close = async (signal: NodeJS.Signals) => {
    for (const name of signals) process.removeListener(name, close).once(name, () => process.exit(1))
    app.log.info(`${signal}: closing`)
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50) // kept-alive sockets would hold close() open
    // A request that never ends would too: a server that closes no longer looks at its time limits.
    const limit = setTimeout(() => app.server.closeAllConnections(), 5_000)
    await app.close()
    clearInterval(sweep)
    clearTimeout(limit)
    await store[Symbol.asyncDispose]()
    process.exit(0)
  }
  for (const name of signals) process.once(name, close)
}

const signals = ['SIGINT', 'SIGTERM'] as const
