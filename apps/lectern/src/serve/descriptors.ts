import { readFileSync } from 'node:fs'

/** How many files this process may have open at once, connections among them; Infinity where the system does not say it. */
export function readDescriptorLimit(): number {
  try {
    return Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity)
  } catch {
    return Infinity
  }
}

/** The files that a process has open without any connection: about 25, and some more in passing. */
export const ownDescriptors = 56
