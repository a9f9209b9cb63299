import { Command, Option } from 'commander'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { wholeNumber } from '@lectern/conformance/terminal'
import { openStore, type Store } from '@lectern/history'
import { defaultLimits, lectern, type Limits, proofs, refuse, serverOptions } from '@lectern/server'
import { Failure } from './failure.ts'
import { operations } from './operations.ts'
import { datadir } from './options.ts'

const limit = (name: keyof Limits, flag: string, description: string) =>
  wholeNumber(`--rpc.${flag} <number>`, description, { least: 1, value: defaultLimits[name] })

/** The flag of each limit; a new limit asks for its row. geth's spelling where geth has the flag. */
const limitOptions: Record<keyof Limits, Option> = {
  bodyBytes: limit('bodyBytes', 'http-body-limit', 'most bytes of a request'),
  batchItems: limit('batchItems', 'batch-request-limit', 'most requests in a batch'),
  batchBytes: limit('batchBytes', 'batch-response-max-size', "most bytes of a batch's answer"),
  depth: limit('depth', 'depth-limit', 'most levels of nesting in a request'),
  idLength: limit('idLength', 'id-limit', 'most characters of an id'),
  methodLength: limit('methodLength', 'method-limit', "most characters of a method's name"),
}

interface ServeOptions {
  readonly datadir: string
  readonly 'http.addr': string
  readonly 'http.port': number
  readonly 'http.proofs': 'on' | 'off'
  readonly 'log.level': string
  readonly 'log.format': 'pretty' | 'json'
}

/** `lectern serve`: answers the three methods from a history. */
export const command: Command = new Command('serve')
  .description('answer the three methods over HTTP from an imported history')
  .addOption(datadir())
  .addOption(
    new Option('--http.addr <host>', 'address to listen on').default('127.0.0.1').env('LECTERN_HTTP_ADDR'),
  )
  .addOption(
    wholeNumber('--http.port <number>', 'port to listen on; 0 takes a free one', {
      most: 65_535,
      value: 8_545,
    }),
  )
  .addOption(
    new Option(
      '--http.proofs <on|off>',
      'whether GET /proof/transaction/{hash}, /proof/receipt/{hash} and /proof/block/{number} are answered',
    )
      .choices(['on', 'off'])
      .default('on')
      .env('LECTERN_HTTP_PROOFS'),
  )
  .addOption(
    new Option('--log.level <level>', 'least level that is logged; debug logs each request')
      .choices(['debug', 'info', 'warn', 'error', 'silent'])
      .default('info')
      .env('LECTERN_LOG_LEVEL'),
  )
  .addOption(
    new Option('--log.format <format>', 'pretty on a terminal, else json')
      .choices(['pretty', 'json'])
      .default(process.stdout.isTTY ? 'pretty' : 'json')
      .env('LECTERN_LOG_FORMAT'),
  )
for (const option of Object.values(limitOptions)) command.addOption(option)

command.action(async (options: ServeOptions & Record<string, number>) => {
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

function createApp(store: Store, options: ServeOptions & Record<string, number>): FastifyInstance {
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
  const limits = Object.fromEntries(
    Object.entries(limitOptions).map(([name, option]) => [name, options[option.attributeName()]]),
  )
  app.register(lectern, { methods: store, limits })
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
