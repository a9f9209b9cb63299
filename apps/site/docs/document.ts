import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OpenRpc } from '@lectern/spec'
import type { Plugin } from 'vite'
import { readMarkdown } from './markdown.ts'

/**
 * Returns the plugin of `virtual:document`: the document, and its description as blocks. LECTERN_SITE_DOCUMENT names another file than the
 * repository's openrpc.json.
 */
export function openRpcDocument(): Plugin {
  return {
    name: 'document',
    resolveId: (id) => (id === 'virtual:document' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:document') return
      const path =
        process.env['LECTERN_SITE_DOCUMENT'] ??
        fileURLToPath(new URL('../../../openrpc.json', import.meta.url))
      this.addWatchFile(path)
      const text = readFileSync(path, 'utf8')
      const document = JSON.parse(text) as OpenRpc
      const components = { schemas: {}, errors: {}, ...(document.components as object) }
      const about = readMarkdown(document.info.description ?? '', {
        resolve: (link) => (/^https?:/i.test(link) ? link : undefined),
      })
      return `export const document = ${json({ ...document, components })}\nexport const about = ${json(about)}`
    },
  }
}

/** A value as code; a browser reads a text of JSON faster than the code of the same object. */
export const json = (value: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
