import { type ChildProcess, spawn, spawnSync } from 'node:child_process'

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command to its end and returns its output; throws an Error with the output if it fails. */
export function run(command: string, args: readonly string[], { cwd, env = {} }: CommandOptions): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  })
  if (status === 0) return stdout
  throw new Error(
    `${command} ${args.join(' ')} failed:\n${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`,
  )
}

/** A command in the background that has printed the expected text; disposing of it ends it and its children. */
export interface Running extends AsyncDisposable {
  /** The match. */
  readonly match: RegExpExecArray
}

/** Starts a command and waits until its output matches; throws an Error with the output if it ends earlier. */
export function start(
  command: string,
  args: readonly string[],
  until: RegExp,
  { cwd, env = {} }: CommandOptions,
): Promise<Running> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // its own group, so that npx's child ends too
  })
  let output = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const match = until.exec(output)
      if (match) resolve({ match, [Symbol.asyncDispose]: () => end(child) })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${output}`)))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid!, 'SIGKILL') // nothing of it is stored, so it need not end by itself
  await ended
}
