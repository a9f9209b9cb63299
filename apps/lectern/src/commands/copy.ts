import { Command } from 'commander'
import { ChainError, toHex } from '@lectern/chain'
import {
  type CopyResult,
  copyStore,
  openStore,
  readHead,
  showLocation,
  type StoreLocation,
} from '@lectern/history'
import { hotBlocks, inGroup, json } from '../config/flags.ts'
import { accessOptions, readAccess } from '../config/store-options.ts'
import { explain, Failure } from '../failure.ts'
import { batchSize, print, startTask, verifyWorkers } from './task.ts'

interface CopyFlags {
  readonly from: string
  readonly to: string
  readonly batch: number
  readonly hot: number
  readonly workers: number
  readonly json?: true
}

export const command: Command = new Command('copy')
  .description('copy a store into another, of any kind: each block verified, resumable')
  .requiredOption('--from <location>', 'folder or URL of the store to copy, which may be written meanwhile')
  .requiredOption(
    '--to <location>',
    'folder or URL of the store to copy into; a folder is made if there is none',
  )
  .addOption(batchSize())
  .addOption(hotBlocks('--hot'))
  .addOption(verifyWorkers('the blocks'))
  .addOption(json())
for (const prefix of ['from', 'to'] as const)
  for (const option of inGroup(`Cluster of --${prefix}`, accessOptions(prefix))) command.addOption(option)

command.action(async (flags: CopyFlags) => {
  const [source, target] = await Promise.all([readPlace(flags, 'from'), readPlace(flags, 'to')])
  if (showLocation(source) === showLocation(target)) throw new Failure('--from and --to are the same store.')
  await using from = await openStore(source, { readOnly: true })
  const { chain } = from
  if ((await readHead(from)) === null || chain === null)
    throw new Failure(`${showLocation(source)} has no block to copy.`)
  await using to = await openStore(target, { chain })
  using task = startTask('copying', 'Interrupted; the same command resumes after the last copied block.')
  const { progress, signal } = task
  const copying = copyStore({
    from,
    to,
    signal,
    batch: { blocks: flags.batch },
    hot: flags.hot,
    workers: flags.workers,
    onProgress({ number, hash, added, transactions, share }) {
      const at = `block ${number} ${toHex(hash).slice(0, 10)}…`
      progress.update({ share, counts: { blocks: added, tx: transactions }, at })
    },
  })
  const result = await copying.catch((error: unknown) => {
    const cause: unknown = signal.aborted ? signal.reason : error // the abort may surface as another error
    const place = cause instanceof ChainError ? `${showLocation(source)}: ` : ''
    throw new Failure(`${place}${explain(cause)}`, { cause })
  })
  progress.end()
  print(flags.json, toJson(result), describe(result, target))
})

async function readPlace(flags: CopyFlags, name: 'from' | 'to'): Promise<StoreLocation> {
  const place = flags[name]
  if (!place.includes('://')) return { datadir: place }
  return { url: place, ...(await readAccess(flags, name)) }
}

const toJson = ({ head, added, transactions }: CopyResult) => ({
  head: { number: Number(head.number), hash: toHex(head.hash) },
  added,
  transactions,
})

function describe({ head, added, transactions }: CopyResult, target: StoreLocation): string {
  const what =
    added === 0
      ? 'Nothing to copy: all blocks were there already'
      : `Copied ${added} blocks with ${transactions} transactions, each verified`
  return `${what}. ${showLocation(target)} ends with block ${head.number} ${toHex(head.hash)}.\n`
}
