import { HistoryError, openStore } from '@lectern/history'
import type { Logger } from '../observe/log.ts'

/**
 * Adds the hashes of blocks to the index of a store that an earlier version wrote without them, and logs how far it is. Where the store
 * cannot be written, the log says what is not found then. Throws HistoryError for a store that cannot be read.
 */
export async function completeIndex(datadir: string, log: Logger): Promise<void> {
  {
    await using store = await openStore(datadir, { readOnly: true })
    if (store.isIndexed()) return
  }
  try {
    let told = 0
    const onIndex = ({ indexed, blocks }: { readonly indexed: number; readonly blocks: number }) => {
      const percent = Math.floor((100 * indexed) / blocks)
      if (percent < told + 10 && indexed < blocks) return
      told = percent
      log.info({ indexed, blocks }, `Indexing the hashes of blocks, once: ${percent} %`)
    }
    await using _ = await openStore(datadir, { onIndex })
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error
    if (error.code === 'locked')
      log.info('Another process writes the store, and indexes the hashes of its blocks.')
    else if (error.code === 'unwritable')
      log.warn(
        `The hashes of some blocks are not indexed, and the store cannot be written: ${error.message} eth_getBlockByHash and eth_getUncleByBlockHashAndIndex answer -32002 for them. \`lectern serve\` or \`lectern import\` with write access completes the index.`,
      )
    else throw error
  }
}
