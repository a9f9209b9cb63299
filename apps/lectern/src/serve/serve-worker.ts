import { url as debuggerUrl } from 'node:inspector'
import { exitCodeOf, explain } from '../failure.ts'
import type { Fleet } from './server.ts'
import { beatMilliseconds } from './heartbeat.ts'
import { createLog } from '../observe/log.ts'
import type { ServeOptions } from '../config/serve-options.ts'
import { type Service, startService } from './service.ts'
import { createTalk } from './channel.ts'
import type { PrimaryAnswers, WorkerAnswers } from './workers.ts'

// The primary decides when a worker ends: a terminal and systemd send their signals to every process of a service.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

const { options, worker, genesis } = JSON.parse(process.env['LECTERN_WORKER'] ?? '{}') as {
  readonly options: ServeOptions
  readonly worker: number
  readonly genesis?: string | null
}
const log = createLog(options, worker)
let service: Service | undefined

const talk = createTalk<PrimaryAnswers>(
  process,
  {
    rows: async () => (await service?.rows()) ?? [],
    markDamaged: () => service?.markDamaged(),
    async drain() {
      await service?.drain()
      process.exit(0)
    },
  } satisfies WorkerAnswers,
  { milliseconds: 5_000 },
)

const beat = () => void talk.ask('beat', debuggerUrl() !== undefined).catch(() => {})
if (options['workers.timeout'] > 0) {
  beat() // from here on a hang is seen, also while the service starts
  setInterval(beat, beatMilliseconds(options['workers.timeout'])).unref()
}

const fleet: Fleet = {
  metrics: () => talk.ask('metrics'),
  workers: () => talk.ask('workers'),
  reportDamage: () => void talk.ask('reportDamage').catch(() => {}),
}

try {
  service = await startService(options, { log, fleet, genesis })
  talk.ask('ready', { address: service.address, history: service.history }).catch(() => {})
} catch (error) {
  const reason = { sentence: explain(error), mayPass: exitCodeOf(error) === 1 }
  await talk.ask('fail', reason).catch(() => {})
  process.exit(2)
}
