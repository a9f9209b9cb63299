#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { Command, CommanderError } from 'commander'
import { explain, Failure } from './failure.ts'

if (Number.parseInt(process.versions.node) < 24) {
  process.stderr.write(`lectern: Node 24 or newer is needed; this is ${process.version}.\n`)
  process.exit(2)
}
enableCompileCache() // a start in two thirds of the time

// Only the command that is asked for is loaded: the others' libraries take a second.
const loaders = new Map<string | undefined, () => Promise<{ readonly command: Command }>>([
  ['import', () => import('./import.ts')],
  ['export', () => import('./export.ts')],
  ['serve', () => import('./serve.ts')],
  ['verify', () => import('./verify.ts')],
  ['conform', () => import('./conform.ts')],
])

const { version, description } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string; description: string }

const named = loaders.get(process.argv[2])
const modules = await Promise.all((named ? [named] : [...loaders.values()]).map((load) => load()))

const program = new Command('lectern').description(description).version(version)
for (const { command } of modules) program.addCommand(command)
for (const command of [program, ...program.commands]) command.exitOverride().showSuggestionAfterError()
// Not a mandatory option: Commander would report it before a misspelt --datadir.
program.hook('preAction', (_, command) => {
  if (command.options.some(({ long }) => long === '--datadir') && !command.opts()['datadir'])
    throw new Failure('--datadir <dir> is needed: the folder that holds the history.')
})

// Exit codes: 0 done, 1 the answer is no (a command sets it), 2 the command or its input is wrong.
try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`lectern: ${explain(error)}\n`)
    process.exitCode = 2
  }
}
