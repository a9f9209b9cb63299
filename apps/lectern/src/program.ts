import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { Command, CommanderError } from 'commander'
import { loadCommands, loaders } from './commands.ts'
import { addConfig } from './config.ts'
import { watchOutput } from '@lectern/conformance/terminal'
import { exitCodeOf, explain } from './failure.ts'

enableCompileCache() // a start in two thirds of the time

const { version, description } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string; description: string }

const all = new Map([...loaders, ['config', () => import('./config-command.ts')] as const])
const named = all.get(process.argv[2] ?? '')
const modules = await Promise.all((named ? [named] : [...all.values()]).map((load) => load()))

const program = new Command('lectern').description(description).version(version)
program.showHelpAfterError('lectern --help lists the commands.')
for (const { command } of modules) program.addCommand(command)
for (const command of program.commands)
  if (command.commands.length === 0) addConfig(command, { others: loadCommands })
for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])])
  command.exitOverride().showSuggestionAfterError().configureHelp({ minWidthToWrap: 30 }) // the longest flag leaves 38 of 80 columns

watchOutput('lectern', explain)

// Exit codes: 0 done, 1 the answer is no (a command sets it) or another start may do, 2 the command or its input is wrong.
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`lectern: ${explain(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}
