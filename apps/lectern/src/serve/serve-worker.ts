import { url as debuggerUrl } from 'node:inspector'
import type { FollowStatus } from '@lectern/follow'
import { exitCodeOf, explain } from '../failure.ts'
import type { Processes } from './server.ts'
import { beatMilliseconds } from './heartbeat.ts'
import { createLog } from '../observe/log.ts'
import type { ServeOptions } from '../config/serve-options.ts'
import { type ServingProcess, startServing } from './serving-process.ts'
import { createChannel } from './channel.ts'
import type { PrimaryHandlers, WorkerHandlers } from './workers.ts'

// The primary decides when a worker ends: a terminal and systemd send their signals to every process of a service.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const { options, worker, genesis } = JSON.parse(process.env['LECTERN_WORKER'] ?? '{}') as {
  readonly options: ServeOptions
  readonly worker: number
  readonly genesis?: string | null
}
const log = createLog(options, worker)
let service: ServingProcess | undefined
let following: FollowStatus | null = null

const channel = createChannel<PrimaryHandlers>(
  process,
  {
    rows: async () => (await service?.rows()) ?? [],
    markDamaged: () => service?.markDamaged(),
    follow: (status) => void (following = status),
    async drain() {
      await service?.drain()
      process.exit(0)
    },
  } satisfies WorkerHandlers,
  { milliseconds: 5_000 },
)

const beat = () => channel.tell('beat', debuggerUrl() !== undefined)
if (options['workers.timeout'] > 0) {
  beat() // from here on a hang is noticed, also while the service starts
  setInterval(beat, beatMilliseconds(options['workers.timeout'])).unref()
}

const processes: Processes = {
  metrics: () => channel.ask('metrics'),
  workers: () => channel.ask('workers'),
  reportDamage: () => channel.tell('reportDamage'),
}

try {
  service = await startServing(options, {
    log,
    processes,
    genesis,
    ...(options.follow.length > 0 && { follow: () => following }),
  })
  channel.tell('ready', { address: service.address, history: service.history })
} catch (error) {
  const reason = { sentence: explain(error), mayPass: exitCodeOf(error) === 1 }
  await channel.ask('fail', reason).catch(() => {})
  process.exit(2)
}
