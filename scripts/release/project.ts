import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { run, type Running, start } from './command.ts'

type Env = Readonly<Record<string, string>>

/** Makes a project that installs packages by their names, and nothing else of this repository. */
export function makeProject(folder: string, source: string, names: readonly string[], env: Env): string {
  const project = `${folder}/project`
  mkdirSync(project)
  writeFileSync(`${project}/package.json`, JSON.stringify({ name: 'someone', private: true, type: 'module' }))
  run('npm', ['install', '--no-audit', '--no-fund', ...names, 'fastify', '@types/node'], {
    cwd: project,
    env,
  })
  cpSync(source, project, { recursive: true })
  return project
}

/** Type-checks the project's programs with a TypeScript, all declarations included; those of @lectern/history without those it leans on. */
export function typeCheck(project: string, tsc: string): void {
  for (const config of ['tsconfig.json', 'tsconfig.history.json'])
    run(process.execPath, [tsc, '--project', config], { cwd: project })
}

/** Imports the sample chain with the installed command, and serves it on a free port. */
export async function serve(project: string, chain: string): Promise<Running & { readonly url: string }> {
  const lectern = ['--no', '--', 'lectern']
  const source = [
    `${chain}/chain.rlp`,
    '--genesis',
    `${chain}/genesis.json`,
    '--head',
    `${chain}/headfcu.json`,
  ]
  run('npx', [...lectern, 'import', ...source, '--datadir', 'history'], { cwd: project })
  const flags = ['--datadir', 'history', '--http.port', '0', '--log.format', 'json']
  const server = await start('npx', [...lectern, 'serve', ...flags], /http:\/\/127\.0\.0\.1:\d+/, {
    cwd: project,
  })
  return { ...server, url: server.match[0] }
}

/** Opens the server's address as a browser does, and gets each file that the page names. Throws an Error where the package has not packed them. */
export async function openPage(url: string): Promise<number> {
  const get = async (path: string): Promise<string> => {
    const response = await fetch(new URL(path, url), { headers: { accept: 'text/html' } })
    if (!response.ok) throw new Error(`The installed command serves no ${path}: HTTP ${response.status}.`)
    return await response.text()
  }
  const files = Array.from((await get('/')).matchAll(/(?:src|href)="\.\/([^"]+)"/g), ([, file]) => file!)
  await Promise.all([...files, 'sw.js'].map(get))
  return files.length
}
