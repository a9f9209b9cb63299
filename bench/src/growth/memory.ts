import { readFileSync } from 'node:fs'

/** Bytes of memory that a process holds for itself, and those of files that it maps, which the system takes back when it needs them. Linux alone. */
export function readMemory(pid: number): { readonly own: number; readonly mapped: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [own, mapped] = ['RssAnon', 'RssFile'].map(
    (name) => 1024 * Number(new RegExp(`(?<=${name}:\\s*)\\d+`).exec(status)![0]),
  ) as [number, number]
  return { own, mapped }
}
