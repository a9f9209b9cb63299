import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { renameDurably, syncFolder } from '../../folder.ts'
import { HistoryError, reasonOf } from '../../error.ts'
import type { ChainIdentity } from '../interface.ts'
import { closeTables, DATA_FILE, openTables } from './tables.ts'
import { settleIdentity } from './writer.ts'

/** Creates the file of an empty store, unless it exists. It gets its name once it is complete and on the disk. Throws HistoryError `unwritable`. */
export async function makeDataFile(datadir: string, chain: ChainIdentity | undefined): Promise<void> {
  const path = join(datadir, DATA_FILE)
  if (existsSync(path)) return syncFolder(datadir) // its creator may have been killed
  const part = `${DATA_FILE}.part`
  const clear = (name: string) => rm(join(datadir, name), { force: true })
  try {
    await clear(part)
    const tables = openTables(datadir, { readOnly: false, file: part })
    try {
      settleIdentity(tables, chain)
    } finally {
      await closeTables(tables)
      await clear(`${part}-lock`)
    }
    await renameDurably(join(datadir, part), path)
  } catch (cause) {
    if (cause instanceof HistoryError) throw cause
    throw new HistoryError('unwritable', `${path} cannot be made: ${reasonOf(cause as Error)}.`, { cause })
  }
}
