import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** The bytes of a program bundled and minified by esbuild, then packed by gzip at its best. */
async function sizeOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

test('the whole package is at most 35,000 bytes, minified and packed, and needs nothing of Node', async () => {
  expect(await sizeOf(`export * from '@lectern/consensus'`)).toBeLessThanOrEqual(35_000)
})

test('history proofs alone need no curve', async () => {
  const proofs = `import { checkBlockProof, networks } from '@lectern/consensus'; console.log(checkBlockProof, networks)`
  expect(await sizeOf(proofs)).toBeLessThanOrEqual(8_000)
})
