import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { styleText } from 'node:util'
import { InvalidArgumentError, Option } from 'commander'
import { ConformanceError } from '../error.ts'
import { isReporter, reporterNames, reporters, type ReporterName } from '../report/reporters/reporters.ts'
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

/** Returns the reports to write: at most one to standard output, the text by default. Throws a ConformanceError (OUTPUT). */
export async function prepareOutputs(named: readonly Output[] = []): Promise<Output[]> {
  const [first, second] = named.filter(({ file }) => file === undefined).map(({ reporter }) => reporter)
  if (second !== undefined)
    throw outputError(
      `Standard output takes one report, not ${first} and ${second}: name a file, as in --reporter ${second}=FILE`,
    )
  const files = named.flatMap(({ file }) => file ?? [])
  for (const file of files) await checkFile(file)
  const twice = files.find(
    (file, index) => files.findIndex((other) => resolve(other) === resolve(file)) < index,
  )
  if (twice !== undefined)
    throw outputError(`${twice} can hold one report only, but two are to be written there`)
  return first === undefined ? [{ reporter: 'text' }, ...named] : [...named]
}

/** Writes each report; all are tried before it throws a ConformanceError (OUTPUT) with a sentence for each that failed. */
export async function writeOutputs(
  outputs: readonly Output[],
  report: Report,
  { stdout = process.stdout }: { stdout?: NodeJS.WriteStream } = {},
): Promise<void> {
  const [causes, sentences]: [unknown[], string[]] = [[], []]
  for (const { reporter, file } of outputs) {
    const render = reporters[reporter]
    try {
      if (file !== undefined) await writeFile(file, render(report))
      else
        stdout.write(render(report, { paint: (style, text) => styleText(style, text, { stream: stdout }) }))
    } catch (cause) {
      const where = file ?? 'standard output'
      causes.push(cause)
      sentences.push(`The ${reporter} report was not written to ${where}: ${(cause as Error).message}`)
    }
  }
  if (causes.length === 0) return
  throw outputError(sentences.join('. '), {
    cause: causes.length === 1 ? causes[0] : new AggregateError(causes),
  })
}

function parseOutput(text: string): Output {
  const [, name = text, file] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (!isReporter(name))
    throw new InvalidArgumentError(
      `It must be one of ${reporterNames.join(', ')}, or one of them with =file behind it.`,
    )
  if (file === '') throw new InvalidArgumentError('It names no file after the =.')
  return { reporter: name, ...(file !== undefined && { file }) }
}

async function checkFile(file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined)
  if (there?.isDirectory()) throw outputError(`${file} is a folder, a file was expected`)
  const path = there ? file : dirname(file)
  await access(path, constants.W_OK).catch((cause: NodeJS.ErrnoException) => {
    throw outputError(
      cause.code === 'ENOENT' ? `There is no folder ${path} for ${file}` : `No permission to write ${file}`,
      { cause },
    )
  })
}

const outputError = (sentence: string, options?: ErrorOptions) =>
  new ConformanceError('OUTPUT', `${sentence}.`, options)
