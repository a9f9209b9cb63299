import { type Guide, isHeading, plain } from './block.ts'

/** A part of the documentation that is found as a whole: what stands under a heading. */
export interface Section {
  /** Where it is: the parts of its address. */
  readonly place: readonly string[]
  /** The name of what it is a part of. */
  readonly of: string
  readonly heading: string
  readonly text: string
}

/** A section that was found, with the words around the first hit: before it, the hit, after it. */
export interface Hit {
  readonly section: Section
  readonly excerpt: readonly [before: string, hit: string, after: string]
}

export function sectionsOf(guides: readonly Guide[]): Section[] {
  return guides.flatMap(({ slug, name, blocks }) => {
    const sections: { id: string; heading: string; texts: string[] }[] = [
      { id: '', heading: name, texts: [] },
    ]
    for (const block of blocks)
      if (isHeading(block)) sections.push({ id: String(block[1]['id']), heading: plain(block), texts: [] })
      else sections.at(-1)!.texts.push(plain(block))
    return sections.map(({ id, heading, texts }) => ({
      place: ['guides', slug, ...(id === '' ? [] : [id])],
      of: name,
      heading,
      text: texts.join(' ').replaceAll(/\s+/g, ' '),
    }))
  })
}

/** The sections that have all of the words, in any case: those first whose heading has them, then those that have them most. */
export function search(sections: readonly Section[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return sections
    .flatMap((section) => {
      const heading = `${section.of} ${section.heading}`.toLowerCase()
      const text = section.text.toLowerCase()
      if (!words.every((word) => heading.includes(word) || text.includes(word))) return []
      const score = words.reduce(
        (sum, word) => sum + (heading.includes(word) ? 100 : 0) + Math.min(20, text.split(word).length),
        0,
      )
      return [{ score, hit: { section, excerpt: excerptOf(section.text, text, words) } }]
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ hit }) => hit)
}

function excerptOf(text: string, lower: string, words: readonly string[]): Hit['excerpt'] {
  const found = words
    .map((word) => [lower.indexOf(word), word.length] as const)
    .filter(([at]) => at >= 0)
    .toSorted(([a], [b]) => a - b)[0]
  const [at, length] = found ?? [0, 0]
  const begin = at <= 60 ? 0 : lower.indexOf(' ', at - 60) + 1
  const end = at + 140 >= text.length ? text.length : Math.max(at + length, lower.lastIndexOf(' ', at + 140))
  return [
    (begin > 0 ? '… ' : '') + text.slice(begin, at),
    text.slice(at, at + length),
    text.slice(at + length, end) + (end < text.length ? ' …' : ''),
  ]
}
