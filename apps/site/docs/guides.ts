import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { type Guide, plain } from '../src/guides/block.ts'
import { json } from './document.ts'
import { readMarkdown } from './markdown.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The guides in reading order: the address, the name in lists, the file. */
const files = [
  ['start', 'Start', 'README.md'],
  ['quick-start', 'Quick start', 'docs/quick-start.md'],
  ['install', 'Install', 'docs/install.md'],
  ['clients', 'Clients', 'docs/clients.md'],
  ['import', 'Import', 'docs/import.md'],
  ['follow', 'Follow', 'docs/follow.md'],
  ['operate', 'Operate', 'docs/operate.md'],
  ['deploy', 'Deploy', 'docs/deploy.md'],
  ['cluster', 'Cluster', 'docs/cluster.md'],
  ['trust', 'Trust', 'docs/trust.md'],
  ['client', 'Client', 'packages/client/README.md'],
  ['server', 'Server', 'docs/server-plugin.md'],
  ['proofs-format', 'Format of proofs', 'docs/proofs-format.md'],
  ['conformance', 'Conformance', 'packages/conformance/README.md'],
  ['lectern', 'lectern', 'apps/lectern/README.md'],
  ['history', '@lectern/history', 'packages/history/README.md'],
  ['follower', '@lectern/follow', 'packages/follow/README.md'],
  ['consensus', '@lectern/consensus', 'packages/consensus/README.md'],
  ['generate', 'Generate', 'docs/generate.md'],
  ['spec', '@lectern/spec', 'packages/spec/README.md'],
  ['chain', '@lectern/chain', 'packages/chain/README.md'],
  ['examples', 'Examples', 'examples/README.md'],
  ['site', 'This page', 'apps/site/README.md'],
] as const

/** Returns the plugin of `virtual:guides`: the pages of `docs/` and README files as blocks, with the links between them. */
export function guides(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id === 'virtual:guides' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:guides') return
      for (const [, , file] of files) this.addWatchFile(root + file)
      return `export default ${json(readGuides().guides)}`
    },
  }
}

/**
 * All guides, and the files that they name and that are no guides. Throws if a link names a heading that its guide does not have.
 */
export function readGuides(read: (file: string) => string = readFile): {
  readonly guides: readonly Guide[]
  readonly outside: readonly string[]
} {
  const outside = new Set<string>()
  const links: { readonly from: string; readonly slug: string; readonly anchor: string }[] = []

  const resolve = (from: string) => (link: string) => {
    if (/^[a-z]+:/i.test(link)) return /^https?:/i.test(link) ? link : undefined
    const [path = '', anchor = ''] = link.split('#')
    const to = path === '' ? from : posix.join(posix.dirname(from), path)
    if (to === 'openrpc.json') return '#/methods'
    const slug = files.find(([, , file]) => file === to || file === `${to}/README.md`)?.[0]
    if (slug === undefined) return void outside.add(to)
    links.push({ from, slug, anchor })
    return `#/guides/${slug}${anchor && `/${anchor}`}`
  }

  const guides = files.map(([slug, name, file]): Guide => {
    const [first, ...blocks] = readMarkdown(read(file), { resolve: resolve(file) })
    if (first?.kind !== 'heading') throw new Error(`${file} does not begin with a heading.`)
    return { slug, name, title: plain(first.text), blocks }
  })
  const hasHeading = (slug: string, id: string): boolean =>
    guides.some((one) => one.slug === slug && one.blocks.some((block) => 'id' in block && block.id === id))
  const broken = links.filter(({ slug, anchor }) => anchor && !hasHeading(slug, anchor))
  if (broken.length > 0)
    throw new Error(
      broken
        .map(({ from, slug, anchor }) => `${from}: the guide ${slug} has no heading #${anchor}.`)
        .join(' '),
    )
  return { guides, outside: [...outside] }
}

const readFile = (file: string): string => readFileSync(root + file, 'utf8')
