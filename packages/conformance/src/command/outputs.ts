import { writeFile } from 'node:fs/promises'
import { styleText } from 'node:util'
import { InvalidArgumentError, Option } from 'commander'
import { ConformanceError } from '../error.ts'
import { reporterNames, reporters, type ReporterName } from '../report/reporters/reporters.ts'
import type { Report } from '../report/report.ts'

/** One report to write: what it looks like, and the file it goes to; standard output without one. */
export interface Output {
  readonly reporter: ReporterName
  readonly file?: string
}

/** `--reporter NAME` or `--reporter NAME=FILE`, as often as there are reports to write. */
export const reporterOption = (): Option =>
  new Option(
    '--reporter <name[=file]>',
    `format of the report, and the file it goes to; may be given several times (${reporterNames.join(', ')})`,
  ).argParser((text: string, others: readonly Output[] = []) => [...others, parseOutput(text)])

/** Returns the reports to write, the text if none goes to standard output. Throws a ConformanceError (INPUT) for a file that cannot be written. */
export async function prepareOutputs(named: readonly Output[] = []): Promise<readonly Output[]> {
  for (const { reporter, file } of named)
    if (file !== undefined)
      await writeFile(file, '', { flag: 'a' }).catch((cause: Error) => {
        throw new ConformanceError('INPUT', describeFailure(reporter, cause), { cause })
      })
  return named.some(({ file }) => file === undefined) ? named : [{ reporter: 'text' }, ...named]
}

/** Writes each report; all are tried before it throws a ConformanceError (INPUT) with a sentence for each that failed. */
export async function writeOutputs(
  outputs: readonly Output[],
  report: Report,
  { stdout = process.stdout }: { stdout?: NodeJS.WriteStream } = {},
): Promise<void> {
  const sentences: string[] = []
  for (const { reporter, file } of outputs)
    try {
      const text = reporters[reporter](report)
      if (file !== undefined) await writeFile(file, text)
      else stdout.write(reporter === 'text' ? colour(text, stdout) : text)
    } catch (error) {
      sentences.push(describeFailure(reporter, error as Error))
    }
  if (sentences.length > 0) throw new ConformanceError('INPUT', sentences.join(' '))
}

const styles = { '✗': 'red', '!': 'red', '≈': 'yellow', '–': 'dim', '✓': 'green' } as const

/** Returns a text whose lines with a sign have the colour of it, if the stream shows colours. */
const colour = (text: string, stream: NodeJS.WriteStream): string =>
  text.replaceAll(/^ *([✗!≈–✓]) .*$/gm, (line, sign: keyof typeof styles) =>
    styleText(styles[sign], line, { stream }),
  )

const describeFailure = (reporter: ReporterName, { message }: Error) =>
  `The ${reporter} report cannot be written: ${message}.`

function parseOutput(text: string): Output {
  const [, name = text, file] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  const reporter = reporterNames.find((one) => one === name)
  const sentence = `It must be one of ${reporterNames.join(', ')}, or one of them with =file behind it.`
  if (reporter === undefined) throw new InvalidArgumentError(sentence)
  if (file === '') throw new InvalidArgumentError('It names no file after the =.')
  return { reporter, ...(file !== undefined && { file }) }
}
