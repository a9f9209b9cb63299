import { readFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { createConformCommand } from './command.ts'
import { ConformanceError } from '../error.ts'
import { watchOutput } from './terminal.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

watchOutput('conformance', ({ message }) => message)

// Exit codes: 0 done, 1 a check failed (the command sets it), 2 the command or its input is wrong, or nothing answers.
try {
  await createConformCommand('conformance')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .parseAsync()
} catch (error) {
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2
  if (error instanceof ConformanceError) process.stderr.write(`conformance: ${error.message}\n`)
  else if (!(error instanceof CommanderError)) console.error(error) // a bug is shown with its stack
}
