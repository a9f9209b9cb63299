import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A new file that is written from its beginning to its end. */
export interface FileWriter extends AsyncDisposable {
  write(bytes: Uint8Array): Promise<void>
  /** Writes the rest, and returns the 32-byte SHA-256 of the file and its length in bytes. */
  end(): Promise<{ sha256: Uint8Array; size: number }>
}

/** Creates a file that is written in pieces of a MiB. */
export async function createFileWriter(path: string): Promise<FileWriter> {
  const handle = await open(path, 'w')
  const hash = createHash('sha256')
  let waiting: Uint8Array[] = []
  let length = 0
  let size = 0
  async function flush(): Promise<void> {
    const bytes = Buffer.concat(waiting)
    waiting = []
    length = 0
    hash.update(bytes)
    await handle.writeFile(bytes) // after the last piece
  }
  return {
    async write(bytes) {
      waiting.push(bytes)
      length += bytes.length
      size += bytes.length
      if (length >= PIECE) await flush()
    },
    async end() {
      await flush()
      return { sha256: hash.digest(), size }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

const PIECE = 2 ** 20
