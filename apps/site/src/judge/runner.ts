import { type ReadonlySignal, signal } from '@preact/signals'
import { startJudge } from '../shell/trusted-types.ts'
import type { DocumentSource, End, Format, Found, Limits, News, Order, Shown } from './messages.ts'

/** The checks of a run, once the thread has listed them. */
export type Plan = Extract<News, { kind: 'planned' }>

/** A run of the checks, as far as it is. */
export interface Run {
  readonly address: string
  readonly state: 'running' | 'stopping' | 'ended' | 'broken'
  readonly found: readonly Found[]
  readonly requests: number
  /** How it ended, where it did. */
  readonly end?: End
  /** Why it could not begin, or broke. */
  readonly sentence?: string
}

const plans = signal<Plan | undefined>(undefined)
const runs = signal<Run | undefined>(undefined)
const exchanges = signal<ReadonlyMap<string, Shown | undefined>>(new Map())

/** The checks of a run; undefined until the thread has listed them. */
export const plan: ReadonlySignal<Plan | undefined> = plans
/** The run; undefined before the first one. It goes on while other pages are read. */
export const current: ReadonlySignal<Run | undefined> = runs
/** The exchanges that were asked for, by the ids of their checks. */
export const shown: ReadonlySignal<ReadonlyMap<string, Shown | undefined>> = exchanges

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

/** Checks a node. */
export function start(address: string, limits: Limits, document: DocumentSource): void {
  prepare()
  exchanges.value = new Map()
  runs.value = { address, state: 'running', found: [], requests: 0 }
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

/** Asks for the exchange of a check; undefined if its thread has ended. */
export function show(id: string): void {
  if (worker) order({ kind: 'show', run: last, id })
  else exchanges.value = new Map(exchanges.value).set(id, undefined)
}

/** Saves the report as a file. */
export const save = (format: Format): void => order({ kind: 'save', run: last, format })

function breakOff(sentence: string): void {
  worker?.terminate()
  worker = undefined
  const before = runs.value ?? { address: '', found: [], requests: 0 }
  runs.value = { ...before, state: 'broken', sentence }
}

function hear(news: News): void {
  if (news.kind === 'planned') {
    plans.value = news
    return
  }
  const run = runs.value
  if (!run || news.run !== last) return
  if (news.kind === 'found')
    runs.value = { ...run, found: [...run.found, ...news.found], requests: news.requests }
  if (news.kind === 'ended')
    runs.value = { ...run, state: 'ended', end: news.end, found: news.found, requests: news.end.requests }
  if (news.kind === 'broken') runs.value = { ...run, state: 'broken', sentence: news.sentence }
  if (news.kind === 'shown') exchanges.value = new Map(exchanges.value).set(news.id, news.shown)
  if (news.kind === 'saved') download(news.format, news.text)
}

const types: Readonly<Record<Format, string>> = { json: 'application/json', html: 'text/html' }

function download(format: Format, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: types[format] }))
  link.download = `conformance.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
