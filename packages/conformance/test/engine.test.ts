import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { needsBrowser } from '@lectern/fixtures/browser'
import { build, type BuildOptions } from 'esbuild'
import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { runEngine } from './engine-run.ts'

/** Whether a script has the dialects, or the documents of families, which a run loads if it needs them. */
const isLoadedLater = (text: string) => text.includes('no-discovery') || text.includes('DepositTransaction')

/** A program as a script for browsers, bundled and minified, and the files in it; a module of Node is an error. */
async function bundle(
  contents: string,
  more: BuildOptions = {},
): Promise<{ script: string; files: string[] }> {
  const { outputFiles = [], metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
    metafile: true,
    write: false,
    ...more,
  })
  const texts = outputFiles
    .map(({ text }) => text)
    .filter((text) => outputFiles.length === 1 || !isLoadedLater(text))
  return { script: texts.join('\n'), files: Object.keys(metafile!.inputs) }
}

test('the engine is bundled for browsers: no module of Node, and no Buffer', async () => {
  const { files } = await bundle(`export * from '@lectern/conformance/engine'`)
  const ours = files.filter((file) => /^(src|\.\.)\/(?!.*node_modules)/.test(file))
  expect(ours).toContain('src/endpoint/target.ts')
  expect(ours.filter((file) => /\bBuffer\.(from|concat|alloc)/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('a page that runs all checks and saves their report is at most 158,000 bytes, minified and packed', async () => {
  const { script } = await bundle(
    `
    import { httpTarget, plan, reportHtml, run } from '@lectern/conformance/engine'
    import { style } from '@lectern/conformance/report-page'
    import { document } from '@lectern/spec'
    run(plan(document), httpTarget(location.href)).then((report) => console.log(reportHtml(report), style))`,
    {
      format: 'esm',
      splitting: true,
      outdir: 'out',
    },
  )
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(158_000)
})

test('a bundle with a module of Node is refused', async () => {
  await expect(bundle(`import { run } from '@lectern/conformance'; console.log(run)`)).rejects.toThrow(
    'node:fs/promises',
  )
})

test(
  'a run in a browser finds what the same run finds in Node',
  { timeout: 600_000, ...needsBrowser },
  async () => {
    const { script } = await bundle(`
      import { runEngine } from './engine-run.ts'
      const show = (value) => (document.title = encodeURIComponent(JSON.stringify(value)))
      runEngine().then(show, (error) => show(String(error)))`)
    const dom = await openPage(`<script>${script.replaceAll('</', String.raw`<\/`)}</script>`, { wait: true })
    const here = await runEngine()
    expect(JSON.parse(decodeURIComponent(/<title>(.*?)<\/title>/.exec(dom)![1]!))).toEqual(here)
    expect(here.found.filter((row) => (row as string[])[1] === 'failed').length).toBeGreaterThan(0)
    expect(here.found.length).toBeGreaterThan(500)
  },
)
