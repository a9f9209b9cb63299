import { readdirSync, readFileSync } from 'node:fs'

const microsecondsPerTick = 10_000 // USER_HZ is 100 on every Linux that Node supports

/** Returns the microseconds of CPU of a process, its threads and descendants, in steps of 10 ms. Linux only. */
export const readCpu = (pid: number): number => microsecondsPerTick * sum(pid, readTicks)

/** Returns the bytes of memory of a process and its descendants, without the pages of mapped files. Linux only. */
export const readOwnMemory = (pid: number): number => sum(pid, readOwn)

function sum(pid: number, read: (pid: number) => number): number {
  const family = [pid]
  for (const each of family) family.push(...readChildren(each)) // it grows during the loop
  return family.reduce((total, each) => total + read(each), 0)
}

const readChildren = (pid: number): number[] =>
  attempt([], () =>
    readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    ),
  )

/** Reads the ticks in user and system mode (proc(5), fields 14 and 15). */
const readTicks = (pid: number): number =>
  attempt(0, () => {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // a name may hold spaces and brackets
    return Number(fields[11]) + Number(fields[12])
  })

const readOwn = (pid: number): number =>
  attempt(
    0,
    () => 1024 * Number(/(?<=RssAnon:\s*)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[0] ?? 0),
  )

/** A process may have ended since it was listed. */
function attempt<T>(otherwise: T, read: () => T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
