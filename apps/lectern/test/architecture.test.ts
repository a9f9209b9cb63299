import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface Import {
  readonly file: string
  readonly specifier: string
  readonly isType: boolean
}

/** The code of the workspaces, by paths below the root. */
const files = globSync('{packages,apps,bench,fixtures,examples,scripts,deploy}/**/*.{ts,tsx,js,mjs}', {
  cwd: root,
  exclude: (path) => /^(node_modules|dist|\.lectern)$/.test(posix.basename(path)),
})
const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /^(?:import|export) (?<type>type )?(?:[\w*, ]|\{[^}]*\})*? from '(?<from>[^']+)'|\bimport\('(?<call>[^']+)'\)|^import '(?<bare>[^']+)'/gm,
  )
  return Array.from(found, ({ groups }) => ({
    file,
    specifier: (groups!['from'] ?? groups!['call'] ?? groups!['bare'])!,
    isType: groups!['type'] !== undefined,
  }))
})

const isSource = (file: string) =>
  /^(packages|apps)\/[^/]+\/src\//.test(file) && !/\.(test|bench|gen)\.ts$/.test(file)

interface Arrow {
  readonly from: string
  readonly to: string
  readonly typesOnly: boolean
}

/** The arrows of the sentence in ARCHITECTURE.md that begins with these words: `client/verify → chain, spec` (types only). */
function readArrows(begin: string): Arrow[] {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const [, sentence] = new RegExp(`${begin}:([^.]*)\\.`).exec(page)!
  return Array.from(sentence!.matchAll(/`([^`]+) → ([^`]+)`(\s+\(types only\))?/g), ([, froms, tos, types]) =>
    froms!
      .split(', ')
      .flatMap((from) => tos!.split(', ').map((to) => ({ from, to, typesOnly: types !== undefined }))),
  ).flat()
}

/** Whether an import goes along an arrow. */
function follows({ file, specifier, isType }: Import, { from, to, typesOnly }: Arrow): boolean {
  const [, name, inside = ''] = /^(?:packages\/)?((?:apps\/)?[^/]+)\/(?:src\/)?(.*)$/.exec(file)!
  const isFrom = name === from || `${name}/${inside}`.startsWith(`${from}/`)
  const isMaterial = isSource(file) && specifier.includes('/testing') // of tests alone
  return isFrom && specifier.split('/')[1] === to && (isType || !typesOnly) && !isMaterial
}

/** Imports that no arrow allows, and arrows that no import follows. */
function compare(arrows: readonly Arrow[], over: readonly Import[]): string[] {
  const wrong = over.filter((one) => !arrows.some((arrow) => follows(one, arrow)))
  const idle = arrows.filter((arrow) => !over.some((one) => follows(one, arrow)))
  return [
    ...wrong.map(({ file, specifier }) => `${file} imports ${specifier}`),
    ...idle.map(({ from, to }) => `${from} → ${to} is not used`),
  ]
}

const ours = imports.filter(({ specifier }) => specifier.startsWith('@lectern/'))
const arrows = readArrows('Arrows, and no others')

test('packages import each other along the arrows of ARCHITECTURE.md, and each arrow is used', () => {
  const over = ours.filter(({ file }) => isSource(file))
  expect(compare(arrows, over)).toEqual([])
})

test('tests and generators of packages import others along their own arrows, and each is used', () => {
  const over = ours.filter(
    (one) =>
      /^(packages|apps)\//.test(one.file) &&
      !isSource(one.file) &&
      !isOwn(one) &&
      !arrows.some((arrow) => follows(one, { ...arrow, typesOnly: false })),
  )
  expect(compare(readArrows('Tests and generators also'), over)).toEqual([])
})

const isOwn = ({ file, specifier }: Import) => file.split('/')[1] === specifier.split('/')[1]

test('each path that ARCHITECTURE.md names is there', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').replaceAll(/^```.*?^```/gms, '')
  const missing = text.split('\n').flatMap((line) => {
    let folder = '' // a name without a folder is next to the path before it
    return line
      .matchAll(/`([\w./-]+(?:\.ts|\.md|\.yml|\/))`/g)
      .flatMap(([, path]) => {
        const found = [path!, `packages/${path!}`, folder + path!].find((one) => existsSync(join(root, one)))
        folder = found?.replace(/[^/]*$/, '') || folder
        return found === undefined ? [path!] : []
      })
      .toArray()
  })
  expect(missing).toEqual([])
})

test('no file imports a file of another package: packages are imported by name', () => {
  const owner = (path: string): string => {
    const folder = dirname(path)
    return folder === '.' || existsSync(join(root, folder, 'package.json')) ? folder : owner(folder)
  }
  const crossing = imports
    .filter(({ specifier }) => /^\..*\.[jt]sx?$/.test(specifier))
    .filter(({ file, specifier }) => owner(file) !== owner(posix.join(dirname(file), specifier)))
  expect(crossing.map(({ file, specifier }) => `${file} imports ${specifier}`)).toEqual([])
})

test('no folder of packages and apps holds more than 18 source files', () => {
  const folders = Object.groupBy(files.filter(isSource), dirname)
  const full = Object.entries(folders).filter(([, sources]) => sources!.length > 18)
  expect(full.map(([folder, sources]) => `${folder}: ${sources!.length}`)).toEqual([])
})

test('chain and consensus do no I/O and read no clock', () => {
  const acts =
    /\b(?:fetch|setTimeout|setInterval|XMLHttpRequest|WebSocket|Date|performance|process|getRandomValues|Math\.random)\b *[.(]|'node:/
  const own = files.filter((file) => isSource(file) && /^packages\/(?:chain|consensus)\//.test(file))
  const acting = own.filter((file) =>
    acts.test(readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '')),
  )
  expect(own.length).toBeGreaterThan(40)
  expect(acting).toEqual([])
})
