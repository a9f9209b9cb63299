import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { run } from './command.ts'

/** How to install packages into a new project: the command, and its arguments before the packages' names. */
interface Manager {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
}

/** Libraries next to the client in a project, with their own declarations and dependencies. */
const libraries = ['viem', 'ethers', 'web3']

/**
 * Installs the client by name together with other libraries: with npm and viem, with pnpm and yarn and all of them.
 * Then it type-checks a program over each library, and proves a receipt there. Throws an Error for the first that fails.
 */
export function* installBeside(
  folder: string,
  source: string,
  tools: string,
  env: Readonly<Record<string, string>>,
  url: string,
): Generator<string> {
  const rows: readonly (readonly [Manager, beside: readonly string[]])[] = [
    [{ name: 'npm', command: 'npm', args: ['install', '--no-audit', '--no-fund'] }, ['viem']],
    [{ name: 'pnpm', command: 'pnpm', args: ['add', '--ignore-scripts'] }, libraries],
    [{ name: 'yarn', command: `${tools}/yarn`, args: ['add', '--ignore-scripts', '--silent'] }, libraries],
  ]
  for (const [{ name, command, args }, beside] of rows) {
    const project = `${folder}/beside-${name}`
    mkdirSync(project)
    const manifest = { name: 'someone', private: true, type: 'module' }
    writeFileSync(`${project}/package.json`, JSON.stringify(manifest))
    run(command, [...args, '@lectern/client', ...beside, 'typescript'], { cwd: project, env })
    for (const file of ['call.mjs', 'main.mjs', ...beside.map((library) => `${library}.ts`)])
      cpSync(`${source}/${file}`, `${project}/${file}`)
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'nodenext',
      types: [],
      strict: true,
      skipLibCheck: beside.includes('ethers'), // it and web3 bring @types/node in two versions, which do not go together
      noEmit: true,
    }
    writeFileSync(`${project}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ['*.ts'] }))
    run(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: project })
    const output = run(process.execPath, ['main.mjs'], { cwd: project, env: { ENDPOINT: url } }).trim()
    yield `${name} installs the client beside ${beside.join(', ')} and TypeScript: ${output}`
  }
}
