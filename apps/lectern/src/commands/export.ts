import { Command, InvalidArgumentError, Option } from 'commander'
import { toHex } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import { createProgress } from '@lectern/cli'
import { exportEras, type ExportedEra, networks, openStore, type Store } from '@lectern/history'
import { Failure } from '../failure.ts'
import { datadir, json } from '../config/flags.ts'

interface ExportOptions {
  readonly datadir: string
  readonly format: 'era1' | 'ere'
  readonly out: string
  readonly from?: bigint
  readonly to?: bigint
  readonly network?: string
  readonly difficultyBefore?: bigint
  readonly overwrite?: true
  readonly json?: true
}

/** `lectern export`: writes what a history holds as era files. */
export const command: Command = new Command('export')
  .description('write what a history holds as era files, 8,192 blocks each, with their checksums.txt')
  .addOption(datadir())
  .addOption(
    new Option('--format <format>', 'era1 holds blocks before the merge, ere all blocks')
      .choices(['era1', 'ere'])
      .makeOptionMandatory(),
  )
  .requiredOption('--out <folder>', 'the folder that the files are written into')
  .addOption(new Option('--from <number>', 'first block; the lowest held by default').argParser(bigNumber))
  .addOption(new Option('--to <number>', 'last block; the highest held by default').argParser(bigNumber))
  .addOption(
    new Option(
      '--network <name>',
      'what the files’ names begin with; mainnet and sepolia are known by their genesis',
    ).argParser(networkName),
  )
  .addOption(
    new Option(
      '--difficulty-before <number>',
      'total difficulty before the first block, where the history does not begin with block 0',
    ).argParser(bigNumber),
  )
  .option('--overwrite', 'replace files of the same eras')
  .addOption(json())
  .action(async (options: ExportOptions) => {
    const { out: folder, format, from, to, difficultyBefore, overwrite = false } = options
    await using store = await openStore(options.datadir, { readOnly: true })
    const progress = createProgress('exporting')
    const abort = new AbortController()
    const stop = () => abort.abort(new Failure('Interrupted; the files that were whole are kept.'))
    process.once('SIGINT', stop).once('SIGTERM', stop)
    let begin: bigint | undefined
    const files = await exportEras({
      store,
      format,
      folder,
      network: options.network ?? knownNetwork(store),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(difficultyBefore !== undefined && { difficultyBefore }),
      overwrite,
      signal: abort.signal,
      onProgress({ number, share }) {
        begin ??= number
        progress.update({ share, counts: { blocks: Number(number - begin) + 1 }, at: `block ${number}` })
      },
    }).finally(() => {
      progress.end()
      process.removeListener('SIGINT', stop).removeListener('SIGTERM', stop)
    })
    process.stdout.write(
      options.json ? `${JSON.stringify(files.map(toJson))}\n` : files.map(describe).join(''),
    )
  })

function knownNetwork({ chain }: Store): string {
  const known = Object.entries(networks).find(
    ([, { genesisHash }]) => chain && equalBytes(genesisHash, chain.genesisHash),
  )
  if (known) return known[0]
  throw new Failure('The chain is none that is known by its genesis: name it with --network.')
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

function bigNumber(text: string): bigint {
  if (/^(?:\d+|0x[0-9a-fA-F]+)$/.test(text)) return BigInt(text)
  throw new InvalidArgumentError('It must be a whole number, decimal or 0x and hexadecimal digits.')
}

function networkName(text: string): string {
  if (/^[a-z0-9]+$/.test(text)) return text
  throw new InvalidArgumentError('It must be a name of lower-case letters and digits.')
}
