import { Command, Option } from 'commander'
import {
  ConformanceError,
  httpTarget,
  plan,
  planExchanges,
  readExchanges,
  reportJson,
  reportText,
  run,
  selectChecks,
  type Check,
  type Level,
} from '@lectern/conformance'
import { document } from '@lectern/spec'
import * as validators from '@lectern/spec/validators'
import { Failure } from './failure.ts'
import { wholeNumber } from './options.ts'
import { createProgress } from './progress.ts'

interface ConformOptions {
  readonly exchanges?: string
  readonly reporter: 'text' | 'json'
  readonly level: Level
  readonly only?: string
  readonly skip?: string
  readonly seed: number
  readonly concurrency: number
  readonly timeout: number
}

/** `lectern conform`: judges an endpoint by the document, or by recorded exchanges. */
export const command: Command = new Command('conform')
  .description('judge any endpoint: checks derived from the document, or recorded exchanges')
  .argument('<rpc-url>', 'http or https address of the endpoint; it is only read from')
  .option('--exchanges <dir>', 'judge by the .io files of this folder instead (the official suite’s format)')
  .addOption(
    new Option('--reporter <kind>', 'how the result is shown').choices(['text', 'json']).default('text'),
  )
  .addOption(
    new Option('--level <level>', 'least binding rules that count')
      .choices(['MUST', 'SHOULD', 'MAY'])
      .default('MAY'),
  )
  .option('--only <glob>', 'only checks whose id matches, for instance "proof/*"')
  .option('--skip <glob>', 'no check whose id matches')
  .addOption(wholeNumber('--seed <number>', 'what the random choices start from', { value: 1 }))
  .addOption(wholeNumber('--concurrency <requests>', 'requests at once', { least: 1, most: 256, value: 4 }))
  .addOption(
    wholeNumber('--timeout <milliseconds>', 'longest wait for an answer', { least: 1, value: 10_000 }),
  )
  .action(async (url: string, options: ConformOptions) => {
    try {
      await judge(url, options)
    } catch (error) {
      if (error instanceof ConformanceError) throw new Failure(error.message, { cause: error })
      throw error
    }
  })

async function judge(
  url: string,
  { exchanges, reporter, timeout, ...options }: ConformOptions,
): Promise<void> {
  const target = httpTarget(url, { timeout })
  const checks =
    exchanges === undefined ? plan(document) : planExchanges(await readExchanges(exchanges), validators)
  const chosen = selectChecks(checks, options)
  if (chosen.length === 0) throw new Failure('No check is left by --only, --skip and --level.')
  const progress = createProgress('judging')
  const onResult = countResults(chosen, progress.update)
  const report = await run(chosen, target, { ...options, onResult }).finally(progress.end)
  process.stdout.write(reporter === 'json' ? reportJson(report) : reportText(report))
  if (report.summary.fail > 0) process.exitCode = 1
}

function countResults(checks: readonly Check[], update: ReturnType<typeof createProgress>['update']) {
  let done = 0
  return ({ id }: { id: string }) =>
    update({ share: ++done / checks.length, counts: { checks: done }, at: id })
}
