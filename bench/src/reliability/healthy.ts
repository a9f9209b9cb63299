import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { exchange } from './exchange.ts'
import type { Asked } from './questions.ts'

/** A client that sends one call after another, in another process so that nothing else is measured. */
export interface Healthy extends Disposable {
  /** Returns the milliseconds of each call since the last time, and how many had wrong answers. */
  take(): Promise<Taken>
}

interface Taken {
  readonly waits: readonly number[]
  readonly wrong: number
}

/** Starts a client of a server on 127.0.0.1: a call every few milliseconds over one keep-alive connection. */
export function startHealthy(port: number, questions: readonly Asked[]): Healthy {
  const child = fork(program, [String(port)])
  child.send(questions)
  return {
    async take() {
      child.send('take')
      const [taken] = await once(child, 'message')
      return taken as Taken
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

const program = fileURLToPath(import.meta.url)
if (process.argv[1] === program) await askForEver(Number(process.argv[2]))

async function askForEver(port: number): Promise<never> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let taken = { waits: [] as number[], wrong: 0 }
  process.on('disconnect', () => process.exit())
  const [questions] = (await once(process, 'message')) as [readonly Asked[]]
  process.on('message', () => {
    process.send!(taken)
    taken = { waits: [], wrong: 0 }
  })
  for (let turn = 0; ; turn++) {
    const { request: body, response } = questions[turn % questions.length]!
    const start = performance.now()
    const text = await exchange({ agent, port, body }).then(
      ({ bytes }) => bytes.toString(),
      () => '',
    )
    taken.waits.push(performance.now() - start)
    if (text !== response) taken.wrong++
    await wait(3)
  }
}
