import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** The files that a bundle of all that an entry exports is made of. */
async function filesOf(entry: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents: `export * from '@lectern/spec${entry}'`, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
  })
  return Object.keys(metafile.inputs)
}

test.each(['', '/validators', '/parameters', '/values'])(
  '@lectern/spec%s bundles without TypeBox',
  async (entry) => {
    expect((await filesOf(entry)).filter((path) => path.includes('typebox'))).toEqual([])
  },
)

test('@lectern/spec/schemas is the entry that imports TypeBox', async () => {
  expect((await filesOf('/schemas')).some((path) => path.includes('/typebox/'))).toBe(true)
})
