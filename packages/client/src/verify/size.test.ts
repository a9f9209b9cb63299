import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** The bytes of a program for browsers, bundled, minified and compressed. */
async function sizeOf(program: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length
}

const programs: readonly (readonly [what: string, most: number, imports: string, options: string])[] = [
  ['the verifier', 12_300, '', ''],
  ['the verifier and the server’s proofs', 15_400, ', serverProofs', ', proofs: serverProofs()'],
  ['the verifier and the agreement of nodes', 12_600, ', agreement', ', trust: agreement([])'],
]

test.each(programs)('three calls with %s weigh at most %i bytes', async (_, most, imports, options) => {
  const bytes = await sizeOf(`
    import { createClient } from '../index.ts'
    import { verifier${imports} } from './index.ts'
    const client = createClient({ transport: 'http://a', verify: verifier({ level: 'full'${options} }) })
    console.log(await client.getTransaction('0x'), await client.getReceipt('0x'), await client.getBlock(1n))`)
  expect(bytes).toBeLessThanOrEqual(most)
})

test('what a program does not use is left out of it: no curve, no decoders, no config of a chain', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { verifier } from './index.ts'; console.log(verifier)`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'esm',
    write: false,
    outfile: 'out.js',
  })
  const text = outputFiles[0]!.text
  for (const name of ['secp256k1', 'decodeHeader', 'parseChainConfig', 'trieHolds', 'sha256'])
    expect(text).not.toContain(name)
})
