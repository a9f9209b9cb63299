import { fromHex, toHex } from '@lectern/chain'
import {
  type BeaconHeader,
  beaconHeader,
  checkSummaries,
  historicalSummaries,
  type Network,
  slotAt,
} from '@lectern/consensus'
import { readBody, type SummariesState } from '@lectern/history'

interface BeaconNodeOptions {
  /** The most bytes of a response; 64 B a period as JSON are 300 KB in 2026. @default 16_777_216 */
  readonly maxBytes?: number | undefined
  /** Sent with each request. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** How the historical summaries of a beacon node are got, again and again. */
interface SummariesOptions extends BeaconNodeOptions {
  /** Called where the node could not be asked; what was got before stays. */
  readonly onError: (error: unknown) => void
  /** Seconds since 1970. @default the platform's clock */
  readonly now?: () => number
}

/**
 * Creates a function that returns the historical summaries of the newest finalized state of a Lodestar node. It asks on demand, at most once per
 * epoch, or per slot after an error. The summaries are checked against the root of the state, which readers of proofs check too.
 */
export function createSummariesSource(
  url: string,
  network: Network,
  { onError, now = () => Date.now() / 1_000, ...options }: SummariesOptions,
): () => Promise<SummariesState | undefined> {
  const { slotsPerEpoch } = network.preset
  let known: SummariesState | undefined
  let answer: Promise<SummariesState | undefined> | undefined
  /** The first slot at which the node is asked again. */
  let next = 0n

  return () => {
    const slot = slotAt(network, now())
    if (answer === undefined || slot >= next) {
      next = (slot / slotsPerEpoch + 1n) * slotsPerEpoch
      answer = renew(slot)
    }
    return answer
  }

  async function renew(slot: bigint): Promise<SummariesState | undefined> {
    try {
      const body = await getJson(url, '/eth/v1/beacon/headers/finalized', options)
      const { message } = (body['data'] as { header: { message: unknown } }).header
      const header = beaconHeader.fromJson(message, 'data/header/message')
      known = await getSummaries(url, network, header, options)
    } catch (error) {
      next = slot + 1n
      onError(error)
    }
    return known
  }
}

/**
 * Gets the historical summaries of the state of a beacon header, and what proves them there. Throws ConsensusError `summaries` for others,
 * an Error where the node has none.
 */
export async function getSummaries(
  url: string,
  network: Network,
  header: BeaconHeader,
  options: BeaconNodeOptions = {},
): Promise<SummariesState> {
  const path = `/eth/v1/lodestar/states/${toHex(header.stateRoot)}/historical_summaries`
  const body = await getJson(url, path, options)
  const { historical_summaries: list, proof } = body['data'] as Readonly<Record<string, unknown>>
  const summaries = historicalSummaries.fromJson(list, 'data/historical_summaries')
  const branch = (proof as string[]).map(bytes32)
  checkSummaries(network, header, summaries, branch)
  return { header, summaries, branch }
}

async function getJson(
  url: string,
  path: string,
  { maxBytes = 16_777_216, headers }: BeaconNodeOptions,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url.replace(/(?<!\/)\/+$/, '')}${path}`, {
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}.`)
  const body = await readBody(response.body ?? [], maxBytes)
  if (body === undefined) throw new Error(`${path}: the response is larger than ${maxBytes} bytes.`)
  return JSON.parse(body.toString()) as Record<string, unknown>
}

function bytes32(hex: string): Uint8Array {
  const bytes = fromHex(hex as `0x${string}`)
  if (bytes.length !== 32) throw new Error(`${hex} must have 32 bytes.`)
  return bytes
}
