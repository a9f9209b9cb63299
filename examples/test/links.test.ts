import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = globSync('{*.md,docs/*.md,{packages,apps}/*/README.md,{bench,deploy,examples,fixtures}/*.md}', {
  cwd: root,
}).filter((file) => !file.endsWith('CHANGELOG.md'))
const read = (file: string) =>
  readFileSync(root + file, 'utf8').replaceAll(/^ *```.*?^ *```$|`[^`\n]+`(?=[^\]]*$)/gms, '')

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (file: string) =>
  Array.from(readFileSync(root + file, 'utf8').matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('each link of a page leads to a file that is there, and to a heading of it', () => {
  const links = files.flatMap((file) =>
    Array.from(read(file).matchAll(/(?:\]\(|^\[[^\]]+\]: )(?!https?:|mailto:|<)([^)\s]+)/gm), ([, link]) => ({
      file,
      link: link!,
    })),
  )
  expect(links.length).toBeGreaterThan(100)
  const broken = links.filter(({ file, link }) => {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? file : posix.join(posix.dirname(file), path)
    if (!existsSync(root + target)) return true
    const page = target.endsWith('.md') ? target : `${target}/README.md`
    return anchor !== undefined && !anchorsOf(page).includes(anchor)
  })
  expect(broken.map(({ file, link }) => `${file}: ${link}`)).toEqual([])
})
