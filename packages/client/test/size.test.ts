import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'

const calls = `
console.log(await client.getTransaction('0x12'), await client.getReceipt('0x12'), await client.getBlock('latest'))`
const client = (names: string, options: string) =>
  `import { createClient${names} } from '@lectern/client'
const client = createClient(${options})${calls}`

const verified = (names: string, options: string) =>
  `import { verifier${names} } from '@lectern/client/verify'
${client('', `{ transport: 'http://a', verify: verifier({ level: 'full'${options} }) }`)}`

/** The programs of pages that make the three calls, and the most bytes of each. */
const programs: readonly (readonly [name: string, source: string, most: number])[] = [
  ['the client', client('', `'http://a'`), 5_335],
  ['with bigints', client(', bigints', `{ transport: 'http://a', decode: bigints }`), 6_500],
  ['with failover', client(', failover', `{ transport: failover(['http://a', 'http://b']) }`), 6_750],
  ['with a verifier', verified('', `, trust: 'none'`), 14_190],
  [
    'with a verifier and the agreement of nodes',
    verified(', agreement', ', trust: agreement(["http://b"])'),
    14_600,
  ],
  [
    'with a verifier and a light client of the beacon chain',
    `import { beacon } from '@lectern/client/verify/beacon'
${verified('', `, trust: beacon({ api: 'http://b', checkpoint: '0x12' })`)}`,
    49_000,
  ],
  [
    'the same, with history proofs',
    `import { beacon, serverHistory } from '@lectern/client/verify/beacon'
${verified('', `, trust: beacon({ api: 'http://b', checkpoint: '0x12', history: serverHistory() })`)}`,
    53_600,
  ],
  [
    'with a verifier and the server’s proofs',
    verified(', serverProofs', `, trust: 'none', proofs: serverProofs()`),
    17_300,
  ],
]

/** The modules that a verifier loads for a chain of another family, for a helper method, and for what most proofs do without. */
const later = ['./family/find-family.ts', './helper-provers.ts', './rare-cases.ts'] as const
const [families, helpers, rare] = later

/** The modules that are loaded later, but for one. */
const laterBut = (one: string): string[] => later.filter((name) => name !== one)

/** The bytes of a program bundled and minified by esbuild, then packed by gzip at its best, without what it loads later. */
async function sizeOf(
  source: string,
  external: string[] = [...later],
  plugins: Plugin[] = [],
): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    external,
    plugins,
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

const sizes = new Map<string, number>()

for (const [name, source, most] of programs)
  test(`${name} is at most ${most} bytes, minified and packed`, async () => {
    const size = await sizeOf(source)
    sizes.set(name, size)
    expect(size).toBeLessThanOrEqual(most)
  })

test('the families of other chains add at most 2,800 bytes, loaded when a chain needs them', async () => {
  const [, source] = programs[3]!
  const added = (await sizeOf(source, laterBut(families))) - (await sizeOf(source))
  sizes.set('families, loaded later', added)
  expect(added).toBeGreaterThan(500)
  expect(added).toBeLessThanOrEqual(2_800)
})

/** Puts Ethereum's rules in place of a family's. */
const without = (family: string): Plugin => ({
  name: family,
  setup: (bundle) =>
    bundle.onLoad({ filter: new RegExp(`chain/src/family/${family}\\.ts$`) }, ({ path }) => ({
      contents: `export { ethereum as ${family} } from './ethereum.ts'`,
      resolveDir: dirname(path),
    })),
})

test('docs/client.md says what each family costs', async () => {
  const text = readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8')
  const named = [...text.matchAll(/`(\w+)` \((\d\.\d) KB(?: of it)?\)[:,]/g)].map(([, name, size]) => [
    name!,
    size!,
  ])
  expect(named.map(([name]) => name).toSorted()).toEqual(['arbitrum', 'bsc', 'gnosis', 'op', 'polygon'])
  const [, source] = programs[3]!
  const whole = await sizeOf(source, laterBut(families))
  for (const [name, size] of named) {
    const rest = await sizeOf(source, laterBut(families), [without(name!)])
    expect(Math.abs((whole - rest) / 1_000 - Number(size)), name).toBeLessThan(0.09)
  }
})

test('the helper methods add at most 1,150 bytes, loaded when one is proven', async () => {
  const [, source] = programs[3]!
  const added = (await sizeOf(source, laterBut(helpers))) - (await sizeOf(source))
  sizes.set('helper methods, loaded later', added)
  expect(added).toBeGreaterThan(200)
  expect(added).toBeLessThanOrEqual(1_150)
})

test('what most proofs do without adds at most 1,500 bytes, loaded when one needs it', async () => {
  const [, source] = programs[3]!
  const added = (await sizeOf(source, laterBut(rare))) - (await sizeOf(source))
  sizes.set('rare cases, loaded later', added)
  expect(added).toBeGreaterThan(500)
  expect(added).toBeLessThanOrEqual(1_500)
})

test('what is not imported is not carried', async () => {
  const whole = await sizeOf(`export * from '@lectern/client'`)
  expect(sizes.get('the client')).toBeLessThan(whole)
  console.table(Object.fromEntries(sizes))
})
