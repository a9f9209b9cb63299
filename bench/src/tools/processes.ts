import { readdirSync, readFileSync } from 'node:fs'

/** What a process and all below it hold. */
export interface Holdings {
  /** Bytes that are the processes' own: not the mapped file of the store. */
  readonly anonymous: number
  /** Open file descriptors, sockets among them. */
  readonly descriptors: number
  readonly processes: number
}

/** What a process and all below it hold now. Linux alone. */
export function readHoldings(pid: number): Holdings {
  const pids = listFamily(pid)
  const sum = (read: (pid: number) => number) => pids.reduce((total, each) => total + read(each), 0)
  return { anonymous: sum(readAnonymous), descriptors: sum(countDescriptors), processes: pids.length }
}

/** A process and all below it, by their ids. Linux alone. */
export function listFamily(pid: number): number[] {
  const family = [pid]
  for (const each of family) family.push(...readChildren(each)) // it grows during the loop
  return family
}

function readChildren(pid: number): number[] {
  return attempt(
    () =>
      readdirSync(`/proc/${pid}/task`).flatMap((task) =>
        readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
      ),
    [],
  )
}

const readAnonymous = (pid: number): number =>
  attempt(() => {
    const [kilobytes] = /(?<=RssAnon:\s*)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? ['0']
    return Number(kilobytes) * 1_024
  }, 0)

const countDescriptors = (pid: number): number => attempt(() => readdirSync(`/proc/${pid}/fd`).length, 0)

/** It may have ended meanwhile. */
function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
