import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FollowStatus, RunEnd } from '@lectern/follow'
import type { ServeOptions } from '../config/serve-options.ts'
import { Failure } from '../failure.ts'
import type { Logger } from '../observe/log.ts'
import { createChannel } from '../serve/channel.ts'

/** Requests of the primary to the follower's process. */
export interface FollowChildHandlers {
  stop(): void
}

/** Requests of the follower's process to the primary. */
export interface FollowParentHandlers {
  /** The store is open: there is one to serve. */
  opened(): void
  report(status: FollowStatus): void
  /** Why it ends. */
  ended(end: RunEnd): void
}

export interface FollowerProcess extends AsyncDisposable {
  /** Its last report; null before the first. */
  status(): FollowStatus | null
  listen(onStatus: (status: FollowStatus) => void): void
  /** Ends it after the commit in flight. */
  stop(): Promise<void>
}

/**
 * Starts the process that follows the nodes of `--follow`; resolves when it has opened the store, so that there is one to serve. If it
 * dies it is started again, after a growing delay; if it halts it stays so, and the server goes on. Throws Failure if it cannot start.
 */
export async function startFollower(options: ServeOptions, log: Logger): Promise<FollowerProcess> {
  const opened = Promise.withResolvers<void>()
  const listeners: ((status: FollowStatus) => void)[] = []
  const stopping = new AbortController()
  let isOpen = false
  let status: FollowStatus | null = null
  let child: ChildProcess
  let failures = 0
  start()
  process.once('exit', kill)
  await opened.promise
  return {
    status: () => status,
    listen: (onStatus) => void listeners.push(onStatus),
    stop,
    [Symbol.asyncDispose]: stop,
  }

  async function stop(): Promise<void> {
    stopping.abort()
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const late = setTimeout(kill, 10_000)
    createChannel<FollowChildHandlers>(child, {}).tell('stop')
    await ended
    clearTimeout(late)
  }

  function start(): void {
    child = fork(program, { env: { ...process.env, LECTERN_FOLLOWER: JSON.stringify(options) } })
    let end: RunEnd | undefined
    createChannel(child, {
      opened() {
        isOpen = true
        opened.resolve()
      },
      report,
      ended: (reason) => void (end = reason),
    } satisfies FollowParentHandlers)
    child.once('exit', (code, signal) => void replace(end, signal ?? `exit code ${code}`))
  }

  function report(next: FollowStatus): void {
    status = next
    failures = 0
    for (const listen of listeners) listen(next)
  }

  async function replace(end: RunEnd | undefined, how: string): Promise<void> {
    if (stopping.signal.aborted) return
    if (end !== undefined && !isOpen)
      return opened.reject(new Failure(end.message, { mayPass: end.exitCode === 1 }))
    if (end !== undefined) {
      log.error({ exitCode: end.exitCode }, `Following has ended: ${end.message} What is stored is served.`)
      if (status)
        report({ ...status, phase: 'halted', halt: status.halt ?? { code: 'ended', message: end.message } })
      return
    }
    const milliseconds = Math.min(250 * 2 ** failures++, 30_000)
    log.error({ milliseconds }, `The follower ended by ${how}; it is restarted.`)
    if (status) report({ ...status, phase: 'stalled' })
    await wait(milliseconds, undefined, { signal: stopping.signal }).then(start, () => {})
  }

  function kill(): void {
    stopping.abort()
    child.kill('SIGKILL')
  }
}

const program = fileURLToPath(new URL(`./follow-child${extname(import.meta.url)}`, import.meta.url))
