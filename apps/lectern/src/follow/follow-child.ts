import type { RunEnd } from '@lectern/follow'
import { readFollowOptions } from '../config/follow-options.ts'
import type { ServeOptions } from '../config/serve-options.ts'
import { readLocation } from '../config/store-options.ts'
import { exitCodeOf, explain } from '../failure.ts'
import { createLog } from '../observe/log.ts'
import { createChannel } from '../serve/channel.ts'
import { runFollowing, toLog } from './following.ts'
import type { FollowChildHandlers, FollowParentHandlers } from './follower-process.ts'

// The primary decides when this process ends: a terminal and systemd send their signals to every process of a service.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const options = JSON.parse(process.env['LECTERN_FOLLOWER'] ?? '{}') as ServeOptions
const log = createLog(options).child({ follower: true })
const abort = new AbortController()
const stop = () => abort.abort()
process.once('disconnect', stop) // the primary has ended
const channel = createChannel<FollowParentHandlers>(process, { stop } satisfies FollowChildHandlers)

/** The least milliseconds between two reports. */
const PAUSE = 100
let sent = 0
let late: NodeJS.Timeout | undefined
const end = await Promise.try(async () =>
  runFollowing(
    {
      ...readFollowOptions(options, 'follow.'),
      location: await readLocation(options),
      urls: options.follow,
      genesis: options['follow.genesis'],
    },
    {
      onLog: toLog(log),
      onOpen: () => channel.tell('opened'),
      onStatus(status) {
        // A look at a tip changes the status twice; the newest of a moment is sent.
        clearTimeout(late)
        late = setTimeout(
          () => {
            sent = performance.now()
            channel.tell('report', status)
          },
          Math.max(0, sent + PAUSE - performance.now()),
        )
      },
    },
    abort.signal,
  ),
).catch((error: unknown): RunEnd => ({ exitCode: exitCodeOf(error), message: explain(error) }))
clearTimeout(late)
await channel.ask('ended', end).catch(() => {})
process.exit(end.exitCode)
