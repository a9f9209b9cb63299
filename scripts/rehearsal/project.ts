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

/** Type-checks the project's programs with a TypeScript, the declarations of all packages included. */
export function typeCheck(project: string, tsc: string): void {
  run(process.execPath, [tsc, '--project', 'tsconfig.json'], { cwd: project })
}

/** Imports the sample chain with the installed command, and serves it on a free port. */
export async function serve(project: string, chain: string): Promise<Running & { readonly url: string }> {
  const lectern = (...args: string[]): [string, string[]] => ['npx', ['--no', '--', 'lectern', ...args]]
  run(
    ...lectern(
      'import',
      `${chain}/chain.rlp`,
      '--genesis',
      `${chain}/genesis.json`,
      '--head',
      `${chain}/headfcu.json`,
      '--datadir',
      'history',
    ),
    { cwd: project },
  )
  const [command, args] = lectern('serve', '--datadir', 'history', '--http.port', '0', '--log.format', 'json')
  const server = await start(command, args, /http:\/\/127\.0\.0\.1:\d+/, { cwd: project })
  return { ...server, url: server.match[0] }
}
