import { readFileSync } from 'node:fs'
import type { ConfigEnv, Plugin, UserConfig } from 'vite'
import { openRpcDocument } from './docs/document.ts'
import { guides } from './docs/guides.ts'
import { policy } from './policy.ts'

/** Puts the policy into the page, for a folder whose server sends no headers. */
const policyInPage = (connect: string): Plugin => ({
  name: 'policy-in-page',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: policy(connect, 'meta') },
      injectTo: 'head-prepend',
    },
  ],
})

/** Writes the policy to a file, for the server that sends it as a header. */
const policyBeside: Plugin = {
  name: 'policy-beside',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'policy.txt', source: policy("'self'", 'header') })
  },
}

/** Writes the service worker with the names of all files of this build, and the licences of the fonts. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.keys(bundle).filter(
        (name) => /\.(js|css|woff2|svg)$/.test(name) && !/(beacon|judge)-worker/.test(name), // of no use without a network
      )
      const source = readFileSync(new URL('src/service-worker.js', import.meta.url), 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: source.replace('__FILES__', JSON.stringify(files)),
      })
      for (const font of ['literata', 'jetbrains-mono'])
        this.emitFile({
          type: 'asset',
          fileName: `licenses/${font}.txt`,
          source: readFileSync(new URL(`fonts/${font}-LICENSE.txt`, import.meta.url)),
        })
    },
  },
}

/**
 * `vite build` makes the page for a server that sends its policy as a header, in dist/served. `vite build --mode static` makes a folder for
 * any web server, under any path, in dist/static: it asks the endpoint of `?endpoint=`. LECTERN_SITE_ENDPOINT names the one
 * that it asks without that, LECTERN_SITE_CONNECT the origins that it may ask (default: every https origin, and this machine).
 */
export default function config({ mode }: ConfigEnv): UserConfig {
  const isStatic = mode === 'static'
  const connect = process.env['LECTERN_SITE_CONNECT']
  return {
    base: './',
    publicDir: false,
    envPrefix: 'LECTERN_SITE_', // what of the environment the code sees
    build: {
      outDir: isStatic ? 'dist/static' : 'dist/served',
      target: 'es2024',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
    worker: { format: 'es' },
    plugins: [
      openRpcDocument(),
      guides(),
      serviceWorker,
      isStatic
        ? policyInPage(connect ?? "'self' https: http://127.0.0.1:* http://localhost:*")
        : policyBeside,
    ],
  }
}
