#!/usr/bin/env node
import { CommanderError } from 'commander'
import { createConformCommand } from './command/command.ts'

// Exit codes: 0 done, 1 a check failed (the command sets it), 2 the command or its input is wrong, or nothing answers.
try {
  await createConformCommand('conformance').exitOverride().showSuggestionAfterError().parseAsync()
} catch (error) {
  const told = error instanceof CommanderError
  if (!told) process.stderr.write(`conformance: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = told && error.exitCode === 0 ? 0 : 2
}
