import {
  applyUpdate,
  bootstrapFromJson,
  ConsensusError,
  type LightClient,
  type Network,
  networks,
  periodAt,
  slotAt,
  startLightClient,
  updateFromJson,
  type UpdateKind,
  type VerifySignature,
} from '@lectern/consensus'
import { fromHex } from '@lectern/chain'
import { ClientError } from '../error.ts'
import { exchange } from '../transport/exchange.ts'
import { readHeaders, readUrl } from '../options.ts'
import { sleep, throwIfAborted } from '../timeout.ts'
import { readHash } from './trust.ts'

/** Beacon nodes, and how a light client follows the chain from them. */
export interface BeaconNodes {
  /** The URLs of one or more beacon nodes; each is asked where the one before failed, or knows less. */
  readonly api: string | URL | readonly (string | URL)[]
  /** The root of a finalized beacon block at an epoch boundary that you trust: 0x hex, at most 14 days old. Take it from more than one source. */
  readonly checkpoint: string
  /** `networks.sepolia` of @lectern/consensus and the like, or `networkFromConfig(…)`. @default networks.mainnet */
  readonly network?: Network | undefined
  /** The least signers that make a header finalized, from two thirds of the committee to all. @default two thirds */
  readonly threshold?: number | undefined
  /** The most seconds between the checkpoint and now. @default 1_209_600, 14 days */
  readonly maxAge?: number | undefined
  /** Checks a signature, instead of noble. @default verifySignature of @lectern/consensus */
  readonly verifySignature?: VerifySignature | undefined
  /** Sent with each request. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one request. @default 10_000 */
  readonly timeout?: number | undefined
  /** The most bytes of a response. @default 16_777_216: an update has 54 kB */
  readonly maxBytes?: number | undefined
  /** The most periods, of a day each, that one request asks for. @default 64 */
  readonly maxPeriods?: number | undefined
  /** @default the platform's, looked up at each request */
  readonly fetch?: typeof fetch | undefined
  /** Seconds since 1970. @default the platform's clock */
  readonly now?: (() => number) | undefined
  /** Called after each node was asked, with its error if it failed. @default none */
  readonly onNode?: ((url: string, error: unknown) => void) | undefined
}

/** A light client that asks beacon nodes when it must know more. */
export interface BeaconClient {
  /**
   * Follows the light client as far as it can be followed now.
   * @param isEnough Whether no further node need be asked.
   * @throws ClientError of the last node, where none could tell anything: UNVERIFIED with the light client's `check` for what it refutes.
   */
  readonly follow: (isEnough: (client: LightClient) => boolean, signal: AbortSignal) => Promise<LightClient>
  /** Returns the light client without asking; undefined before a node sent the checkpoint. */
  readonly known: () => LightClient | undefined
}

