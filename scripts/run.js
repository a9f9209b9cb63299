// Runs a command with the workspace's tools: node scripts/run.js turbo run test. Installs them first, once per pnpm-lock.yaml.
// Plain JavaScript for Node 20, since it runs before Node 26 is there; and a process of its own, since a shell that has run the
// machine's node keeps to it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shell = process.platform === 'win32' // npm's commands are scripts there

install()
const [command, ...args] = process.argv.slice(2)
if (args.includes('serve') && args.includes('apps/lectern/src/main.ts')) buildPage()
if (command !== undefined) run()

function install() {
  const marker = `${root}node_modules/.installed`
  const lockfile = readFileSync(`${root}pnpm-lock.yaml`)
  const wanted = createHash('sha256').update(lockfile).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  process.stderr.write('Installing the workspace (once; about half a minute) …\n')
  const pnpm = ['--yes', packageManager, 'install', '--frozen-lockfile']
  const { status, stdout, stderr, error } = spawnSync('npx', pnpm, { cwd: root, encoding: 'utf8', shell })
  if (status === 0) return writeFileSync(marker, wanted)
  process.stderr.write(`${stdout ?? ''}${stderr ?? error}\nThe install failed: see above.\n`)
  process.exit(2)
}

/** What `lectern serve` gives browsers is built from what stands here now; turbo knows whether that has changed. */
function buildPage() {
  const turbo = ['run', 'build', '--filter=@lectern/site', '--output-logs=errors-only']
  const { status, stdout, stderr, error } = spawnSync('turbo', turbo, {
    cwd: root,
    encoding: 'utf8',
    shell,
    env: tools(),
  })
  if (status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? error}\n`) // it serves without the page then
}

/** The environment in which the workspace's tools are found. */
function tools() {
  return { ...process.env, PATH: `${root}node_modules/.bin${delimiter}${process.env.PATH}` }
}

function run() {
  const child = spawn(command, args, { stdio: 'inherit', shell, env: tools() })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  if (process.env.npm_lifecycle_event !== undefined) endWithShell(child)
  // A terminal sends it to the command too, which would take another one for the impatient second.
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor))
  process.on('SIGINT', () => hasTerminal || child.kill('SIGINT'))
  child.on('error', ({ message }) => {
    process.stderr.write(`${message}\n`)
    process.exitCode = 2
  })
  child.on('exit', (code, signal) => (process.exitCode = code ?? 128 + constants.signals[signal]))
}

/** npm tells its SIGTERM to the shell that it runs a script in, and dash ends by it without a word to what it runs. */
function endWithShell(child) {
  const { ppid } = process
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 200).unref()
}
