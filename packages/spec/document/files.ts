import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Overlay } from '../src/family/overlay.ts'

/** The overlays of the families of chains, by the names of the families. */
export type Overlays = Readonly<Record<string, Overlay>>

/** Reads the overlays next to a document: those of openrpc.json are openrpc.NAME.json. Throws for a file that is no JSON. */
export function readOverlays(path: string): Overlays {
  const folder = dirname(path)
  return parseOverlays(readdirSync(folder), basename(path), (name) =>
    readFileSync(join(folder, name), 'utf8'),
  )
}

/** Parses those files of a list that are overlays of a document, by its name. */
export function parseOverlays(
  files: readonly string[],
  document: string,
  read: (file: string) => string,
): Overlays {
  const prefix = document.replace(/json$/, '')
  const overlays = files
    .filter((file) => file !== document && file.startsWith(prefix) && file.endsWith('.json'))
    .toSorted()
    .map((file): [string, Overlay] => {
      try {
        return [file.slice(prefix.length, -'.json'.length), JSON.parse(read(file)) as Overlay]
      } catch (error) {
        throw new Error(`${file} is no JSON: ${(error as Error).message}`, { cause: error })
      }
    })
  return Object.fromEntries(overlays)
}
