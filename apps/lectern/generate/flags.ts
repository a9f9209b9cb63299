import { readFile, writeFile } from 'node:fs/promises'
import type { Command, Option } from 'commander'
import { format } from 'oxfmt'
import { loadCommands } from '../src/commands/commands.ts'

const page = new URL('../../../docs/operate.md', import.meta.url)
const [begin, end] = ['<!-- flags: written by npm run generate -->', '<!-- flags end -->']

/** Returns the page with the flags of `serve`, `follow` and `proxy` between its markers. */
export async function writeFlags(text: string): Promise<string> {
  const [before, , after] = text.split(new RegExp(`(?<=${begin})|(?=${end})`))
  if (before === undefined || after === undefined) throw new Error(`The page needs ${begin} and ${end}.`)
  const shown = new Map<string, string>()
  const commands = await loadCommands()
  const sections = ['serve', 'follow', 'proxy'].map((name) =>
    toSection(
      commands.find((command) => command.name() === name)!,
      shown,
    ),
  )
  const { code } = await format('operate.md', [before, ...sections, after].join('\n\n'))
  return code
}

/**
 * Returns the section of a command: a list per group of flags, then links to the flags that another command has too.
 * `shown` maps items to the command that has them first.
 */
function toSection(command: Command, shown: Map<string, string>): string {
  const {
    parent,
    registeredArguments: [argument],
  } = command
  const name = ['lectern', ...(parent ? [parent.name()] : []), command.name()].join(' ')
  const usage = argument ? `${name} <${argument.name()}${argument.variadic ? '…' : ''}>` : name
  const firstOf = (option: Option) => shown.get(toKey(option)) ?? name
  const { [name]: own = [], ...others } = Object.groupBy(command.options, firstOf)
  for (const option of own) shown.set(toKey(option), name)
  const groups = Object.groupBy(own, ({ helpGroupHeading = 'Options:' }) => helpGroupHeading)
  const lists = Object.entries(groups).map(
    ([heading, options = []]) => `**${heading.slice(0, -1)}**\n\n${options.map(toItem).join('\n')}`,
  )
  const links = Object.keys(others).map(
    (other) =>
      `Other flags are as in [${other}](#${other.replaceAll(' ', '-')}), those of following without \`--follow.\`.`,
  )
  return [`### ${name}`, `\`${usage}\`: ${command.description()}.`, ...lists, ...links].join('\n\n')
}

/** Flags with equal keys have equal items, but for the prefix of the part that they belong to. */
const toKey = (option: Option): string => toItem(option).replaceAll(/--(?:follow|store|from|to)\./g, '--')

function toItem(option: Option): string {
  const { flags, description, argChoices, mandatory, defaultValue, defaultValueDescription } = option
  const choices = flags.includes('|') ? [] : (argChoices ?? [])
  const meaning = [
    description,
    ...(choices.length === 0 ? [] : [choices.map((one) => `\`${one}\``).join(', ')]),
  ]
  const value = defaultValueDescription ?? (defaultValue === undefined ? '' : `\`${String(defaultValue)}\``)
  const note = mandatory ? 'needed' : ['', 'none'].includes(value) ? '' : `default: ${value}`
  return `- \`${flags}\`: ${meaning.join(': ')}${note && ` (${note})`}`
}

if (import.meta.main) await writeFile(page, await writeFlags(await readFile(page, 'utf8')))
