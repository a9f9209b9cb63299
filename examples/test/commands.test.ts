import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: object }

const pages = globSync(
  '{*.md,docs/*.md,{packages,apps}/*/README.md,{deploy,fixtures,examples,bench}/README.md,.github/*.md}',
  {
    cwd: root,
  },
).map((file) => [file, readFileSync(root + file, 'utf8')] as const)

/** Each line of each `sh` snippet, with the page that has it. */
const lines = pages.flatMap(([file, text]) =>
  [...text.matchAll(/^```sh\n(.*?)^```$/gms)]
    .flatMap(([, code]) => code!.split('\n'))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => [file, line.replace(/\s#\s.*/, '').trim()] as const),
)

/** The text that `lectern <command> --help` prints. */
function helpOf(command: string): Promise<string> {
  const args = [`${root}apps/lectern/src/main.ts`, ...command.split(' '), '--help']
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })
}

test('each npm script that a page names is there', () => {
  const named = pages
    .filter(([file]) => !file.endsWith('CHANGELOG.md'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\bnpm (?:run (?:-s )?([a-z][\w-]*)|(start|test)\b)/g)].map(([, script, own]) => [
        file,
        script ?? own,
      ]),
    )
  expect(named.length).toBeGreaterThan(20)
  expect(named).toContainEqual(['README.md', 'example'])
  expect(named.filter(([, script]) => !Object.hasOwn(scripts, script!))).toEqual([])
})

test('no page lets npm print its own lines into the output of a command', () => {
  const loud = lines.filter(([, line]) => /\bnpm run (?!-s )lectern\b/.test(line))
  expect(loud).toEqual([])
})

test('each command of lectern that a page names has the flags that it is given', async () => {
  const used = lines.flatMap(([file, line]) => {
    const [, command, rest] = /(?:^|\s)lectern (?:-- )?((?:store |config )?[a-z]+)\b(.*)/.exec(line) ?? []
    return command === undefined ? [] : [{ file, command, flags: rest!.match(/--[\w.-]+/g) ?? [] }]
  })
  const commands = [...new Set(used.map(({ command }) => command))]
  const helps = new Map(await Promise.all(commands.map(async (name) => [name, await helpOf(name)] as const)))
  expect(commands).toEqual(expect.arrayContaining(['import', 'serve', 'verify', 'conform']))
  expect(
    used.flatMap(({ file, command, flags }) =>
      flags
        .filter((flag) => !helps.get(command)!.includes(flag))
        .map((flag) => `${file}: ${command} ${flag}`),
    ),
  ).toEqual([])
})

test('the page of installations installs the client with each package of ours that it depends on', () => {
  const [, names] = /lectern-\{([\w,]+)\}-\*\.tgz/.exec(readFileSync(`${root}docs/install.md`, 'utf8'))!
  const needed = new Set<string>()
  const add = (name: string): void => {
    needed.add(name)
    const manifest = JSON.parse(readFileSync(`${root}packages/${name}/package.json`, 'utf8')) as {
      dependencies?: object
    }
    for (const dependency of Object.keys(manifest.dependencies ?? {}))
      if (dependency.startsWith('@lectern/')) add(dependency.slice('@lectern/'.length))
  }
  add('client')
  expect(names!.split(',').toSorted()).toEqual([...needed].toSorted())
})
