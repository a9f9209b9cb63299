import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'

export interface WrittenFile {
  readonly sha256: Uint8Array
  readonly size: number
}

/** Writes a new file in pieces of a MiB. Deletes it if `fill` throws. */
export async function writeNewFile<T extends object>(
  path: string,
  fill: (write: (bytes: Uint8Array) => Promise<void>) => Promise<T>,
): Promise<T & WrittenFile> {
  try {
    await using handle = await open(path, 'w')
    const hash = createHash('sha256')
    let waiting: Uint8Array[] = []
    let length = 0
    let size = 0
    const flush = async () => {
      const bytes = Buffer.concat(waiting)
      waiting = []
      length = 0
      hash.update(bytes)
      await handle.writeFile(bytes) // after the last piece
    }
    const result = await fill(async (bytes) => {
      waiting.push(bytes)
      length += bytes.length
      size += bytes.length
      if (length >= PIECE) await flush()
    })
    await flush()
    return { ...result, sha256: hash.digest(), size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

const PIECE = 2 ** 20
