import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beaconHeader, forkAt, lightClientTypes, type Network, periodAt } from '@lectern/consensus'
import type { Simulation } from './simulation.ts'

/** A beacon server of a simulation. */
export interface BeaconServer extends AsyncDisposable {
  /** `http://127.0.0.1:` and its port. */
  readonly url: string
  /** The paths that were asked for, in their order. */
  readonly asked: readonly string[]
  /** The headers of each request. */
  readonly headers: readonly IncomingHttpHeaders[]
}

/** Where a beacon server listens, and what it says instead of the truth. */
export interface BeaconServerOptions {
  /** @default 0, any free one */
  readonly port?: number | undefined
  /** Replaces the response of a path; undefined: no response at all. @default the response */
  readonly alter?: ((path: string, response: BeaconResponse) => BeaconResponse | undefined) | undefined
}

/** A response of the beacon API. */
export interface BeaconResponse {
  readonly status: number
  /** Sent as JSON; a text as it is. */
  readonly body: unknown
}

/**
 * Serves a beacon node's API for light clients to any origin (ethereum/beacon-APIs): `/eth/v1/beacon/light_client/*`, genesis, config/spec,
 * roots of blocks, finality checkpoints; and Lodestar's historical summaries.
 */
export async function serveBeacon(
  simulation: Simulation,
  { port = 0, alter = (_, response) => response }: BeaconServerOptions = {},
): Promise<BeaconServer> {
  const asked: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://localhost')
    asked.push(url.pathname + url.search)
    headers.push(request.headers)
    const sent = alter(url.pathname, answer(simulation, url))
    if (!sent) return
    response.writeHead(sent.status, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
    })
    response.end(typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Respond = (simulation: Simulation, argument: string, query: URLSearchParams) => unknown

/** The paths that are served; a part in brackets is the argument. Undefined: not found. */
const routes: readonly (readonly [path: RegExp, respond: Respond])[] = [
  [/^\/eth\/v1\/beacon\/light_client\/bootstrap\/(0x[0-9a-f]{64})$/, bootstrap],
  [/^\/eth\/v1\/beacon\/light_client\/updates$/, updates],
  [
    /^\/eth\/v1\/beacon\/light_client\/finality_update$/,
    (simulation) => newest(simulation, 'finalityUpdate'),
  ],
  [
    /^\/eth\/v1\/beacon\/light_client\/optimistic_update$/,
    (simulation) => newest(simulation, 'optimisticUpdate'),
  ],
  [/^\/eth\/v1\/beacon\/genesis$/, genesis],
  [/^\/eth\/v1\/config\/spec$/, ({ network }) => ({ data: toConfig(network) })],
  [/^\/eth\/v1\/beacon\/blocks\/(\w+)\/root$/, blockRoot],
  [/^\/eth\/v1\/beacon\/headers\/finalized$/, finalizedHeader],
  [/^\/eth\/v1\/beacon\/states\/(\w+)\/finality_checkpoints$/, checkpoints],
  [/^\/eth\/v1\/lodestar\/states\/(0x[0-9a-f]{64})\/historical_summaries$/, summaries],
]

function answer(simulation: Simulation, { pathname, searchParams }: URL): BeaconResponse {
  for (const [path, respond] of routes) {
    const found = path.exec(pathname)
    const body = found && respond(simulation, found[1] ?? '', searchParams)
    if (body) return { status: 200, body }
  }
  return { status: 404, body: { code: 404, message: `Not found: ${pathname}` } }
}

function bootstrap(simulation: Simulation, root: string): unknown {
  const slot = findSlot(simulation, root)
  return slot === undefined ? undefined : toJson(simulation, 'bootstrap', slot, simulation.bootstrap(slot))
}

/** The best update of each period: signed by its newest block, of the one before. */
function updates(simulation: Simulation, _: string, query: URLSearchParams): unknown {
  const { network } = simulation
  const [start, count] = [BigInt(query.get('start_period') ?? 0), BigInt(query.get('count') ?? 1)]
  const length = network.preset.slotsPerEpoch * network.preset.epochsPerPeriod
  const end = [start + count - 1n, periodAt(network, simulation.head())].toSorted((a, b) => Number(a - b))[0]!
  const periods = Array.from({ length: Number(end - start + 1n) }, (_, at) => start + BigInt(at))
  return periods.flatMap((period) => {
    const signature = simulation.latest((period + 1n) * length - 1n)
    const attested = simulation.latest(signature - 1n)
    return attested < period * length
      ? []
      : [toJson(simulation, 'update', attested, simulation.update({ attested }))]
  })
}

function newest(simulation: Simulation, kind: 'finalityUpdate' | 'optimisticUpdate'): unknown {
  const attested = simulation.latest(simulation.head() - 1n)
  const isFinal = kind === 'optimisticUpdate' || simulation.finalizedAt(attested) > 0n
  return isFinal ? toJson(simulation, kind, attested, simulation.update({ attested })) : undefined
}

type Kind = 'bootstrap' | 'update' | 'finalityUpdate' | 'optimisticUpdate'

function toJson({ network }: Simulation, kind: Kind, slot: bigint, value: object): unknown {
  const fork = forkAt(network, slot)
  const type = lightClientTypes(fork, network.preset)[kind] as { toJson(value: object): unknown }
  return { version: fork.name, data: type.toJson(value) }
}

function genesis({ network }: Simulation): unknown {
  return {
    data: {
      genesis_time: String(network.genesisTime),
      genesis_validators_root: toHex(network.genesisValidatorsRoot),
      genesis_fork_version: toHex(network.forks[0]!.version),
    },
  }
}

/** A network's config.yaml, with the values of its genesis. */
export function toConfigFile(network: Network): string {
  const genesis = {
    GENESIS_TIME: String(network.genesisTime),
    GENESIS_VALIDATORS_ROOT: toHex(network.genesisValidatorsRoot),
  }
  const lines = Object.entries({ ...toConfig(network), ...genesis })
  return lines.map(([name, value]) => `${name}: '${value}'\n`).join('')
}

/** A network's values as the beacon API has them. */
function toConfig({ name, chainId, preset, secondsPerSlot, forks }: Network): Record<string, string> {
  const schedule = forks.flatMap(({ name, epoch, version }) => {
    const prefix = name === 'phase0' ? 'GENESIS' : name.toUpperCase()
    return [
      [`${prefix}_FORK_VERSION`, toHex(version)],
      ...(name === 'phase0' ? [] : [[`${prefix}_FORK_EPOCH`, String(epoch)]]),
    ]
  })
  return {
    CONFIG_NAME: name,
    PRESET_BASE: 'minimal',
    SLOTS_PER_EPOCH: String(preset.slotsPerEpoch),
    EPOCHS_PER_SYNC_COMMITTEE_PERIOD: String(preset.epochsPerPeriod),
    SYNC_COMMITTEE_SIZE: String(preset.committeeSize),
    SLOTS_PER_HISTORICAL_ROOT: String(preset.slotsPerHistoricalRoot),
    SECONDS_PER_SLOT: String(secondsPerSlot),
    DEPOSIT_CHAIN_ID: String(chainId),
    ...(Object.fromEntries(schedule) as Record<string, string>),
  }
}

function blockRoot(simulation: Simulation, id: string): unknown {
  const slot = findSlot(simulation, id)
  return slot === undefined ? undefined : { data: { root: toHex(simulation.root(slot)) } }
}

function checkpoints(simulation: Simulation, id: string): unknown {
  const slot = findSlot(simulation, id)
  if (slot === undefined) return undefined
  const { slotsPerEpoch } = simulation.network.preset
  const toCheckpoint = (before: bigint) => {
    const epoch = slot / slotsPerEpoch < before ? 0n : slot / slotsPerEpoch - before
    return { epoch: String(epoch), root: toHex(simulation.root(epoch * slotsPerEpoch)) }
  }
  return {
    data: {
      previous_justified: toCheckpoint(2n),
      current_justified: toCheckpoint(1n),
      finalized: toCheckpoint(2n),
    },
  }
}

function finalizedHeader(simulation: Simulation): unknown {
  const slot = simulation.finalizedAt(simulation.head())
  return { data: { header: { message: beaconHeader.toJson(simulation.header(slot)) } } }
}

/** Those of a finalized state, by its root. */
function summaries(simulation: Simulation, root: string): unknown {
  let slot = simulation.finalizedAt(simulation.head())
  while (slot > 0n && toHex(simulation.header(slot).stateRoot) !== root) slot--
  if (slot === 0n) return undefined
  const { summaries, branch } = simulation.summaries(slot)
  return {
    data: {
      slot: String(slot),
      historical_summaries: summaries.map(({ blockSummaryRoot, stateSummaryRoot }) => ({
        block_summary_root: toHex(blockSummaryRoot),
        state_summary_root: toHex(stateSummaryRoot),
      })),
      proof: branch.map(toHex),
    },
  }
}

/** The slot of a block or state as the beacon API names them; undefined where there is none. */
function findSlot(simulation: Simulation, id: string): bigint | undefined {
  if (id === 'head') return simulation.head()
  if (id === 'genesis') return 0n
  if (id === 'finalized') return simulation.finalizedAt(simulation.head())
  if (/^\d{1,15}$/.test(id)) return simulation.latest(BigInt(id)) === BigInt(id) ? BigInt(id) : undefined
  return simulation.find(new Uint8Array(Buffer.from(id.slice(2), 'hex')))
}

const toHex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
