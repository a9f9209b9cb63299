import { writeFileSync } from 'node:fs'
import { run, type Running, start } from './command.ts'

/** A registry on this machine. */
export interface Registry extends Running {
  /** Variables that make npm and pnpm use this registry alone. */
  readonly env: Readonly<Record<string, string>>
}

/** Starts a registry that stores the packages of this repository and fetches all others from npm's configured registry. */
export async function startRegistry(tools: string, folder: string): Promise<Registry> {
  const upstream = run('npm', ['config', 'get', 'registry'], { cwd: folder }).trim()
  const access = { access: '$all', publish: '$all', unpublish: '$all' }
  const config = {
    storage: `${folder}/storage`,
    auth: { auth: {} },
    uplinks: { upstream: { url: upstream, maxage: '1d', timeout: '60s' } },
    packages: { '@lectern/*': access, lectern: access, '**': { access: '$all', proxy: 'upstream' } },
    max_body_size: '100mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
    web: { enable: false },
  }
  writeFileSync(`${folder}/verdaccio.json`, JSON.stringify(config)) // JSON is YAML too
  const port = 20_000 + (process.pid % 20_000) // Verdaccio does not say which port 0 became
  const registry = await start(
    `${tools}/verdaccio`,
    ['--config', `${folder}/verdaccio.json`, '--listen', `127.0.0.1:${port}`],
    /http address|listening/i,
    { cwd: folder, env: { NODE_OPTIONS: '--use-system-ca' } }, // a company's network may have an authority of its own
  )
  const url = `http://127.0.0.1:${port}/`
  writeFileSync(`${folder}/npmrc`, `registry=${url}\n//127.0.0.1:${port}/:_authToken=rehearsal\n`)
  // npm and pnpm read different names; a missing one would publish to the public registry.
  const own = { registry: url, userconfig: `${folder}/npmrc` }
  const env = Object.fromEntries(
    ['npm_config_', 'NPM_CONFIG_', 'pnpm_config_'].flatMap((prefix) =>
      Object.entries(own).map(([key, value]) => [
        prefix + (prefix === 'NPM_CONFIG_' ? key.toUpperCase() : key),
        value,
      ]),
    ),
  )
  return { ...registry, env }
}
