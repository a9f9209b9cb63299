import type { Report } from '@lectern/conformance/engine'
import { type ReadonlySignal, signal } from '@preact/signals'
import { startJudge } from '../shell/trusted-types.ts'
import type { DocumentSource, Limits, News, Order } from './messages.ts'

/** The checks of a run, once the thread has listed them. */
export type Plan = Extract<News, { kind: 'planned' }>

/** A run of the checks, as far as it is. */
export interface Run {
  readonly address: string
  readonly document: DocumentSource
  readonly state: 'running' | 'stopping' | 'ended' | 'broken'
  /** The whole report where it has ended; before that, its first failures. */
  readonly report?: Report
  readonly done: number
  /** Why it could not begin, or broke. */
  readonly sentence?: string
}

const plans = signal<Plan | undefined>(undefined)
const runs = signal<Run | undefined>(undefined)

/** The checks of a run; undefined until the thread has listed them. */
export const plan: ReadonlySignal<Plan | undefined> = plans
/** The run; undefined before the first one. It goes on while other pages are read. */
export const current: ReadonlySignal<Run | undefined> = runs

let worker: Worker | undefined
let last = 0
/** Milliseconds after which a thread that does not stop is ended; what it found stays. */
const longestStop = 5_000

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
const order = (message: Order): void => worker?.postMessage(message)

/** Starts the thread, so that what will be checked can be shown. */
export function prepare(): void {
  if (worker) return
  worker = startJudge()
  worker.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data))
  worker.addEventListener('error', (event) => {
    breakOff(event.message || 'The thread that makes the checks could not be loaded.')
  })
}

export function start(address: string, limits: Limits, document: DocumentSource): void {
  prepare()
  runs.value = { address, document, state: 'running', done: 0 }
  order({ kind: 'start', run: ++last, address, limits, document })
}

/** Stops the run; what was found stays, and can be saved. */
export function stop(): void {
  const run = last
  if (runs.value) runs.value = { ...runs.value, state: 'stopping' }
  order({ kind: 'stop' })
  setTimeout(() => {
    if (run === last && runs.value?.state === 'stopping')
      breakOff('Stopped in the middle of a check, so that there is no report to save.')
  }, longestStop)
}

function breakOff(sentence: string): void {
  worker?.terminate()
  worker = undefined
  runs.value = {
    address: location.href,
    document: 'lectern',
    done: 0,
    ...runs.value,
    state: 'broken',
    sentence,
  }
}

function hear(news: News): void {
  const run = runs.value
  if (news.kind === 'planned') plans.value = news
  else if (!run || news.run !== last) return
  else if (news.kind === 'found') runs.value = { ...run, report: news.report, done: news.done }
  else if (news.kind === 'ended') runs.value = { ...run, state: 'ended', report: news.report }
  else runs.value = { ...run, state: 'broken', sentence: news.sentence }
}
