import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test, vi } from 'vitest'
import { call, exchange, post, startServer } from './server.ts'

vi.mock('../src/fast-lane/fast-lane.ts', () => {
  throw new Error('There is no fast lane.')
})

/** The folders that each folder of src imports from; '.' is src itself. */
const arrows = {
  rpc: ['.'],
  load: ['rpc'],
  http: ['.', 'load', 'rpc'],
  'fast-lane': ['http', 'load', 'rpc'],
  proofs: ['http', 'load', 'rpc'],
}

/** Each import of a file of src by another one, static or dynamic. */
function readImports(): { readonly from: string; readonly to: string }[] {
  const src = join(import.meta.dirname, '../src')
  return globSync('**/*.ts', { cwd: src })
    .filter((from) => !from.endsWith('.test.ts'))
    .flatMap((from) =>
      [...readFileSync(join(src, from), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
        ([, path]) => ({
          from,
          to: normalize(join(from, '..', path!)),
        }),
      ),
    )
}
const folderOf = (path: string): string => (path.includes('/') ? path.split('/')[0]! : '.')

test('folders know each other as the table says, without a circle', () => {
  const found = Object.groupBy(readImports(), ({ from }) => folderOf(from))
  for (const [folder, known] of Object.entries(arrows)) {
    const others = new Set(found[folder]!.map(({ to }) => folderOf(to)).filter((to) => to !== folder))
    expect([...others].toSorted(), folder).toEqual(known)
  }
  const atRoot = readImports().filter(({ from, to }) => folderOf(from) !== '.' && folderOf(to) === '.')
  expect(new Set(atRoot.map(({ to }) => to))).toEqual(new Set(['error.ts']))
})

test('the fast lane is known in one place, and nothing else needs it', async () => {
  const outside = readImports().filter(
    ({ from, to }) => folderOf(to) === 'fast-lane' && folderOf(from) !== 'fast-lane',
  )
  expect(outside).toEqual([{ from: 'json-rpc.ts', to: 'fast-lane/fast-lane.ts' }])
  await using server = await startServer() // while its folder cannot be imported
  expect(await exchange(server.port, post(call))).toMatch(/^HTTP\/1.1 200[^]*"result"/)
  await expect(startServer({ plugin: { fastLane: true } })).rejects.toThrow()
})
