#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { conform } from './conform.ts'
import { explain } from './failure.ts'
import { importHistory } from './import.ts'
import { serve } from './serve.ts'
import { verify } from './verify.ts'

const { version, description } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string; description: string }

const program = new Command('lectern').description(description).version(version)
for (const command of [importHistory, serve, verify, conform]) program.addCommand(command)
for (const command of [program, ...program.commands]) command.exitOverride().showSuggestionAfterError()

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
