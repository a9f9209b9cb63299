import { Command } from 'commander'
import { ChainError, toHex } from '@lectern/chain'
import { wholeNumber } from '@lectern/conformance/flags'
import { type Progress } from '@lectern/conformance/terminal'
import {
  type Forkchoice,
  HistoryError,
  ITEM_LIMIT,
  type Head,
  openStore,
  readHead,
  readAccumulators,
  showUrl,
  type ImportResult,
} from '@lectern/history'
import { explain, Failure } from '../failure.ts'
import { describeFinality, describeVoucher } from '../observe/history-report.ts'
import { openSources, type ImportTerms } from './sources.ts'
import { checkpointOptions } from '../config/beacon-options.ts'
import { forkchoice, hotBlocks, inGroup, json, rangeOptions } from '../config/flags.ts'
import { chooseStore, readLocation, type StoreFlags, storeOptions } from '../config/store-options.ts'
import { readProofRoots, type SummariesFlags } from './proof-roots.ts'
import { batchSize, print, startTask, verifyWorkers } from './task.ts'

interface ImportOptions extends StoreFlags, SummariesFlags {
  readonly genesis?: string
  readonly head?: Forkchoice
  readonly from?: bigint
  readonly to?: bigint
  readonly accumulator?: string
  readonly json?: true
  readonly batch: number
  readonly hot: number
  readonly blockLimit: number
  readonly workers: number
  readonly cache?: string
  readonly keep?: true
}

export const command: Command = new Command('import')
  .description('verify a chain block by block, and store it')
  .argument(
    '<source...>',
    'chain.rlp or chain.rlp.gz of `geth export`, its parts or their folder, which is executed; .era1 and .ere files, folders of them, or the URL of such a folder; or .jsonl files with a block and its receipts on each line',
  )
  .option(
    '--genesis <file>',
    'genesis.json of the chain, in geth’s format; era files of mainnet and sepolia need none',
  )
  .option(
    '--head <hash>',
    'hash of a trusted block, which becomes `safe` and `finalized`; or a headfcu.json (an engine_forkchoiceUpdated call) with all three',
    forkchoice,
  )
  .option(
    '--accumulator <file>',
    'trusted accumulator roots of eras before the merge, as hexadecimal lines or SSZ; mainnet’s are built in',
  )
  .option(
    '--summaries <file or url>',
    'historical summaries for .ere files from Capella on: a trusted SSZ file, or a Lodestar beacon node, proven from --beacon.checkpoint',
  )
  .addOption(batchSize())
  .addOption(hotBlocks('--hot'))
  .addOption(wholeNumber('--block-limit <bytes>', 'most bytes of one block', { least: 1, value: ITEM_LIMIT }))
  .addOption(verifyWorkers('the blocks of era files and JSON'))
  .option(
    '--cache <folder>',
    'folder for files from a URL; downloads in the --datadir by default, needed with --store',
  )
  .option('--keep', 'keep files from a URL after they are imported')
  .addOption(json())
for (const option of [...rangeOptions(['that of the source', 'that of the source']), ...storeOptions()])
  command.addOption(option)
for (const option of inGroup('Proving --summaries <url>', checkpointOptions(''))) command.addOption(option)

command.action(async (sources: string[]) => {
  const options = chooseStore<ImportOptions>(command)
  const location = await readLocation(options)
  const { genesis } = options
  const { chain, importBlocks } = await openSources(sources, { genesis, location })
  const accumulators =
    options.accumulator === undefined ? undefined : await readAccumulators(options.accumulator)
  const proofs = await readProofRoots(chain, accumulators, options)
  await using store = await openStore(location, { chain })
  const { head, from, to, batch: blocks, blockLimit: limit, workers, keep = false } = options
  using task = startTask('importing', 'Interrupted; the same command resumes after the last stored block.')
  const { progress, signal } = task
  const importing = importBlocks({
    store,
    ...head,
    from,
    to,
    ...(accumulators && { accumulators }),
    ...(proofs && { proofs }),
    batch: { blocks },
    hot: options.hot,
    limit,
    workers,
    cache: options.cache,
    isOwn: options.cache === undefined,
    keep,
    signal,
    onProgress: (state) => showProgress(progress, state),
  })
  const result = await importing.catch(async (error: unknown) => {
    const cause: unknown = signal.aborted ? signal.reason : error // the abort may surface as another error
    throw new Failure(
      `${describeFault(sources, cause)} ${describeStored(await readHead(store).catch(() => undefined), cause)}`,
      { cause },
    )
  })
  progress.end()
  const stored = (await readHead(store))!
  print(options.json, toJson(result, stored), describe(result, stored))
})

function describeFault([source, ...others]: readonly string[], error: unknown): string {
  const sentence = explain(error)
  const shown = showUrl(source!) // without its user and password
  const isNamed = error instanceof Failure || sentence.includes(shown) || others.length > 0
  return isNamed ? sentence : `${shown}: ${sentence}`
}

/** Returns a sentence on the blocks that are stored. */
function describeStored(head: Head | null | undefined, error: unknown): string {
  if (head === undefined) return 'Committed blocks stay.'
  if (head === null) return 'Nothing is stored.'
  const { number, lowest, anchor } = head
  const stored = `Blocks ${lowest} to ${number} are stored`
  if (!anchor) return `${stored}.`
  const isRefused = error instanceof ChainError || (error instanceof HistoryError && refusals.has(error.code))
  return `${stored}, anchored at block ${anchor.number}${isRefused ? `; what follows block ${number} is refused` : ''}.`
}

/** The codes of a file with invalid blocks. */
const refusals: ReadonlySet<unknown> = new Set(['archive', 'block', 'parent'])

function showProgress(progress: Progress, state: Parameters<ImportTerms['onProgress']>[0]): void {
  const { number, hash, fork = '', read, total, added, stored, transactions, gas } = state
  progress.update({
    share: read / total,
    counts: { blocks: added + stored, tx: transactions, Mgas: Number(gas) / 1e6, MB: read / 1e6 },
    at: `block ${number} ${toHex(hash).slice(0, 10)}… ${fork}`.trimEnd(),
  })
}

const toJson = (
  { head, added, stored, transactions, gas }: ImportResult,
  { anchor, safe, finalized }: Head,
) => ({
  head: { number: Number(head.number), hash: toHex(head.hash) },
  added,
  stored,
  transactions,
  gas: Number(gas),
  // An earlier import may have anchored the store.
  anchor: anchor && Number(anchor.number),
  grounds: anchor?.grounds ?? null,
  safe: safe === null ? null : Number(safe),
  finalized: finalized === null ? null : Number(finalized),
})

function describe({ head, added, stored, transactions }: ImportResult, now: Head): string {
  const { anchor } = now
  const what =
    added === 0
      ? `Nothing to add: all ${stored} blocks were stored already`
      : `Added ${added} blocks with ${transactions} transactions`
  const trust =
    anchor === null
      ? 'The chain is consistent with itself, but its last hash is not trusted: --head <hash> would anchor it'
      : `${describeVoucher(anchor)}: it and all before it are anchored${describeFinality(now)}`
  return `${what}. The chain ends with block ${head.number} ${toHex(head.hash)}.\n${trust}.\n`
}
