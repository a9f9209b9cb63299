import { readFileSync } from 'node:fs'

/** How many files this process may have open at once, connections among them; Infinity where the system does not say it. */
export function readDescriptorLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/** How many connections may be open where so many are wished for and the process may have so many files open; those that are refused are open for a while, too. */
export function fitConnections(wished: number, descriptors: number): number {
  return Math.max(1, Math.min(wished, Math.floor(((descriptors - OWN) * 8) / 9)))
}

/** The files that a process has open without any connection are about 25. */
const OWN = 56
