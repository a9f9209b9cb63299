import { existsSync } from 'node:fs'
import { mkdir, stat, open, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { HistoryError, reasonOf } from './error.ts'

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

/** Writes a small file. What had its name is all of the old one or all of the new one whenever the power goes, and the new one once this resolves. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text)
  await renameDurably(`${path}.part`, path)
}

/** Renames a file, replacing what had the name: when this resolves, its bytes and the name survive a loss of power; until then the other file does. */
export async function renameDurably(part: string, path: string): Promise<void> {
  {
    await using file = await open(part, 'r+')
    await file.sync()
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Syncs the names in a folder: without it a synced file may lose its name with the power. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code!)) throw error
  }
}

// Windows opens no folder, some file systems sync none, and one whose names may not be read is not opened.
const refusals = new Set(['EISDIR', 'EPERM', 'EACCES', 'EBADF', 'EINVAL', 'ENOTSUP'])
