import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { document } from '../src/index.ts'
import { madeStep, neededStep } from './release.ts'
import { specDiff } from './spec-diff.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = `${mkdtempSync(`${tmpdir()}/lectern-spec-diff-`)}/`
afterAll(() => rmSync(folder, { recursive: true }))

const write = (path: string, value: unknown) => writeFileSync(`${folder}${path}`, JSON.stringify(value))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
const at = (version: string) => ({ ...document, info: { ...document.info, version } })

async function run(...args: string[]) {
  const lines: string[] = []
  return { status: await specDiff(folder, args, (line) => lines.push(line)), text: lines.join('\n') }
}

/** The document without a tag that no example names: who asks for `finalized` is refused. */
function narrower(version: string) {
  const copy = JSON.parse(JSON.stringify(at(version)))
  copy.components.schemas.BlockTag.enum.splice(3, 1)
  return copy
}

const changeset = (name: string, step: string) =>
  writeFileSync(`${folder}.changeset/one.md`, `---\n'${name}': ${step}\n---\n\nA tag was removed.\n`)

beforeEach(() => {
  rmSync(folder, { recursive: true })
  for (const path of ['packages/spec', '.changeset']) mkdirSync(`${folder}${path}`, { recursive: true })
  cpSync(`${root}.changeset/config.json`, `${folder}.changeset/config.json`)
  git('init', '-q')
})

function release(version: string) {
  write('openrpc.json', at(version))
  write('packages/spec/package.json', { name: '@lectern/spec', version })
  git('add', '.')
  git('commit', '-qm', version)
  git('tag', `@lectern/spec@${version}`)
}

test('before the first release nothing can break', async () => {
  write('openrpc.json', document)
  expect(await run()).toEqual({
    status: 0,
    text: `Nothing is released yet, so nothing can break.
Two documents, files or git revisions, are compared by: npm run -s spec-diff -- OLD NEW`,
  })
})

test('a break since the last release is printed with the call that is refused now', async () => {
  release('1.2.0')
  release('1.10.0')
  write('openrpc.json', narrower('1.10.0'))
  const { status, text } = await run()
  expect(status).toBe(1)
  expect(text).toContain('no longer accepts "finalized". (values-removed)')
  expect(text).toMatch(
    /eth_getBlockByNumber params \["finalized",(true|false)\]\n +refused now: \/0 block_number must be a hex quantity, or earliest, latest, safe or pending, not "finalized"/,
  )
  expect(text).toContain('Since @lectern/spec@1.10.0: ')
})

test('D3 a break needs a changeset of spec or client that is high enough', async () => {
  release('1.2.0')
  write('openrpc.json', narrower('1.2.0'))
  changeset('@lectern/spec', 'minor')
  const low = await run('--changesets')
  expect(low.status).toBe(1)
  expect(low.text).toContain(
    'needs a major step, but the changesets and the version make minor: npx changeset.',
  )
  changeset('@lectern/client', 'major')
  const high = await run('--changesets')
  expect(high.status).toBe(0)
  expect(high.text).toContain('The step is major, which is enough.')
})

test('below 1.0.0 a minor step may break', () => {
  expect(neededStep('0.9.1', 'major')).toBe('minor')
  expect(neededStep('1.0.0', 'major')).toBe('major')
  expect(neededStep('0.9.1', 'patch')).toBe('patch')
})

test('the step made is the highest of the pending changesets of spec and client, and of the version', async () => {
  write('packages/spec/package.json', { name: '@lectern/spec', version: '1.2.0' })
  expect(await madeStep(folder, '1.2.0')).toBeUndefined()
  changeset('@lectern/server', 'major')
  expect(await madeStep(folder, '1.2.0')).toBeUndefined()
  changeset('@lectern/client', 'patch')
  expect(await madeStep(folder, '1.2.0')).toBe('patch')
  expect(await madeStep(folder, '1.1.7')).toBe('minor')
  expect(await madeStep(folder, '0.9.0')).toBe('major')
})

