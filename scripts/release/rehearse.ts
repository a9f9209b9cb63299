// Rehearses a release on this machine: versions, build, pack, publish to a local registry.
// Then it installs the packages by name in new projects, alone and with other libraries, type-checks them and makes calls.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { proveByBeacon } from './beacon.ts'
import { installBeside } from './beside.ts'
import { run } from './command.ts'
import { makeProject, openPage, serve, typeCheck } from './project.ts'
import { startRegistry } from './registry.ts'
import { bump, cloneWorkspace, publish } from './release.ts'
import { callEverywhere } from './runtimes.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const tools = `${here}node_modules/.bin`
const began = Date.now()
const folder = mkdtempSync(`${tmpdir()}/lectern-rehearsal-`)

/** The current TypeScript and two older ones. */
const compilers: readonly [version: string, tsc: string][] = [
  ['7', `${root}node_modules/typescript/bin/tsc`],
  ['6', `${here}node_modules/typescript/bin/tsc`],
  ['5.9', `${here}node_modules/typescript-5/bin/tsc`],
]

try {
  await rehearse()
  print(`The release is rehearsed.`)
} catch (error) {
  print(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, maxRetries: 5 }) // a browser may still write
}

async function rehearse(): Promise<void> {
  run('pnpm', ['install', '--frozen-lockfile'], { cwd: here })
  print('The tools of the rehearsal are installed.')
  await using registry = await startRegistry(tools, folder)
  const clone = cloneWorkspace(root, folder)
  const versions = bump(clone)
  print(`Versions: ${[...versions].map(([name, version]) => `${name} ${version}`).join(', ')}.`)
  const released = publish(clone, registry.env)
  print(`${released.length} packages are built, packed and published.`)
  for (const { name, tarball } of released) {
    run(`${tools}/publint`, ['run', tarball, '--strict'], { cwd: folder })
    // A command without exports has no types to resolve.
    if (name !== 'lectern') run(`${tools}/attw`, [tarball, '--profile', 'esm-only'], { cwd: folder })
  }
  print('publint and attw find nothing.')
  const names = released.map(({ name }) => name)
  const project = makeProject(folder, `${here}project`, names, registry.env)
  print('A new project has installed all of them by name.')
  for (const [version, tsc] of compilers) {
    typeCheck(project, tsc)
    print(
      `TypeScript ${version} accepts a program and every declaration (skipLibCheck is off, but for those that history leans on).`,
    )
  }
  await using server = await serve(project, `${root}fixtures/chain`)
  print(`The installed command has imported the sample chain, and serves it on ${server.url}.`)
  print(`It serves the page, with the ${await openPage(server.url)} files that it names.`)
  print(
    `It follows a simulated beacon chain; by the packages ${await proveByBeacon(project, root, server.url)}.`,
  )
  for (const line of await callEverywhere(project, tools, server.url)) print(line)
  for (const line of installBeside(folder, `${here}project`, tools, registry.env, server.url)) print(line)
}

function print(text: string): void {
  console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)
}
