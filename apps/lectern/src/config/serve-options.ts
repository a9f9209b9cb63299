import { availableParallelism, totalmem } from 'node:os'
import { type Command, Option } from 'commander'
import { wholeNumber, withVariable } from '@lectern/conformance/flags'
import type { HttpLimits, HttpPolicyOptions } from '@lectern/server'
import { limitGroups, limitOptions, toHttpLimits } from './limit-options.ts'
import { beaconOptions } from './beacon-options.ts'
import { followOptions } from './follow-options.ts'
import { hostName, list, network, nodeAddress, origin, parseKind, source } from './kind.ts'
import type { LogOptions } from '../observe/log.ts'
import type { ProxyFlags } from './proxy-options.ts'
import { type StoreFlags, storeOptions } from './store-options.ts'
import { type UpstreamFlags, upstreamOptions } from './upstream-options.ts'
import { address, choice, httpAddress, httpPort, inGroup, logOptions } from './flags.ts'

/** The flags of `lectern serve`, each by its long name. */
export interface ServeOptions extends StoreFlags, UpstreamFlags, LogOptions {
  readonly 'http.addr': string
  readonly 'http.port': number
  readonly 'http.compression': OnOff
  readonly 'http.companions': OnOff
  readonly 'http.proofs': OnOff
  readonly 'http.fastlane': OnOff
  readonly 'http.site': OnOff
  readonly 'http.siteConnect': readonly string[]
  readonly 'http.siteBeacon': readonly string[]
  readonly 'http.vhosts': readonly string[]
  readonly 'http.corsdomain': readonly string[]
  readonly 'http.rate': number
  readonly 'http.rateBurst'?: number
  readonly 'http.trustedProxies': readonly string[]
  readonly workers: number
  readonly 'workers.timeout': number
  readonly 'shutdown.delay': number
  readonly 'shutdown.limit': number
  readonly 'ready.age': number
  readonly 'ready.lag': number
  /** Set by `lectern proxy`, which has no store. */
  readonly proxy?: ProxyFlags
  /** The URLs of nodes; the flags of how they are followed begin with `follow.` too, see follow-options.ts. */
  readonly follow: readonly string[]
  readonly 'follow.genesis'?: string
  readonly 'follow.finality': 'nodes' | 'beacon' | 'none'
  readonly 'cache.rendered'?: number
  readonly 'cache.proofs': number
  readonly 'proofs.eras'?: string
  readonly 'proofs.headers': number
  readonly 'proofs.beacon'?: string
  readonly metrics: OnOff
  readonly 'metrics.addr': string
  readonly 'metrics.port'?: number
  readonly 'metrics.connections': number
  readonly otel: OnOff
}

type OnOff = 'on' | 'off'

