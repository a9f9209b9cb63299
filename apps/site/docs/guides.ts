import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { type Guide, isHeading, plain } from '../src/guides/block.ts'
import { json } from './document.ts'
import { readMarkdown } from './markdown.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const readFile = (file: string): string => readFileSync(root + file, 'utf8')
const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'))

/** The index, and generated tables that are too long for the page's budget. */
const leftOut = new Set(['docs/README.md', 'docs/checks.md', 'docs/protocol-cases.md'])

/** A guide's address and its file. */
type Source = readonly [slug: string, file: string]

/**
 * Lists the guides in reading order: the README, the pages of `docs/` in the order of its README, then the README files of packages.
 * A package whose name is that of a page of `docs/` has that page.
 */
function listSources(): Source[] {
  const index = readFile('docs/README.md')
  const place = (file: string) => (index.indexOf(`](${basename(file)})`) + index.length) % index.length
  const pages = list('docs/*.md').filter((file) => !leftOut.has(file))
  const sources: Source[] = [
    ['start', 'README.md'],
    ...pages
      .toSorted((one, other) => place(one) - place(other))
      .map((file): Source => [basename(file, '.md'), file]),
  ]
  for (const file of list('{packages/*,apps/*,examples}/README.md').toSorted())
    if (!sources.some(([slug]) => slug === basename(dirname(file))))
      sources.push([basename(dirname(file)), file])
  return sources
}

/** Returns the plugin of `virtual:guides`: the guides as blocks, with the links between them. */
export function guides(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id === 'virtual:guides' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:guides') return
      for (const [, file] of listSources()) this.addWatchFile(root + file)
      return `export default ${json(readGuides().guides)}`
    },
  }
}

/** Reads all guides, and lists the files that they name and that are none. Throws if a link names a heading that its guide does not have. */
export function readGuides(read: (file: string) => string = readFile): {
  readonly guides: readonly Guide[]
  readonly outside: readonly string[]
} {
  const sources = listSources()
  const outside = new Set<string>()
  const links: { readonly from: string; readonly slug: string; readonly anchor: string }[] = []

  const resolve = (from: string) => (link: string) => {
    if (/^[a-z]+:/i.test(link)) return /^https:/i.test(link) ? link : undefined
    const [path = '', anchor = ''] = link.split('#')
    const to = path === '' ? from : posix.join(posix.dirname(from), path)
    if (to === 'openrpc.json') return '#/methods'
    if (to === 'docs/README.md') return '#/guides'
    const source = sources.find(([, file]) => file === to || file === `${to}/README.md`)
    const slug = source?.[0] ?? replaces(to)
    if (slug === undefined) return void outside.add(to)
    if (source && anchor !== '') links.push({ from, slug, anchor })
    return `#/guides/${slug}${source && anchor ? `/${anchor}` : ''}`
  }
  /** Returns the page of `docs/` that replaces a package's README. */
  const replaces = (file: string): string | undefined => {
    const folder = /^(?:packages|apps)\/([^/]+)(?:\/README\.md)?$/.exec(file)?.[1]
    return sources.find(([slug]) => slug === folder)?.[0]
  }

  const guides = sources.map(([slug, file]): Guide => {
    const [first, ...blocks] = readMarkdown(read(file), { resolve: resolve(file) })
    if (!first || !isHeading(first)) throw new Error(`${file} does not begin with a heading.`)
    return { slug, name: slug === 'start' ? 'Start' : plain(first), blocks }
  })
  const hasHeading = (slug: string, id: string): boolean =>
    guides.some((one) => one.slug === slug && one.blocks.some(([, attributes]) => attributes['id'] === id))
  const broken = links.filter(({ slug, anchor }) => !hasHeading(slug, anchor))
  if (broken.length > 0)
    throw new Error(
      broken
        .map(({ from, slug, anchor }) => `${from}: the guide ${slug} has no heading #${anchor}.`)
        .join(' '),
    )
  return { guides, outside: [...outside] }
}
