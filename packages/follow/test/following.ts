import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type ChainIdentity, type EmbeddedStore, openStore } from '@lectern/history'
import { expect, onTestFinished } from 'vitest'
import {
  createFollower,
  type Follower,
  type FollowerOptions,
  type LogLine,
  type RunEnd,
} from '../src/index.ts'

/** A new folder below the system's temporary one; it goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-follow-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A new store of a chain; it goes with the test. */
export async function temporaryStore(
  chain: ChainIdentity,
  folder: string = temporaryFolder(),
): Promise<EmbeddedStore> {
  const store = await openStore(folder, { chain })
  onTestFinished(() => store[Symbol.asyncDispose]())
  return store
}

/** A follower that runs, and what it has logged. */
export interface Following {
  readonly follower: Follower
  readonly lines: LogLine[]
  readonly codes: () => string[]
  readonly ended: Promise<RunEnd>
  stop(): Promise<RunEnd>
}

/** Follows nodes until the test ends, every 20 ms, with a quorum of one and by this thread alone unless the options say otherwise. */
export function follow(options: FollowerOptions): Following {
  const lines: LogLine[] = []
  const controller = new AbortController()
  const follower = createFollower({
    poll: 20,
    quorum: 1,
    workers: 0,
    ...options,
    onLog: (line) => void lines.push(line),
  })
  const ended = follower.run(controller.signal)
  const stop = () => {
    controller.abort()
    return ended
  }
  onTestFinished(async () => void (await stop()))
  return { follower, lines, codes: () => lines.map(({ code }) => code), ended, stop }
}

/** Waits until something is so, and fails with it if it never is. */
export async function until<T>(look: () => T, isSo: (value: T) => boolean = Boolean): Promise<void> {
  for (let tries = 0; ; tries++) {
    const value = look()
    if (isSo(value)) return
    if (tries === 3_000)
      expect.fail(
        `It never came: ${JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one))}`,
      )
    await wait(10)
  }
}
