/**
 * Ends this process where its standard output cannot be written: quietly where nobody reads it any more, as `| head` does, else with a
 * sentence on standard error and exit code 2. Node's own way is a stack trace and exit code 1, which says that a check failed.
 */
export function watchOutput(name: string, explain: (error: Error) => string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    process.stderr.write(`${name}: standard output cannot be written: ${explain(error)}\n`)
    process.exit(2)
  })
}
