import { Command } from 'commander'
import { compactStore, openStore, readHead, showLocation, type StoreLocation } from '@lectern/history'
import { hotBlocks, json } from '../config/flags.ts'
import { chooseStore, readLocation, type StoreFlags, storeOptions } from '../config/store-options.ts'
import { Failure } from '../failure.ts'
import { print, startTask } from './task.ts'

interface CompactFlags extends StoreFlags {
  readonly hot: number
  readonly json?: true
}

export const command: Command = new Command('compact')
  .description('compress old blocks of a store, which servers may read meanwhile; resumable')
  .addOption(hotBlocks('--hot'))
  .addOption(json())
for (const option of storeOptions()) command.addOption(option)

command.action(async () => {
  const options = chooseStore<CompactFlags>(command)
  const { hot } = options
  const location = await readLocation(options)
  const isFile = 'datadir' in location
  await checkBlocks(location)
  await using store = await openStore(location)
  using task = startTask(
    'compacting',
    'Interrupted; the same command resumes after the last compressed block.',
  )
  let [moved, cold] = [0, -1]
  await compactStore(store, {
    hot,
    isComplete: true,
    signal: task.signal,
    onProgress({ number, blocks, left }) {
      moved += blocks
      cold = Number(number)
      task.progress.update({
        share: moved / (moved + left),
        counts: { blocks: moved },
        at: left === 0 && !isFile ? 'waiting until no server reads the uncompressed rows' : `block ${number}`,
      })
    },
  })
  task.progress.end()
  print(
    options.json,
    { moved, hot },
    moved === 0
      ? `Nothing to compress: only the newest ${hot} blocks are uncompressed.\n`
      : `Compressed ${moved} blocks, up to block ${cold}.${isFile ? ' The file keeps its length; new blocks use what became free.' : ''}\n`,
  )
})

/** Opening a store for writing would make one. Throws HistoryError `missing`, or Failure for an empty store. */
async function checkBlocks(location: StoreLocation): Promise<void> {
  await using store = await openStore(location, { readOnly: true })
  if ((await readHead(store)) === null)
    throw new Failure(`${showLocation(location)} has no block: import a chain into it first.`)
}
