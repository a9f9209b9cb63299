import { availableParallelism } from 'node:os'
import { type Command, Option } from 'commander'
import { wholeNumber, withVariable } from '@lectern/cli'
import { defaultLimits, type Limits } from '@lectern/server'
import { type HttpOptions, httpOptions } from './http-options.ts'
import { address, datadir, httpAddress, httpPort, inGroup } from './flags.ts'

/** The flags of `lectern serve`, each by its long name. */
export interface ServeOptions extends HttpOptions {
  readonly datadir: string
  readonly 'http.addr': string
  readonly 'http.port': number
  readonly 'http.proofs': OnOff
  readonly 'http.fastlane': OnOff
  readonly 'log.level': string
  readonly 'log.format': 'pretty' | 'json'
  readonly workers: number
  readonly 'workers.timeout': number
  readonly 'shutdown.delay': number
  readonly 'shutdown.limit': number
  readonly 'ready.age': number
  readonly 'cache.rendered': number
  readonly 'cache.proofs': number
  readonly metrics: OnOff
  readonly 'metrics.addr': string
  readonly 'metrics.port'?: number
  readonly 'metrics.connections': number
  readonly otel: OnOff
}

/** The value of a flag that switches a part. */
export type OnOff = 'on' | 'off'

/** The flags of `lectern serve`, in the groups and the order that `--help` shows them. geth's spelling where geth has the flag; one row a flag. */
// oxfmt-ignore
const options = (): readonly Option[] => [
  ...inGroup('Store', [
    datadir(),
    wholeNumber('--cache.rendered <MiB>', 'memory, in each worker, for a cache of rendered answers, a quarter of it compressed ones; 0 is no cache', { most: 65_536, value: 64 }),
    wholeNumber('--cache.proofs <MiB>', 'memory, in each worker, for what the proofs of a block share; 0 is no cache', { most: 65_536, value: 64 }),
  ]),
  ...inGroup('Endpoint', [
    httpAddress(),
    httpPort(),
    ...httpOptions('Endpoint'),
    choice('--http.proofs <on|off>', 'answer GET /proof/transaction/{hash}, /proof/receipt/{hash} and /proof/block/{number}', onOff, 'on'),
    choice('--http.fastlane <on|off>', 'read plain requests directly from the socket, at half the CPU; --log.level debug and --otel on switch it off', onOff, 'on'),
  ]),
  ...inGroup('Access', httpOptions('Access')),
  ...inGroup('Limits of a request', [...httpOptions('Limits of a request'), ...Object.values(limitOptions)]),
  ...inGroup('Limits of each worker', httpOptions('Limits of each worker')),
  ...inGroup('Time limits', httpOptions('Time limits')),
  ...inGroup('Processes', [
    wholeNumber('--workers <number>', 'processes that answer, on one port', { least: 1, most: 1_024 }).default(availableParallelism(), 'one for each core'),
    wholeNumber('--workers.timeout <seconds>', 'a worker that is silent for so long is killed and restarted; 0 is never', { most: 86_400, value: 60 }),
    wholeNumber('--shutdown.delay <seconds>', 'after SIGTERM, time in which requests are still accepted while /readyz says draining', { most: 3_600 }).default(process.stdout.isTTY ? 0 : 1, '0 on a terminal, else 1'),
    wholeNumber('--shutdown.limit <seconds>', 'after that delay, time for requests in flight before their connections are closed', { least: 1, most: 3_600, value: 5 }),
    wholeNumber('--ready.age <seconds>', "age of the head's timestamp from which /readyz says behind; 0 is never", { value: 0 }),
  ]),
  ...inGroup('Logs, metrics, traces', [
    choice('--log.level <level>', 'least level that is logged; debug logs each request', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    choice('--log.format <format>', 'for people or for programs', ['pretty', 'json'], process.stdout.isTTY ? 'pretty' : 'json').default(process.stdout.isTTY ? 'pretty' : 'json', 'pretty on a terminal, else json'),
    choice('--metrics <on|off>', 'answer GET /metrics', onOff, 'on'),
    withVariable(address('--metrics.addr <host>', 'address of --metrics.port')),
    wholeNumber('--metrics.port <number>', 'a port for /metrics alone', { most: 65_535 }).default(undefined, "the endpoint's port"),
    wholeNumber('--metrics.connections <number>', 'connections of --metrics.port; more are closed', { least: 1, most: 65_535, value: 64 }),
    choice('--otel <on|off>', 'trace requests; needs the package @opentelemetry/api and an SDK loaded by NODE_OPTIONS=--import', onOff, 'off'),
  ]),
]

const onOff: readonly OnOff[] = ['on', 'off']

/** A flag with a fixed set of values. */
const choice = (flags: string, description: string, values: readonly string[], value: string) =>
  withVariable(new Option(flags, description).choices(values).default(value))

const limit = (name: keyof Limits, flag: string, description: string) =>
  wholeNumber(`--rpc.${flag} <number>`, description, { least: 1, value: defaultLimits[name] })

/** The flag of each limit; a new limit asks for its row. */
const limitOptions: Record<keyof Limits, Option> = {
  bodyBytes: limit('bodyBytes', 'http-body-limit', 'bytes of the body'),
  batchItems: limit('batchItems', 'batch-request-limit', 'calls in a batch'),
  batchBytes: limit('batchBytes', 'batch-response-max-size', 'bytes of the response to a batch'),
  depth: limit('depth', 'depth-limit', 'levels of nesting'),
  idLength: limit('idLength', 'id-limit', 'characters of an id'),
  methodLength: limit('methodLength', 'method-limit', "characters of a method's name"),
}

/** Gives the command the flags of `lectern serve`. */
export function addServeOptions(command: Command): void {
  for (const option of options()) command.addOption(option)
}

/** The limits of requests that the flags name. */
export function toLimits(values: ServeOptions): Limits {
  const given = values as ServeOptions & Record<string, number>
  return Object.fromEntries(
    Object.entries(limitOptions).map(([name, option]) => [name, given[option.attributeName()]]),
  ) as unknown as Limits
}
