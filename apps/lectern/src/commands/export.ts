import { Command, InvalidArgumentError, Option } from 'commander'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { exportEras, exportJson, type ExportedEra, networks, openStore, type Store } from '@lectern/history'
import { Failure } from '../failure.ts'
import { bigNumber, json, rangeOptions } from '../config/flags.ts'
import { chooseStore, readLocation, type StoreFlags, storeOptions } from '../config/store-options.ts'
import { print, startTask } from './task.ts'

interface ExportOptions extends StoreFlags {
  readonly format: 'era1' | 'ere' | 'jsonl'
  readonly out: string
  readonly from?: bigint
  readonly to?: bigint
  readonly network?: string
  readonly difficultyBefore?: bigint
  readonly overwrite?: true
  readonly proofs?: true
  readonly json?: true
}

export const command: Command = new Command('export')
  .description(
    'write the stored blocks as era files, 8,192 blocks each, with their checksums.txt, or as JSON lines',
  )
  .addOption(
    new Option('--format <format>', 'era1 takes blocks before the merge, ere and jsonl all blocks')
      .choices(['era1', 'ere', 'jsonl'])
      .makeOptionMandatory(),
  )
  .requiredOption('--out <folder>', 'folder for the files')
  .option(
    '--network <name>',
    'first part of the files’ names; mainnet and sepolia are known by their genesis',
    networkName,
  )
  .option(
    '--difficulty-before <number>',
    'total difficulty before the first block, if the history does not begin with block 0',
    bigNumber,
  )
  .option('--overwrite', 'replace files of the same eras')
  .option('--proofs', 'prove the blocks of whole eras before the merge in .ere files: 500 bytes a block more')
  .addOption(json())
for (const option of [...rangeOptions(['the lowest stored', 'the highest stored']), ...storeOptions()])
  command.addOption(option)

command.action(async () => {
  const options = chooseStore<ExportOptions>(command)
  const { out: folder, format, from, to, difficultyBefore, overwrite = false, proofs = false } = options
  await using store = await openStore(await readLocation(options), { readOnly: true })
  let begin: bigint | undefined
  using task = startTask('exporting', 'Interrupted; the files that were complete remain.')
  const { progress, signal } = task
  const common = {
    store,
    folder,
    network: options.network ?? knownNetwork(store),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    overwrite,
    proofs,
    signal,
    onProgress({ number, share }: { readonly number: bigint; readonly share: number }) {
      begin ??= number
      progress.update({ share, counts: { blocks: Number(number - begin) + 1 }, at: `block ${number}` })
    },
  }
  const files =
    format === 'jsonl'
      ? [await exportJson(common)]
      : await exportEras({ ...common, format, ...(difficultyBefore !== undefined && { difficultyBefore }) })
  progress.end()
  print(options.json, files.map(toJson), files.map(describe).join(''))
})

function knownNetwork({ chain }: Pick<Store, 'chain'>): string {
  const known = Object.entries(networks).find(
    ([, { genesisHash }]) => chain && equalBytes(genesisHash, chain.genesisHash),
  )
  if (known) return known[0]
  throw new Failure('The genesis is of no known network: name the network with --network.')
}

const toJson = ({ path, first, last, size, sha256 }: ExportedEra) => ({
  path,
  first: Number(first),
  last: Number(last),
  size,
  sha256: toHex(sha256),
})

const describe = ({ path, first, last, size }: ExportedEra) =>
  `${path}: blocks ${first} to ${last}, ${(size / 1e6).toFixed(1)} MB.\n`

function networkName(text: string): string {
  if (/^[a-z0-9]+$/.test(text)) return text
  throw new InvalidArgumentError('It must be a name of lower-case letters and digits.')
}
