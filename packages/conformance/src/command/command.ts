import { families } from '@lectern/chain/families'
import { document as own } from '@lectern/spec'
import { loadDocument } from '../document/load.ts'
import { Command, Option } from 'commander'
import { levels } from '../rules/check.ts'
import { ConformanceError } from '../error.ts'
import { planExchanges } from '../rules/generic/exchanges.ts'
import { readExchanges, readKnownFailing, readValues } from '../files.ts'
import { dialects } from '../rules/ethereum/dialects.ts'
import { readDocument } from '../document/read-document.ts'
import { showLine } from '../document/shown-text.ts'
import { findUnused } from './unused.ts'
import { plan, type PlanOptions } from '../rules/plan.ts'
import { planDifferences } from '../rules/generic/differences.ts'
import { isUnexpected, explainUnchecked } from '../report/report.ts'
import { run, selectChecks, type RunOptions } from '../run.ts'
import { httpTarget, isLoopback, type Target } from '../endpoint/target.ts'
import { smallSample } from '../sample/sample.ts'
import { longestTimer, wholeNumber } from './flags.ts'
import { createProgress } from './terminal.ts'
import { prepareOutputs, reporterOption, writeOutputs, type Output } from './outputs.ts'

type Paths = Partial<Record<'document' | 'values' | 'knownFailing' | 'against' | 'exchanges', string>>

/** The flags; those that are options of a plan or a run go there as they are. */
interface ConformOptions extends Omit<PlanOptions & RunOptions, keyof Paths>, Paths {
  readonly exactExamples?: true
  readonly reporter?: readonly Output[]
  readonly lenient?: true
  readonly requestBudget?: number
  readonly timeBudget?: number
  readonly patience: number
  readonly timeout: number
}

/** Creates the command `lectern conform`. It sets exit code 1 if a check fails, and throws a ConformanceError (exit code 2) if nothing was checked. */
export function createConformCommand(name: string): Command {
  const command = new Command(name)
    .description('check any endpoint: checks derived from an OpenRPC document, or recorded exchanges')
    .argument('<rpc-url>', 'http or https address of the endpoint; it is only read from')
    .action(conform)
  for (const option of options()) command.addOption(option)
  return command
}

const addGlob = (glob: string, others: readonly string[] = []) => [...others, glob]

// oxfmt-ignore
const options = (): Option[] => [
  new Option('--document <file|url|discover>', 'the OpenRPC document to check by; "discover" asks the endpoint for its own (default: that of Lectern)'),
  new Option('--methods <glob>', 'methods that change nothing, or "tag:GLOB"; others are called with their examples only; may be repeated').argParser(addGlob),
  new Option('--values <file>', 'JSON file of real values by the names of parameters or types'),
  new Option('--exact-examples', 'the endpoint has the data of the examples: compare their results exactly'),
  new Option('--no-ethereum', 'do not apply the rules of Ethereum to methods of its names'),
  new Option('--family <name>', 'the rules of the chain (default: by its chain id, else by what its blocks hold)').choices(Object.keys(families)),
  new Option('--exchanges <dir>', 'compare with the .io files of this folder instead (the official suite’s format)'),
  reporterOption(),
  new Option('--level <level>', 'least binding rules that count; the default is SHOULD: a broken MAY is reported, but fails nothing').choices(levels),
  new Option('--only <glob>', 'only checks whose id matches, for instance "proof/*"; may be repeated').argParser(addGlob),
  new Option('--skip <glob>', 'no check whose id matches; may be repeated').argParser(addGlob),
  new Option('--lenient', 'accept members and transaction types that the document lacks, and leave out methods that cannot be read'),
  new Option('--dialect <client>', 'list known divergences of a client, but do not fail on them').choices(dialects),
  new Option('--known-failing <file>', 'ids or globs of checks that fail, one a line; one that passes is an error'),
  new Option('--against <rpc-url>', 'send the same calls to another endpoint of the same chain, and report the differences'),
  new Option('--heavy', 'also send what a guest should not: batches and nesting without measure'),
  wholeNumber('--seed <number>', 'what the random choices start from', { value: 1 }),
  wholeNumber('--concurrency <requests>', 'requests at once', { least: 1, most: 256, value: 4 }),
  wholeNumber('--rate <requests>', 'requests a second (default: 20, no limit on this machine)', { least: 1 }),
  wholeNumber('--request-budget <requests>', 'requests in all (default: 1000, 10000 on this machine)', { least: 1 }),
  wholeNumber('--time-budget <seconds>', 'longest time in which requests are sent; the checks left then are skipped', { least: 1 }),
  wholeNumber('--patience <seconds>', 'longest wait where the endpoint says that it is asked too much (HTTP 429)', { most: Math.floor(longestTimer / 1000), value: 30 }),
  wholeNumber('--timeout <milliseconds>', 'longest wait for a response', { least: 1, most: longestTimer, value: 10_000 }),
]

