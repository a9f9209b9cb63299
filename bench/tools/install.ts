import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Installs what a rivals' folder locks, once for each state of its pnpm-lock.yaml. Throws an Error with pnpm's own words. */
export function installRivals(folder: URL): void {
  const cwd = fileURLToPath(folder)
  const marker = `${cwd}node_modules/.installed`
  const wanted = createHash('sha256')
    .update(readFileSync(`${cwd}pnpm-lock.yaml`))
    .digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  process.stderr.write(`Installing ${cwd} (once; some hundred megabytes) …\n`)
  const shell = process.platform === 'win32' // pnpm is a script there
  const { status, stdout, stderr, error } = spawnSync('pnpm', ['install', '--frozen-lockfile'], {
    cwd,
    encoding: 'utf8',
    shell,
  })
  if (status !== 0) throw new Error(`The install in ${cwd} failed: ${stdout ?? ''}${stderr ?? error}`)
  writeFileSync(marker, wanted)
}
