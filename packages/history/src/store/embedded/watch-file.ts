import { statSync } from 'node:fs'

/** Returns a function that says whether a file was deleted or replaced since. It looks at most once per `pause` milliseconds. */
export function watchFile(path: string, { pause = 1_000 }: { readonly pause?: number } = {}): () => boolean {
  const opened = identify(path)
  let isOther = false
  let looked = -Infinity
  return () => {
    const now = performance.now()
    if (now - looked >= pause) {
      looked = now
      const found = identify(path)
      isOther = found !== undefined && found !== opened
    }
    return isOther
  }
}

/** Returns the device and inode of a file; `none` without a file, undefined if the system refuses. */
function identify(path: string): string | undefined {
  try {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? 'none' : `${found.dev}:${found.ino}`
  } catch {
    return undefined
  }
}