test('a change without a break needs no major step, and --json gives its witness', async () => {
  release('1.2.0')
  const copy = narrower('1.2.0')
  copy.components.schemas.BlockTag.enum.push('finalized', 'proven')
  write('openrpc.json', copy)
  changeset('@lectern/spec', 'minor')
  const { status, text } = await run('--changesets', '--json')
  expect(status).toBe(0)
  expect(JSON.parse(text)).toMatchObject({
    grade: 'minor',
    needed: 'minor',
    made: 'minor',
    changes: [
      { rule: 'values-added', witness: { value: ['proven', expect.any(Boolean)], proof: 'allowed' } },
      { rule: 'values-added', witness: { value: ['proven'], proof: 'allowed' } },
    ],
  })
})

/** An overlay that adds a member to blocks. */
const overlay = (member: string) => ({
  overlay: '1.1.0',
  info: { title: 'A family', version: '1.2.0' },
  extends: 'openrpc.json',
  actions: [
    {
      target: '$.components.schemas.Block.properties',
      update: { [member]: { description: 'A flag.', type: 'boolean' } },
    },
  ],
})

test('a change of an overlay is printed with its name, and one of both documents once', async () => {
  write('openrpc.one.json', overlay('sendRoot'))
  write('openrpc.two.json', overlay('epoch'))
  release('1.2.0')
  write('openrpc.json', narrower('1.2.0'))
  write('openrpc.one.json', overlay('sendCount'))
  rmSync(`${folder}openrpc.two.json`)
  write('openrpc.three.json', overlay('step'))
  const { status, text } = await run()
  expect(status).toBe(1)
  expect(text).toContain('major  openrpc.two.json was removed. (name-removed)')
  expect(text).toContain('minor  openrpc.three.json was added. (name-added)')
  const block = 'openrpc.one.json: #/components/schemas/Block/properties'
  expect(text).toContain(`major  ${block}/sendRoot was removed. (member-removed)`)
  expect(text).toContain(`minor  ${block}/sendCount was added. (member-added)`)
  expect(text.match(/no longer accepts "finalized"/g)).toHaveLength(2) // a method's and a helper method's
})

test('a broken overlay is refused, before the first release too', async () => {
  write('openrpc.json', at('1.2.0'))
  write('openrpc.one.json', {
    ...overlay('epoch'),
    actions: [{ target: '$.components.schemas.Blok', remove: true }],
  })
  expect(await run()).toMatchObject({
    status: 2,
    text: expect.stringMatching(
      /is refused:\nopenrpc\.one\.json: #\/actions\/0 has the target \$\.components\.schemas\.Blok, which does not exist\. \(overlay-target\)/,
    ),
  })
})

test('what cannot be compared ends with 2 and a sentence', async () => {
  write('openrpc.json', document)
  expect(await run('nowhere')).toEqual({
    status: 2,
    text: 'nowhere is neither a file nor a git revision that has an openrpc.json.',
  })
  writeFileSync(`${folder}packages/spec/CHANGELOG.md`, '# @lectern/spec\n\n## 0.3.0\n\n## 0.2.0\n')
  expect(await run()).toEqual({
    status: 2,
    text: 'The changelog has 2 versions, but git has no tag @lectern/spec@*: fetch the tags.',
  })
  write('other.json', { ...document, methods: [], info: undefined })
  expect(await run(`${folder}other.json`)).toMatchObject({
    status: 2,
    text: expect.stringMatching(
      /other\.json is refused:\n# should have required property 'info'\. \(open-rpc\)/,
    ),
  })
  writeFileSync(`${folder}none.json`, '{"openrpc":')
  expect(await run(`${folder}none.json`)).toMatchObject({
    status: 2,
    text: expect.stringMatching(/none\.json is no JSON: /),
  })
})