/** The flags of `lectern serve`, in the groups and the order that `--help` shows them. geth's spelling where geth has the flag; one row a flag. */
// oxfmt-ignore
const options = (): readonly Option[] => [
  ...inGroup('Store', [
    ...storeOptions(),
    wholeNumber('--cache.rendered <MiB>', 'memory per worker for cached results; 0 is no cache', { most: 65_536 }).default(undefined, `an eighth of all memory, shared by the workers; at most ${LARGEST_USUAL_CACHE}`),
    wholeNumber('--cache.proofs <MiB>', 'memory per worker for cached proofs; 0 is no cache', { most: 65_536, value: 64 }),
  ]),
  ...inGroup('Endpoint', [
    httpAddress(),
    httpPort(),
    choice('--http.compression <on|off>', 'compress responses from 2,048 bytes on (zstd, br, gzip)', onOff, 'on'),
    choice('--http.companions <on|off>', 'serve helper methods, such as eth_chainId', onOff, 'on'),
    choice('--http.proofs <on|off>', 'serve proofs at /proof/…', onOff, 'on'),
    choice('--http.fastlane <on|off>', 'read plain requests directly from the socket, at half the CPU; off with --log.level debug or --otel on', onOff, 'on'),
    choice('--http.site <on|off>', 'serve browsers a page that proves what it shows', onOff, 'on'),
    list('--http.site-connect <origin,…>', 'nodes that the page may ask and compare with', '', source),
    list('--http.site-beacon <url,…>', 'beacon nodes by which the page proves blocks from a checkpoint', '', nodeAddress),
  ]),
  ...inGroup('Proofs of old blocks', [
    wholeNumber('--proofs.headers <number>', 'most headers in a response of /proof/history', { most: 100_000, value: 10_000 }),
    withVariable(new Option('--proofs.eras <dir>', 'folder of .ere files with proofs, for older blocks')),
    withVariable(new Option('--proofs.beacon <url>', "Lodestar beacon node with historical summaries, for proofs from Capella on").argParser((text) => parseKind(nodeAddress, text))),
  ]),
  ...inGroup('Access', [
    list('--http.vhosts <name,…>', 'host names that are served; IP addresses always are; * is any', 'localhost', hostName),
    list('--http.corsdomain <origin,…>', 'origins of browser pages that may ask; * is any', '', origin),
    wholeNumber('--http.rate <calls>', 'calls per second of one client in each worker; 0 is no limit', { value: 0, most: 1_000_000_000 }),
    wholeNumber('--http.rate-burst <calls>', 'calls that a client may make at once', { least: 1 }).default(undefined, 'ten seconds of --http.rate'),
    list('--http.trusted-proxies <address,…>', 'addresses or networks of proxies whose X-Forwarded-For names the client', '', network),
  ]),
  ...limitGroups.flatMap((group) => inGroup(group, limitOptions(group))),
  ...inGroup('Processes', [
    wholeNumber('--workers <number>', 'processes that answer, on one port', { least: 1, most: 1_024 }).default(availableParallelism(), 'one per core'),
    wholeNumber('--workers.timeout <seconds>', 'silence after which a worker is killed and restarted; 0 is never', { most: 86_400, value: 60 }),
    wholeNumber('--shutdown.delay <seconds>', 'time after SIGTERM in which requests are still accepted', { most: 3_600 }).default(process.stdout.isTTY ? 0 : 1, '0 on a terminal, else 1'),
    wholeNumber('--shutdown.limit <seconds>', 'time after that delay for requests in flight', { least: 1, most: 3_600, value: 5 }),
    wholeNumber('--ready.age <seconds>', 'age of the head from which /readyz says behind; 0 is never', { value: 0 }),
    wholeNumber('--ready.lag <blocks>', 'blocks below the nodes of --follow beyond which /readyz says behind; 0 is never', { value: 32 }),
  ]),
  ...inGroup('Following', [
    list('--follow <url,…>', 'JSON-RPC of execution nodes to follow', '', nodeAddress),
    withVariable(new Option('--follow.genesis <file>', 'genesis.json of the chain, or “node” to trust the nodes')),
    ...followOptions('follow.'),
    ...beaconOptions('follow.'),
  ]),
  ...upstreamOptions(),
  ...inGroup('Logs, metrics, traces', [
    ...logOptions(),
    choice('--metrics <on|off>', 'answer GET /metrics', onOff, 'on'),
    withVariable(address('--metrics.addr <host>', 'address of --metrics.port')),
    wholeNumber('--metrics.port <number>', 'a port for /metrics alone', { most: 65_535 }).default(undefined, "the endpoint's port"),
    wholeNumber('--metrics.connections <number>', 'connections of --metrics.port; more are closed', { least: 1, most: 65_535, value: 64 }),
    choice('--otel <on|off>', 'trace requests; needs @opentelemetry/api, and an SDK in NODE_OPTIONS=--import', onOff, 'off'),
  ]),
]

const onOff: readonly OnOff[] = ['on', 'off']

export function addServeOptions(command: Command): void {
  for (const option of options()) command.addOption(option)
}

/** The flags that `lectern proxy` shares, and the values of the others. */
export function proxyServeOptions(): {
  readonly shown: readonly Option[]
  readonly hidden: Partial<ServeOptions>
} {
  const [hidden, shown] = [true, false].map((isHidden) =>
    options().filter((option) => ofStores.test(`${option.helpGroupHeading} ${option.long}`) === isHidden),
  )
  shown!.find(({ long }) => long === '--workers')!.default(1)
  const values = Object.fromEntries(hidden!.map((option) => [option.attributeName(), option.defaultValue]))
  return { shown: shown!, hidden: { ...values, 'http.proofs': 'off', 'http.site': 'off' } }
}

/** Groups and flags that need a store. */
const ofStores = /^(Store|Proofs of|Following)|--http\.site|--(upstream|http\.proofs|ready\.lag)$/

/** The bytes of a worker's cache of rendered results; a container's limit is its memory. */
export function toCacheBytes({ 'cache.rendered': mebibytes, workers }: ServeOptions): number {
  const memory = Math.min(process.constrainedMemory() || Infinity, totalmem())
  const usual = Math.min(LARGEST_USUAL_CACHE, Math.floor(memory / 2 ** 20 / 8 / workers))
  return 2 ** 20 * (mebibytes ?? usual)
}

/** MiB: all transactions and receipts of the newest thousand blocks of mainnet are 0.5 GB of JSON. */
const LARGEST_USUAL_CACHE = 512

/** The sentence of a 403, which names the flag that allows the host or the origin. */
export const describeRefusal = (reason: 'vhost' | 'origin', name: string): string =>
  reason === 'vhost'
    ? `--http.vhosts does not list the host ${name}.`
    : `--http.corsdomain does not list the origin ${name}.`

export function toPolicyOptions(values: ServeOptions): HttpPolicyOptions & { readonly limits: HttpLimits } {
  const { 'http.rate': perSecond, 'http.rateBurst': burst } = values
  return {
    vhosts: values['http.vhosts'],
    corsDomains: values['http.corsdomain'],
    compression: values['http.compression'] === 'on',
    limits: toHttpLimits(values),
    ...(perSecond > 0 && { rate: { perSecond, ...(burst !== undefined && { burst }) } }),
  }
}
