import { readdirSync, readFileSync } from 'node:fs'

const microsecondsPerTick = 10_000 // USER_HZ is 100 on every Linux that Node runs on

/** Microseconds of CPU, user and system, that a process, its threads and its living children have taken so far; in steps of 10 ms. Linux alone. */
export function readCpu(pid: number): number {
  const children = readChildren()
  let ticks = 0
  const pending = [pid]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [, user, system] = readStat(next) ?? [0, 0, 0]
    ticks += user + system
    pending.push(...(children.get(next) ?? []))
  }
  return ticks * microsecondsPerTick
}

/** Bytes of memory that a process and its living children have for themselves, pages of files not counted. Linux alone. */
export function readOwnMemory(pid: number): number {
  return (
    readMemory(pid).own +
    (readChildren().get(pid) ?? []).reduce((sum, child) => sum + readOwnMemory(child), 0)
  )
}

/** Bytes of memory that a process holds for itself, and those of files that it maps, which the system takes back when it needs them. Linux alone. */
export function readMemory(pid: number): { readonly own: number; readonly mapped: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [own, mapped] = ['RssAnon', 'RssFile'].map(
    (name) => 1024 * Number(new RegExp(`(?<=${name}:\\s*)\\d+`).exec(status)?.[0] ?? 0),
  ) as [number, number]
  return { own, mapped }
}

function readChildren(): Map<number, number[]> {
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)
  const parents = pids.flatMap((pid) => {
    const stat = readStat(pid)
    return stat ? [{ pid, parent: stat[0] }] : []
  })
  const grouped = Map.groupBy(parents, ({ parent }) => parent)
  return new Map([...grouped].map(([parent, all]) => [parent, all.map(({ pid }) => pid)]))
}

/** The parent, and the ticks in user and system mode (proc(5), fields 4, 14, 15); undefined once the process has ended. */
function readStat(pid: number): [number, number, number] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // a name may hold spaces and brackets
    return [Number(fields[1]), Number(fields[11]), Number(fields[12])]
  } catch {
    return undefined
  }
}
