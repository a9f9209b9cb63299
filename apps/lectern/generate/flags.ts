import { readFile, writeFile } from 'node:fs/promises'
import type { Command, Option } from 'commander'
import { format } from 'oxfmt'
import { loadCommands } from '../src/commands/commands.ts'

const page = new URL('../../../docs/operate.md', import.meta.url)
const [begin, end] = ['<!-- flags: written by npm run generate -->', '<!-- flags end -->']

/** Returns the page with the flags of all commands between its markers. */
export async function writeFlags(text: string): Promise<string> {
  const [before, , after] = text.split(new RegExp(`(?<=${begin})|(?=${end})`))
  if (before === undefined || after === undefined) throw new Error(`The page needs ${begin} and ${end}.`)
  const shown = new Map<string, string>()
  const sections = (await loadCommands()).map((command) => toSection(command, shown))
  const { code } = await format('operate.md', [before, ...sections, after].join('\n\n'))
  return code
}

/** Returns the section of a command, with a table per group of flags; `shown` maps rows to the command that has them first. */
function toSection(command: Command, shown: Map<string, string>): string {
  const {
    parent,
    registeredArguments: [argument],
  } = command
  const name = ['lectern', ...(parent ? [parent.name()] : []), command.name()].join(' ')
  const usage = argument ? `${name} <${argument.name()}${argument.variadic ? '…' : ''}>` : name
  const groups = Object.groupBy(command.options, ({ helpGroupHeading = 'Options:' }) => helpGroupHeading)
  const tables = Object.entries(groups).map(([heading, options = []]) =>
    toTable(heading, options, name, shown),
  )
  return [`### ${name}`, `\`${usage}\`: ${command.description()}.`, ...tables].join('\n\n')
}

function toTable(
  heading: string,
  options: readonly Option[],
  name: string,
  shown: Map<string, string>,
): string {
  const firstOf = (option: Option) => shown.get(toKey(option)) ?? name
  const { [name]: own = [], ...others } = Object.groupBy(options, firstOf)
  for (const option of own) shown.set(toKey(option), name)
  const rows =
    own.length === 0 ? [] : ['| flag | meaning | default |', '| --- | --- | --- |', ...own.map(toRow)]
  const links = Object.entries(others).map(([other, same = []]) => {
    const flags = same.map(({ long }) => `\`${long}\``).join(', ')
    return `As in [${other}](#${other.replaceAll(' ', '-')}): ${flags}.`
  })
  return [`**${heading.slice(0, -1)}**`, ...(own.length === 0 ? [] : [rows.join('\n')]), ...links].join(
    '\n\n',
  )
}

/** Flags with equal keys have equal rows, but for the prefix of the part that they belong to. */
const toKey = (option: Option): string => toRow(option).replace(/--(?:follow|store|from|to)\./, '--')

function toRow(option: Option): string {
  const { flags, description, argChoices, mandatory, defaultValue, defaultValueDescription } = option
  const choices = flags.includes('|') ? [] : (argChoices ?? [])
  const meaning = [
    description,
    ...(choices.length === 0 ? [] : [choices.map((one) => `\`${one}\``).join(', ')]),
  ]
  const value = defaultValueDescription ?? (defaultValue === undefined ? '' : `\`${String(defaultValue)}\``)
  const cells = [`\`${flags}\``, meaning.join(': '), mandatory ? 'needed' : value]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

if (import.meta.main) await writeFile(page, await writeFlags(await readFile(page, 'utf8')))
