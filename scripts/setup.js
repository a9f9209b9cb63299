// Installs what the workspace needs, once per pnpm-lock.yaml. Plain JavaScript for Node 20: it runs before Node 26 is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const marker = `${root}node_modules/.installed`
const wanted = createHash('sha256')
  .update(readFileSync(`${root}pnpm-lock.yaml`))
  .digest('hex')

if (!existsSync(marker) || readFileSync(marker, 'utf8') !== wanted) {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  process.stderr.write('Installing the workspace (once; about half a minute) …\n')
  // The tools want a newer Node than the one that may run this line; the lockfile brings it, so the warnings say nothing new.
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--config.engine-strict=false']
  const install = spawnSync('npx', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  if (install.status !== 0) {
    process.stderr.write(`${install.stdout ?? ''}${install.stderr ?? install.error}\nThe install failed: see above.\n`)
    process.exit(2)
  }
  writeFileSync(marker, wanted)
}
