import { existsSync } from 'node:fs'
import { mkdir, stat, open, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { HistoryError, reasonOf } from './error.ts'

/** Makes a folder and its parents, durably. One by one: Node's recursive mkdir never returns below /proc. */
export async function makeFolder(path: string): Promise<void> {
  const missing: string[] = []
  let deepest = resolve(path)
  for (; !existsSync(deepest); deepest = dirname(deepest)) missing.push(deepest)
  try {
    for (const folder of missing.toReversed())
      await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST' || !existsSync(folder)) throw error // else another process made it just now
      })
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
  throw new HistoryError('unwritable', `${path} is a file, not a folder.`)
}

/** Writes a small file durably: after a loss of power the name has all of the old content, or all of the new. */
export async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(`${path}.part`, text)
  await renameDurably(`${path}.part`, path)
}

/** Renames a file durably, replacing another: when this resolves, its bytes and its name survive a loss of power. */
export async function renameDurably(part: string, path: string): Promise<void> {
  {
    await using file = await open(part, 'r+')
    await file.sync()
  }
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Syncs the names in a folder, without which a synced file may lose its name. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using folder = await open(path, 'r')
    await folder.sync()
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code!)) throw error
  }
}

// Windows opens no folder, some file systems sync none, and permissions may forbid it.
const refusals = new Set(['EISDIR', 'EPERM', 'EACCES', 'EBADF', 'EINVAL', 'ENOTSUP'])
