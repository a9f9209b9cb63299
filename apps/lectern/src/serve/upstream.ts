import { upstream } from '@lectern/client/upstream'
import type { Upstream } from '@lectern/server'
import type { UpstreamFlags } from '../config/upstream-options.ts'
import type { Logger } from '../observe/log.ts'
import type { ServerStatus } from '../observe/schemas.ts'

/** The nodes that are asked for what the store lacks. */
export interface UpstreamNodes extends Upstream {
  /** For `/status`. */
  report(): NonNullable<ServerStatus['upstream']>
}

/** Opens the nodes of the flags; undefined if there are none. They are asked once there is a call. */
export function openUpstream(flags: UpstreamFlags, log: Logger): UpstreamNodes | undefined {
  const { upstream: urls, 'upstream.header': headers, 'upstream.timeout': seconds } = flags
  if (urls.length === 0) return undefined
  const timeout = 1_000 * seconds
  const send = upstream(urls, { timeout, maxBytes: flags['upstream.responseLimit'], headers })
  const nodes = urls.map((url) => new URL(url).origin) // a path may have a key
  let isUp = true
  const note = (isUpNow: boolean, err?: unknown) => {
    if (isUp === isUpNow) return
    isUp = isUpNow
    if (isUp) log.info({ nodes }, 'The upstream answers again.')
    else log.warn({ nodes, err }, 'The upstream fails: calls that need it get errors.')
  }
  return {
    methods: flags['upstream.methods'],
    inflight: flags['upstream.inflight'],
    timeout,
    async transport(call, bounds) {
      try {
        const reply = await send(call, bounds)
        note(true)
        return reply
      } catch (error) {
        const isAnswered = (error as { rpcCode?: number } | null)?.rpcCode !== undefined
        const hasLeft = bounds.signal.aborted && Date.now() < bounds.deadline
        if (!hasLeft) note(isAnswered, error)
        throw error
      }
    },
    report: () => ({ nodes, up: isUp }),
  }
}
