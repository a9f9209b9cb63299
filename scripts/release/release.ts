import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { run } from './command.ts'

/** A package that was published, with its tarball. */
export interface Released {
  readonly name: string
  readonly version: string
  readonly tarball: string
}

type Env = Readonly<Record<string, string>>

/** Clones the last commit and adds a changeset per package, so that there is something to release. */
export function cloneWorkspace(root: string, folder: string): string {
  const clone = `${folder}/clone`
  run('git', ['clone', '--quiet', root, clone], { cwd: folder })
  run('git', ['remote', 'remove', 'origin'], { cwd: clone }) // nothing may leave this machine
  const names = manifestsOf(clone).map(({ name }) => name)
  writeFileSync(
    `${clone}/.changeset/rehearsal.md`,
    `---\n${names.map((name) => `'${name}': patch\n`).join('')}---\n\nWas rehearsed.\n`,
  )
  return clone
}

/** Raises the versions as the release workflow does, and returns the new ones. Throws an Error if a package has its old version or has no changelog entry. */
export function bump(clone: string): ReadonlyMap<string, string> {
  const before = new Map(manifestsOf(clone).map(({ name, version }) => [name, version]))
  run('npm', ['run', 'bump'], { cwd: clone })
  const raised = manifestsOf(clone)
  for (const { name, version, folder } of raised) {
    const log = readFileSync(`${folder}/CHANGELOG.md`, 'utf8')
    if (before.get(name) === version || !log.includes(`## ${version}`))
      throw new Error(`${name} is still ${version}, or its changelog does not name the version.`)
  }
  const git = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@example.com']
  run('git', [...git, 'commit', '--quiet', '--all', '--message', 'Version packages'], { cwd: clone })
  return new Map(raised.map(({ name, version }) => [name, version]))
}

/** Builds, packs and publishes all packages from their tarballs, as the release workflow does; throws an Error if changesets left one out. */
export function publish(clone: string, env: Env): Released[] {
  run('npm', ['run', 'build'], { cwd: clone })
  const tools = {
    ...env,
    PATH: `${clone}/node_modules/.bin:${process.env['PATH']}`,
    GIT_COMMITTER_NAME: 'Rehearsal', // tags are somebody's
    GIT_COMMITTER_EMAIL: 'rehearsal@example.com',
  }
  const tarballs = `${clone}/tarballs`
  run('changeset', ['pack', '--out-dir', tarballs], { cwd: clone, env: tools })
  const output = run('changeset', ['publish', '--from-pack-dir', tarballs], { cwd: clone, env: tools })
  const tags = run('git', ['tag'], { cwd: clone }).split('\n')
  const released = manifestsOf(clone).map(({ name, version }) => {
    const [tarball] = globSync(`${tarballs}/**/${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
    return { name, version, tarball: tarball ?? '' }
  })
  const missing = released.filter(
    ({ name, version, tarball }) => !tarball || !tags.includes(`${name}@${version}`),
  )
  if (missing.length > 0)
    throw new Error(`Not published: ${missing.map(({ name }) => name).join(', ')}.\n${output}`)
  return released
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
}

/** The packages that are published: their manifests, and their folders. */
function manifestsOf(clone: string): (Manifest & { readonly folder: string })[] {
  return globSync('{packages,apps}/*/package.json', { cwd: clone }).flatMap((file) => {
    const manifest = JSON.parse(readFileSync(`${clone}/${file}`, 'utf8')) as Manifest
    return manifest.private ? [] : [{ ...manifest, folder: dirname(`${clone}/${file}`) }]
  })
}