const signals = ['SIGINT', 'SIGTERM'] as const

const notBoth =
  'Give --exchanges or --against, not both: recorded exchanges say what is right, a second endpoint is only compared with.'

async function conform(url: string, given: ConformOptions): Promise<void> {
  const { exchanges, against, reporter, timeout, document: source, lenient, knownFailing, ...others } = given
  const { requestBudget, timeBudget, patience, values, exactExamples, ...flags } = others
  if (exchanges !== undefined && against !== undefined) throw new ConformanceError('INPUT', notBoth)
  const target = httpTarget(url, { timeout })
  const other = against === undefined ? undefined : httpTarget(against, { timeout })
  const document = source === undefined ? own : await openDocument(source, target, lenient === true)
  const options: PlanOptions & RunOptions = {
    ...(isLoopback(url) ? {} : smallSample), // a guest leaves most requests to the checks that ask by themselves
    ...flags,
    document,
    ...(source !== undefined && { lint: true }),
    ...(source === 'discover' && { discovered: true }),
    ...(exactExamples && { examples: 'exact' }),
    ...(lenient && { mode: 'lenient', reading: 'lenient' }),
    ...(values !== undefined && { values: await readValues(values) }),
    ...(knownFailing !== undefined && { knownFailing: await readKnownFailing(knownFailing) }),
    ...(requestBudget !== undefined && { requests: requestBudget }),
    ...(timeBudget !== undefined && { time: timeBudget * 1000 }),
    patience: patience * 1000,
  }
  const checks =
    exchanges !== undefined
      ? planExchanges(await readExchanges(exchanges), document)
      : other
        ? planDifferences(document, other, options)
        : plan(document, options)
  const chosen = selectChecks(checks, options)
  const notOne = `No check is left by --only, --skip and --level; an id looks like ${checks[0]!.id}, and 'proof/*' is a glob.`
  if (chosen.length === 0) throw new ConformanceError('INPUT', notOne)
  for (const sentence of findUnused(document, checks, options)) warn(sentence)
  const outputs = await prepareOutputs(reporter)
  const progress = createProgress('checking')
  const abort = new AbortController()
  const stop = () => abort.abort() // what was found is reported; a second signal ends the process at once
  for (const signal of signals) process.once(signal, stop)
  const report = await run(checks, target, {
    ...options,
    ...(other && { against: other }),
    signal: abort.signal,
    onResult: ({ result, done, checks }) =>
      progress.update({ share: done / checks, counts: { checks: done }, at: result.id }),
  }).finally(() => {
    progress.end()
    for (const signal of signals) process.removeListener(signal, stop)
  })
  await writeOutputs(outputs, report)
  const unchecked = explainUnchecked(report)
  if (report.results.some(isUnexpected)) process.exitCode = 1
  else if (unchecked !== undefined) throw new ConformanceError('INPUT', unchecked)
}

/** A document that is named on the command line; what is wrong with one that is read all the same is a warning. */
async function openDocument(source: string, target: Target, lenient: boolean): Promise<object> {
  const { document, problem } = await loadDocument(source, { target, lenient })
  const problems = lenient ? readDocument(document).problems : []
  const left = problems.map(({ pointer, message }) => `A method is left out: ${pointer} ${message}.`)
  for (const sentence of [...(problem === undefined ? [] : [problem]), ...left]) warn(sentence)
  return document
}

const warn = (sentence: string) => process.stderr.write(`warning: ${showLine(sentence, 300)}\n`)
