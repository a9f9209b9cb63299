import { lexer, type Token, type Tokens } from 'marked'
import { type Element, type Node, plain } from '../src/guides/block.ts'

/** The files around the markdown that is read. */
export interface Context {
  /** Returns the target of a link, such as `#/guides/client/options` or an https address; undefined if the site does not have it. */
  readonly resolve: (link: string) => string | undefined
}

/** Reads markdown as elements. HTML and diagrams are left out, an image is its description. */
export function readMarkdown(text: string, { resolve }: Context): readonly Element[] {
  const ids = new Map<string, number>()

  const blocks = (tokens: readonly Token[]): Element[] => tokens.flatMap((token) => readBlock(token))

  function readBlock(token: Token): Element[] {
    switch (token.type) {
      case 'space':
      case 'html':
      case 'hr':
      case 'def': // of a link
        return []
      case 'heading': {
        const { depth, tokens } = token as Tokens.Heading
        const text = inlines(tokens)
        const id = freshId(plain(['h2', {}, ...text]), ids)
        return [[depth <= 2 ? 'h2' : 'h3', { id, tabIndex: -1 }, ...text]]
      }
      case 'paragraph':
      case 'text': {
        const text = inlines(token.tokens ?? [{ ...token, type: 'text' }])
        return text.length > 0 ? [['p', {}, ...text]] : []
      }
      case 'code': {
        const { lang = '', text } = token as Tokens.Code
        return lang === 'mermaid' ? [] : [['pre', {}, text]]
      }
      case 'list': {
        const { ordered, items } = token as Tokens.List
        return [[ordered ? 'ol' : 'ul', {}, ...items.map(({ tokens }) => readItem(blocks(tokens)))]]
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table
        const readRow = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td'): Element => {
          const scope: Element[1] = tag === 'th' ? { scope: 'col' } : {}
          return ['tr', {}, ...cells.map(({ tokens }) => element(tag, scope, inlines(tokens)))]
        }
        const body = rows.map((row) => readRow(row, 'td'))
        const table: Element = ['table', {}, ['thead', {}, readRow(header, 'th')], ['tbody', {}, ...body]]
        return [['div', { class: 'scroll', tabIndex: 0, role: 'group', 'aria-label': 'Table' }, table]]
      }
      case 'blockquote':
        return [['blockquote', {}, ...blocks(token.tokens ?? [])]]
      default:
        throw new Error(`The site draws no markdown of the type ${token.type}: ${token.raw.slice(0, 80)}`)
    }
  }

  const inlines = (tokens: readonly Token[]): Node[] => tokens.flatMap(readInline)

  function readInline(token: Token): Node[] {
    switch (token.type) {
      case 'html':
        return []
      case 'br':
        return [' ']
      case 'codespan':
        return [['code', {}, token['text'] as string]]
      case 'em':
      case 'strong':
        return [[token.type === 'em' ? 'em' : 'b', {}, ...inlines(token.tokens ?? [])]]
      case 'image':
        return [['em', {}, `Picture: ${token['text'] as string}`]]
      case 'link': {
        const href = resolve(token['href'] as string)
        const text = inlines(token.tokens ?? [])
        if (href === undefined) return text
        return [['a', href.startsWith('#') ? { href } : { href, rel: 'noreferrer' }, ...text]]
      }
      default:
        return readText(token as Tokens.Text)
    }
  }

  const readText = ({ tokens, text }: Tokens.Text): Node[] =>
    tokens ? inlines(tokens) : [text.replaceAll('\n', ' ')]

  return blocks(lexer(text))
}

const element = (tag: string, attributes: Element[1], children: readonly Node[]): Element => [
  tag,
  attributes,
  ...children,
]

/** An item of a list: the text of its one paragraph, or its blocks. */
function readItem(blocks: readonly Element[]): Element {
  const [[tag, , ...text] = ['']] = blocks
  return ['li', {}, ...(blocks.length === 1 && tag === 'p' ? text : blocks)]
}

/** Returns a heading's id as GitHub makes it; the second of a name ends in -1. */
function freshId(text: string, ids: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const times = ids.get(id) ?? 0
  ids.set(id, times + 1)
  return times === 0 ? id : `${id}-${times}`
}
