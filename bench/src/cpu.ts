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

/** Bytes of memory that a process and its living children hold, shared pages counted for each. Linux alone. */
export function readResident(pid: number): number {
  const [own] = /(?<=VmRSS:\s*)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? ['0']
  return (
    Number(own) * 1024 + (readChildren().get(pid) ?? []).reduce((sum, child) => sum + readResident(child), 0)
  )
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
