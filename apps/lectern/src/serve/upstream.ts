import { ClientError, http, type Transport, type Verify } from '@lectern/client'
import { exactReplies, upstream } from '@lectern/client/upstream'
import type { Upstream } from '@lectern/server'
import type { UpstreamFlags } from '../config/upstream-options.ts'
import type { Logger } from '../observe/log.ts'
import type { ReportedStore } from '../observe/history-report.ts'
import type { ServerStatus } from '../observe/schemas.ts'
import { hideUnstored } from './hide-unstored.ts'
import { createThreadedFetch } from './threaded-fetch.ts'

/** The nodes that are asked for what the store lacks. */
export interface UpstreamNodes {
  readonly options: Upstream
  /** For `/status`. */
  report(): NonNullable<ServerStatus['upstream']>
}

/** The part of an upstream that its flags do not say. */
interface UpstreamTerms {
  readonly log: Logger
  /** Sends the requests: of `createUpstreamFetch`. @default a new one */
  readonly send?: typeof fetch | undefined
  /** The chain that a node must name before its first call. @default any */
  readonly chainId?: bigint | undefined
  /** Proves results that are in blocks. @default none */
  readonly verify?: Verify | undefined
  /** The store that follows the nodes: transactions of the next blocks are pending until it has them. @default none */
  readonly followed?: Pick<ReportedStore, 'snapshot'> | undefined
  /** Wraps the transport of each node. @default as it is */
  readonly wrap?: ((node: Transport) => Transport) | undefined
}

/** Creates the `fetch` for the nodes of the flags; it starts a thread. */
export function createUpstreamFetch(flags: UpstreamFlags): typeof fetch {
  const maxBytes = flags['upstream.responseLimit']
  const timeout = 1_000 * flags['upstream.timeout']
  return createThreadedFetch({ maxBytes, responseBytes: 4 * maxBytes, timeout })
}

/** Opens the nodes of the flags; undefined if there are none. */
export function openUpstream(
  flags: UpstreamFlags,
  { log, send, chainId, verify, followed, wrap = (node) => node }: UpstreamTerms,
): UpstreamNodes | undefined {
  const { upstream: urls, 'upstream.header': headers, 'upstream.timeout': seconds } = flags
  if (urls.length === 0) return undefined
  const timeout = 1_000 * seconds
  const maxBytes = flags['upstream.responseLimit']
  const fetch = send ?? createUpstreamFetch(flags)
  const settings = { timeout, maxBytes, headers, retries: 0, fetch, readReplies: exactReplies }
  const open = (url: string) => wrap(ofChain(http(url, settings), chainId))
  const ask = upstream(urls.map(open), { verify })
  const pass = followed ? hideUnstored(ask, followed) : ask
  const nodes = urls.map((url) => new URL(url).origin) // a path may have a key
  let isUp = true
  const note = (isUpNow: boolean, err?: unknown) => {
    if (isUp === isUpNow) return
    isUp = isUpNow
    if (isUp) log.info({ nodes }, 'The upstream answers again.')
    else log.warn({ nodes, err }, 'The upstream fails: calls that need it get errors.')
  }
  const options: Upstream = {
    methods: flags['upstream.methods'],
    inflight: flags['upstream.inflight'],
    timeout,
    async transport(call, bounds) {
      try {
        const reply = await pass(call, bounds)
        note(true)
        return reply
      } catch (error) {
        const isAnswered =
          error instanceof ClientError && (error.rpcCode !== undefined || error.code === 'UNVERIFIED')
        const hasLeft = bounds.signal.aborted && Date.now() < bounds.deadline
        if (!hasLeft) note(isAnswered, error)
        throw error
      }
    },
  }
  return { options, report: () => ({ nodes, up: isUp }) }
}

/** Wraps the transport of a node: no call is sent before it has named the chain. */
function ofChain(transport: Transport, chainId: bigint | undefined): Transport {
  if (chainId === undefined) return transport
  let checking: Promise<void> | undefined
  let isChecked = false
  const check = async (): Promise<void> => {
    const bounds = {
      signal: AbortSignal.timeout(checkMilliseconds),
      deadline: Date.now() + checkMilliseconds,
    }
    const { result } = await transport({ method: 'eth_chainId', params: [] }, bounds)
    const expected = `0x${chainId.toString(16)}`
    if (result !== expected)
      throw new ClientError('WRONG_ANSWER', `the upstream is of chain ${String(result)}, not of ${expected}.`)
    isChecked = true
  }
  return async (call, bounds) => {
    if (!isChecked) await (checking ??= check().finally(() => (checking = undefined)))
    return await transport(call, bounds)
  }
}

/** How long a node may take to name its chain. */
const checkMilliseconds = 5_000
