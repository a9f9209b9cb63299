import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('what a program does not use is left out of it: no curve, no decoders, no config of a chain', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { verifier } from '../src/verify/index.ts'; console.log(verifier)`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'esm',
    write: false,
    outfile: 'out.js',
  })
  const text = outputFiles[0]!.text
  for (const name of ['secp256k1', 'decodeHeader', 'parseChainConfig', 'traceTrie', 'sha256'])
    expect(text).not.toContain(name)
})
