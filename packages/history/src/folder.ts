import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { syncFolder } from './durable.ts'
import { HistoryError } from './error.ts'
import { reasonOf } from './fault.ts'

/**
 * Makes a folder and those above it, where they are not there; their names are on the disk when this resolves. One by one: Node's recursive mkdir never returns below a folder that takes
 * none, such as /proc. Throws HistoryError `unwritable`, which names the deepest folder that was there.
 */
export async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  let deepest = resolve(path)
  for (; !existsSync(deepest); deepest = dirname(deepest)) missing.push(deepest)
  try {
    for (const folder of missing.toReversed()) await makeOne(folder)
    if ((await stat(path)).isDirectory()) {
      for (const folder of new Set([path, ...missing])) await syncFolder(dirname(resolve(folder)))
      return
    }
  } catch (cause) {
    throw new HistoryError(
      'unwritable',
      `${path} cannot be made: ${deepest} takes no folder (${reasonOf(cause)}).`,
      { cause },
    )
  }
  throw new HistoryError('unwritable', `${path} is a file, a folder was expected.`)
}

/** Another process may make it at the same moment. */
const makeOne = (path: string) =>
  mkdir(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST' || !existsSync(path)) throw error
  })
