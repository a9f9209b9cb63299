import type { Stats } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { HistoryError, unreadable } from '../error.ts'

/** A file that is read in pieces, from any offset. */
export interface ArchiveFile extends AsyncDisposable {
  readonly path: string
  readonly size: number
  /** Reads bytes from an offset on. Throws HistoryError `archive` if the file ends before. */
  read(at: number, length: number): Promise<Uint8Array>
  /** Returns a reader that reads ahead. */
  cursor(): ArchiveFile['read']
}

export async function openArchiveFile(path: string): Promise<ArchiveFile> {
  const fail = (cause: unknown): never => {
    throw unreadable(path, cause)
  }
  await requireRegular(path).catch(fail)
  const handle = await open(path).catch(fail)
  const { size } = await handle.stat().catch(fail)
  const read: ArchiveFile['read'] = async (at, length) => {
    if (at < 0 || at + length > size)
      throw new HistoryError(
        'archive',
        `${path}: byte ${at}: ${length} bytes are missing: the file has ${size}.`,
      )
    const bytes = new Uint8Array(length)
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await handle.read(bytes, filled, length - filled, at + filled).catch(fail)
      if (bytesRead === 0) fail(new Error(`it became shorter than ${size} bytes`))
      filled += bytesRead
    }
    return bytes
  }
  return {
    path,
    size,
    read,
    cursor() {
      let window = new Uint8Array()
      let start = 0
      return async (at, length) => {
        if (at < start || at + length > start + window.length) {
          window = (await read(at, Math.max(length, Math.min(WINDOW, size - at)))) as Uint8Array<ArrayBuffer>
          start = at
        }
        return window.subarray(at - start, at - start + length)
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** Reads a small file. Throws HistoryError `archive` if it cannot be read. */
export async function readWhole(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

export async function sumSizes(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await statFile(path)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export const statFile = (path: string): Promise<Stats> =>
  stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })

/** Throws for a pipe, a socket or a device: an archive is read more than once, and from any offset. */
export async function requireRegular(path: string): Promise<void> {
  const found = await stat(path)
  if (!found.isFile() && !found.isDirectory())
    throw new Error('it is a pipe or a device, and a regular file is needed')
}

const WINDOW = 2 ** 20
