import guides from 'virtual:guides'
import { signal, useComputed } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { showText } from '../document/text.ts'
import { type Guide, isHeading, plain } from '../guides/block.ts'
import { Blocks } from '../guides/blocks.tsx'
import { search, type Section, sectionsOf } from '../guides/search.ts'
import { linkTo } from '../shell/router.ts'
import { TextInput } from '../shell/text-input.tsx'
import { Missing } from './missing.tsx'
import { Step } from './neighbours.tsx'

/** The words that are searched; they stay from guide to guide. */
const query = signal('')
const sections = signal<readonly Section[]>(sectionsOf(guides))

/** The documentation as a book: the guide on the left page, the search and its contents on the right one. */
export default function Guides({ rest: [slug = '', id] }: { rest: readonly string[] }): VNode {
  const guide = guides.find((one) => one.slug === slug)
  useEffect(() => {
    document.title = `${guide?.name ?? 'Guides'} · Lectern`
    if (id === undefined) return
    queueMicrotask(() => {
      const part = document.getElementById(id)
      part?.scrollIntoView() // after the shell has gone to the top of the page
      part?.focus()
    })
  }, [guide, id])
  useEffect(() => {
    void addMethods().catch(() => {}) // then the guides alone are searched
  }, [])
  if (slug !== '' && !guide) return <Missing what={`guide ${slug}`} />
  return (
    <div class="book reference guides">
      <aside class="recto" aria-label="Search and contents">
        <div class="beside">
          <Search />
          {guide && <Contents guide={guide} />}
        </div>
      </aside>
      <article class="verso prose">
        {guide ? (
          <>
            <h1>{showText(guide.name)}</h1>
            <Neighbours guide={guide} />
            <Blocks blocks={guide.blocks} />
          </>
        ) : (
          <Shelf />
        )}
      </article>
    </div>
  )
}

const Shelf = (): VNode => (
  <>
    <h1>Guides</h1>
    <p class="lead">How to import a chain, serve it, ask it, and prove what it answers.</p>
    <ul class="entries shelf">
      {guides.map((guide) => (
        <li key={guide.slug}>
          <a href={linkTo('guides', guide.slug)}>{guide.name}</a>
          <span>{showText(firstSentence(guide))}</span>
        </li>
      ))}
      <li>
        <a href={linkTo('methods')}>Methods</a>
        <span>Each method of the document with its parameters, types, errors and examples to run.</span>
      </li>
    </ul>
  </>
)

/** Returns the first sentence of a guide; badges and pictures have none. */
const firstSentence = ({ blocks }: Guide): string =>
  blocks.flatMap((block) => (block[0] === 'p' ? (/^.*?\.(?= |$)/s.exec(plain(block)) ?? []) : []))[0] ?? ''

function Neighbours({ guide }: { guide: Guide }): VNode {
  const index = guides.indexOf(guide)
  const [before, after] = [guides[index - 1], guides[index + 1]]
  return (
    <p class="neighbours">
      <a href={linkTo('guides')}>all guides</a>
      {before && <Step rel="prev" to={linkTo('guides', before.slug)} name={before.name} />}
      {after && <Step rel="next" to={linkTo('guides', after.slug)} name={after.name} />}
    </p>
  )
}

function Contents({ guide: { slug, blocks } }: { guide: Guide }): VNode | null {
  const headings = blocks.filter(isHeading)
  if (headings.length === 0) return null
  return (
    <nav class="group on-wide" aria-label="Contents">
      <h2>In this guide</h2>
      <ul class="names one-column">
        {headings.map(([tag, { id = '' }, ...text]) => (
          <li key={id} class={tag === 'h3' ? 'inner' : ''}>
            <a href={linkTo('guides', slug, id)}>
              <Blocks blocks={text} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The most sections that are listed. */
const most = 20

function Search(): VNode {
  const hits = useComputed(() => search(sections.value, query.value))
  const count = hits.value.length
  const isAsked = query.value.trim() !== ''
  return (
    <div class="search">
      <label class="field">
        <span>Search the guides and the document</span>
        <TextInput
          id="search"
          type="search"
          value={query.value}
          maxLength={100}
          onText={(text) => (query.value = text)}
        />
      </label>
      <p role="status" class="none">
        {isAsked &&
          (count === 0 ? 'Nothing has all of these words.' : `${count} ${count === 1 ? 'place' : 'places'}`)}
      </p>
      {isAsked && (
        <ol class="hits">
          {hits.value
            .slice(0, most)
            .map(({ section: { place, of, heading }, excerpt: [before, hit, after] }) => (
              <li key={place.join('/')}>
                <a href={linkTo(...place)}>
                  {showText(of)}
                  {heading !== of && <> · {showText(heading)}</>}
                </a>
                <small>
                  {showText(before)}
                  {hit && <mark>{showText(hit)}</mark>}
                  {showText(after)}
                </small>
              </li>
            ))}
          {count > most && <li class="none">… and {count - most} more</li>}
        </ol>
      )}
    </div>
  )
}

let isAdded = false

/** Adds the methods and the types of the document to what is searched. */
async function addMethods(): Promise<void> {
  if (isAdded) return
  isAdded = true
  const { document: openRpc } = await import('virtual:document')
  const methods = openRpc.methods.map(
    ({ name, summary = '', description = '', params, errors, examples }): Section => ({
      place: ['methods', name],
      of: 'Methods',
      heading: name,
      text: [summary, description, ...wordsOf([params, errors, examples])].join(' '),
    }),
  )
  const types = Object.entries(openRpc.components.schemas).map(([name, schema]): Section => ({
    place: ['methods', 'types', name],
    of: 'Types',
    heading: schema.title ?? name,
    text: [schema.description ?? '', ...wordsOf(schema.properties)].join(' '),
  }))
  sections.value = [...sections.value, ...methods, ...types]
}

/** The names and the descriptions within a part of the document. */
function wordsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    const words = wordsOf(value)
    if (typeof value === 'string') return /^(name|description|summary)$/.test(key) ? value : []
    return Array.isArray(part) ? words : words.concat(key)
  })
}
