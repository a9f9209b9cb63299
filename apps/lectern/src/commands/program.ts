import { enableCompileCache } from 'node:module'
import { Command, CommanderError, type Option } from 'commander'
import { type Load, loadCommands, loaders, loadStore } from './commands.ts'
import { addConfig } from '../config/config.ts'
import { watchOutput } from '@lectern/conformance/terminal'
import { exitCodeOf, explain } from '../failure.ts'
import { version } from '../version.ts'

enableCompileCache() // a start in two thirds of the time

const all = new Map<string, Load>([
  ...loaders,
  ['store', loadStore],
  ['config', () => import('./config-command.ts')],
])
const named = all.get(process.argv[2] ?? '')
const modules = await Promise.all((named ? [named] : [...all.values()]).map((load) => load()))

const names = [...all.keys()]
const program = new Command('lectern')
  .description(`Ethereum history, verified and served: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`)
  .version(version)
program.showHelpAfterError('lectern --help lists the commands.')
for (const { command } of modules) program.addCommand(command)
const isOfConfig = ({ parent }: Command) => parent?.name() === 'config' // it reads the file itself
for (const command of program.commands.flatMap((one) => (one.commands.length > 0 ? one.commands : [one])))
  if (!isOfConfig(command)) addConfig(command, { others: loadCommands })
for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])])
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ minWidthToWrap: 30, optionDescription: describeOption }) // the longest flag leaves 38 of 80 columns
    .configureOutput({ outputError: (text, write) => write(suggestFlag(command, text)) })
    .addHelpText('after', nameVariables)

watchOutput('lectern', explain)

// Exit codes: 0 done, 1 a check failed (a command sets it) or another start may do, 2 the command or its input is wrong.
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`lectern: ${explain(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

/** The help's last lines: which flags are read from the environment too. */
function nameVariables({ command: { options } }: { command: Command }): string {
  const names = options.flatMap(({ envVar }) => envVar ?? [])
  if (names.length === 0) return ''
  return names.length > 8
    ? '\nA flag is also read from the environment, --http.port from LECTERN_HTTP_PORT,\nand after that from the --config file.'
    : `\nAlso read from the environment:\n${names.map((name) => `  ${name}`).join('\n')}`
}

/** Returns the text of a flag in `--help`; variables are named in the help's last lines. */
function describeOption(option: Option): string {
  const { flags, description, argChoices, defaultValue, defaultValueDescription = defaultValue } = option
  const isNamed = argChoices === undefined || flags.includes('|')
  const facts = [
    ...(isNamed ? [] : [`one of ${argChoices.join(', ')}`]),
    ...(defaultValueDescription === undefined ? [] : [`default: ${defaultValueDescription}`]),
  ]
  return facts.length === 0 ? description : `${description} (${facts.join('; ')})`
}

/** Commander suggests what is a few letters away; to others the flags are added that end like the one that was typed: --port. */
function suggestFlag({ options }: Command, text: string): string {
  const [, typed] = /unknown option '--([^']+)'\n$/.exec(text) ?? []
  const near = options.filter(({ long }) => long?.endsWith(`.${typed}`)).map(({ long }) => long)
  return near.length === 0 ? text : `${text}(Did you mean ${near.join(' or ')}?)\n`
}