/** Makes a light client over beacon nodes. Throws ClientError INVALID_OPTION. */
export function createBeaconClient({
  api,
  checkpoint,
  network = networks.mainnet,
  threshold,
  maxAge,
  verifySignature,
  headers = {},
  timeout = 10_000,
  maxBytes = 16_777_216,
  maxPeriods = 64,
  fetch,
  now = () => Date.now() / 1_000,
  onNode = () => {},
}: BeaconNodes): BeaconClient {
  const endpoint = { headers: readHeaders(headers, 'accept'), maxBytes, fetch }
  const urls = [api].flat().map((url) => readUrl(url).href.replace(/(?<!\/)\/+$/, ''))
  const root = readHash(checkpoint, 'root of a beacon block')
  let client: LightClient | undefined
  let followedAt: bigint | undefined // the slot when all nodes had told what they know
  let running: Promise<unknown> = Promise.resolve()

  const slotNow = () => slotAt(network, now())

  async function get(url: string, path: string, signal: AbortSignal): Promise<unknown> {
    const href = `${url}/eth/v1/beacon/light_client/${path}`
    let { status, text, retryAfter } = await exchange(href, endpoint, timeout, [signal])
    for (let tries = 1; tries < 3 && (status === 429 || status > 499) && retryAfter <= timeout; tries++) {
      await sleep(Math.max(retryAfter, 250 * tries), signal)
      throwIfAborted(signal)
      ;({ status, text, retryAfter } = await exchange(href, endpoint, timeout, [signal]))
    }
    const where = { url: new URL(url).origin, status }
    const hint =
      status === 404 && path.endsWith(root)
        ? ' A checkpoint is the root of the beacon block at an epoch boundary, finalized in the last weeks.'
        : ''
    if (status !== 200)
      throw new ClientError('HTTP_ERROR', `The beacon node has no ${path}: HTTP ${status}.${hint}`, where)
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new ClientError('BAD_RESPONSE', `The beacon node's ${path} is not JSON.`, { ...where, cause })
    }
  }

  /** Applies what a node sent; what is only old news changes nothing. */
  function apply(known: LightClient, kind: UpdateKind, json: unknown): LightClient {
    try {
      const options = { slot: slotNow(), threshold, verify: verifySignature }
      return (client = applyUpdate(known, updateFromJson(network, kind, json), options))
    } catch (error) {
      if (error instanceof ConsensusError && error.check === 'irrelevant') return known
      throw error
    }
  }

  async function advance(url: string, signal: AbortSignal): Promise<LightClient> {
    if (!client) {
      const bootstrap = bootstrapFromJson(network, await get(url, `bootstrap/${root}`, signal))
      client = startLightClient(network, fromHex(root), bootstrap, { slot: slotNow(), maxAge })
    }
    for (let before: LightClient | undefined; before !== client;) {
      const known: LightClient = client
      const period = periodAt(network, known.finalized.beacon.slot)
      const missing = Number(periodAt(network, slotNow()) - period)
      if (missing === 0 && known.nextCommittee) break
      const count = Math.min(missing + 1, maxPeriods)
      const updates = await get(url, `updates?start_period=${period}&count=${count}`, signal)
      if (!Array.isArray(updates))
        throw new ClientError('BAD_RESPONSE', `The beacon node's updates are no array.`)
      let next = known
      for (const json of updates.slice(0, count)) next = apply(next, 'update', json)
      // Another participation alone is no progress.
      before =
        next.finalized === known.finalized && next.nextCommittee === known.nextCommittee ? client : known
    }
    apply(client, 'finalityUpdate', await get(url, 'finality_update', signal))
    return apply(client, 'optimisticUpdate', await get(url, 'optimistic_update', signal))
  }

  async function followAll(
    isEnough: (client: LightClient) => boolean,
    signal: AbortSignal,
  ): Promise<LightClient> {
    // Nothing new is signed before the next slot.
    if (client && (isEnough(client) || followedAt === slotNow())) return client
    let failed: unknown
    let isFollowed = false
    for (const url of urls)
      try {
        throwIfAborted(signal)
        const known = await advance(url, signal)
        onNode(url, undefined)
        if (isEnough(known)) return known
        isFollowed = true
      } catch (error) {
        if (signal.aborted) throw error
        failed = toClientError(error, url)
        onNode(url, failed)
      }
    if (!isFollowed) throw failed
    followedAt = slotNow()
    return client!
  }

  return {
    known: () => client,
    // One after the other: what one learns the next need not ask for.
    follow(isEnough, signal) {
      const turn = running.then(() => followAll(isEnough, signal))
      running = turn.catch(() => {})
      return turn
    },
  }
}

/** Converts the error for a refused object to a ClientError with the server's origin. Returns other errors unchanged. */
export function toClientError(error: unknown, url: string): unknown {
  if (!(error instanceof ConsensusError)) return error
  const { check, message } = error
  return new ClientError('UNVERIFIED', message, { check, url: new URL(url).origin, cause: error })
}
