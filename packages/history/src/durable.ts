import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Gives a file whose bytes are on the disk its name, in place of what had it: when this resolves, a loss of power takes the name no more. */
export async function moveInPlace(part: string, path: string): Promise<void> {
  await rename(part, path)
  await syncFolder(dirname(path))
}

/** Brings the names in a folder to the disk: a file that is synced may otherwise be without one when the power has gone. */
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
