import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(`${tmpdir()}/lectern-release-`)
afterAll(() => rmSync(folder, { recursive: true }))

const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8'))

test('D3 a changeset raises the versions of spec and client together and writes their changelogs', () => {
  const manifests = globSync(
    '{package.json,pnpm-workspace.yaml,.changeset/config.json,{packages,apps}/*/package.json,{fixtures,bench}/package.json}',
    { cwd: root },
  )
  for (const file of manifests) cpSync(root + file, `${folder}/${file}`, { recursive: true })
  const before = readManifest(`${folder}/packages/spec/package.json`).version as string
  writeFileSync(`${folder}/.changeset/one.md`, `---\n'@lectern/spec': minor\n---\n\nA method was added.\n`)
  execFileSync(`${root}node_modules/.bin/changeset`, ['version'], { cwd: folder, stdio: 'pipe' })
  const [major, minor] = before.split('.').map(Number)
  for (const name of ['spec', 'client']) {
    expect(readManifest(`${folder}/packages/${name}/package.json`).version).toBe(`${major}.${minor! + 1}.0`)
  }
  expect(readFileSync(`${folder}/packages/spec/CHANGELOG.md`, 'utf8')).toContain('A method was added.')
})

test.each(['spec', 'client'])(
  'D3 the packed %s holds the built files that its exports name, and no workspace reference',
  (name) => {
    const cwd = `${root}packages/${name}`
    execFileSync(`${root}node_modules/.bin/tsc`, ['-p', 'tsconfig.build.json'], { cwd })
    execFileSync(`${root}node_modules/.bin/pnpm`, ['pack', '--pack-destination', folder], {
      cwd,
      stdio: 'pipe',
    })
    const [tarball] = globSync(`lectern-${name}-*.tgz`, { cwd: folder })
    const files = execFileSync('tar', ['-tzf', `${folder}/${tarball}`], { encoding: 'utf8' }).split('\n')
    const manifest = JSON.parse(
      execFileSync('tar', ['-xOzf', `${folder}/${tarball}`, 'package/package.json'], { encoding: 'utf8' }),
    )
    const targets = Object.values(manifest.exports as Record<string, Record<string, string>>).flatMap(
      Object.values,
    )
    expect(targets.length).toBeGreaterThan(1)
    for (const target of targets as string[]) expect(files).toContain(`package${target.slice(1)}`)
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:/)
    expect(files.filter((file) => file.includes('.test.'))).toEqual([])
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md']))
    const map = execFileSync('tar', ['-xOzf', `${folder}/${tarball}`, 'package/dist/index.js.map'])
    expect(JSON.parse(String(map)).sourcesContent).toEqual([
      readFileSync(`${cwd}/src/index.ts`, 'utf8'), // the sources themselves are not packed
    ])
  },
)

test.each([
  ['the workflow that publishes', {}, 'git+https://forge.example/someone/lectern.git'],
  [
    'package.json, where it does',
    { repository: { url: 'git+https://own.example/lectern.git' } },
    'git+https://own.example/lectern.git',
  ],
])('provenance finds the repository that %s names in each published manifest', (_, manifest, url) => {
  const clone = mkdtempSync(`${tmpdir()}/lectern-repository-`)
  for (const file of globSync('{packages,apps}/*/package.json', { cwd: root }))
    cpSync(root + file, `${clone}/${file}`, { recursive: true })
  writeFileSync(`${clone}/package.json`, JSON.stringify(manifest))
  const env = {
    ...process.env,
    GITHUB_SERVER_URL: 'https://forge.example',
    GITHUB_REPOSITORY: 'someone/lectern',
  }
  execFileSync(process.execPath, [`${root}scripts/repository.ts`, clone], { env })
  const { name, repository, homepage, bugs } = readManifest(`${clone}/packages/client/package.json`)
  const page = url.slice('git+'.length, -'.git'.length)
  expect({ name, repository, homepage, bugs }).toEqual({
    name: '@lectern/client',
    repository: { type: 'git', url, directory: 'packages/client' },
    homepage: `${page}/tree/main/packages/client#readme`,
    bugs: `${page}/issues`,
  })
  rmSync(clone, { recursive: true })
})

const workflows = globSync('{.github/workflows/*.yml,packages/conformance/action.yml}', { cwd: root })
interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

test.each(workflows)('%s names each action by its commit, and leaves no token in a clone', (file) => {
  const text = readFileSync(root + file, 'utf8')
  const uses = [...text.matchAll(/uses: (.*)$/gm)].map(([, name]) => name)
  expect(uses.length).toBeGreaterThan(0)
  for (const name of uses) expect(name).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  const { jobs = {} } = parse(text) as { jobs?: Record<string, { steps: Step[] }> }
  const clones = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .filter(({ uses }) => uses?.startsWith('actions/checkout@'))
  expect(clones.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
})

test('the job that may publish neither builds nor tests', () => {
  const { permissions, jobs } = parse(readFileSync(`${root}.github/workflows/release.yml`, 'utf8')) as {
    permissions: object
    jobs: Record<string, { permissions: Record<string, string>; steps: Step[] }>
  }
  expect(permissions).toEqual({})
  const may = Object.entries(jobs).filter(
    ([, job]) => 'id-token' in job.permissions || JSON.stringify(job).includes('NPM_TOKEN'),
  )
  expect(may.map(([name]) => name)).toEqual(['publish'])
  const runs = may.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []))
  expect(runs).toEqual(['node scripts/run.js && echo "$PWD/node_modules/.bin" >>"$GITHUB_PATH"'])
})
