import { lexer, type Token, type Tokens } from 'marked'
import { type Block, type Inline, plain } from '../src/guides/block.ts'

/** The files around the markdown that is read. */
export interface Context {
  /** Returns the target of a link, such as `#/guides/client/options` or an https address; undefined if the site does not have it. */
  readonly resolve: (link: string) => string | undefined
}

/** Reads markdown as blocks. HTML and diagrams are left out, an image is its description. */
export function readMarkdown(text: string, { resolve }: Context): readonly Block[] {
  const ids = new Map<string, number>()

  const blocks = (tokens: readonly Token[]): Block[] => tokens.flatMap((token) => readBlock(token))

  function readBlock(token: Token): Block[] {
    switch (token.type) {
      case 'space':
      case 'html':
      case 'hr':
      case 'def': // of a link
        return []
      case 'heading': {
        const { depth, tokens } = token as Tokens.Heading
        const text = inlines(tokens)
        return [{ kind: 'heading', level: depth, id: freshId(plain(text), ids), text }]
      }
      case 'paragraph':
      case 'text': {
        const text = inlines(token.tokens ?? [{ ...token, type: 'text' }])
        return text.length > 0 ? [{ kind: 'paragraph', text }] : []
      }
      case 'code': {
        const { lang = '', text } = token as Tokens.Code
        return lang === 'mermaid' ? [] : [{ kind: 'code', text }]
      }
      case 'list': {
        const { ordered, items } = token as Tokens.List
        return [{ kind: 'list', isOrdered: ordered, items: items.map(({ tokens }) => blocks(tokens)) }]
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table
        const cells = (row: Tokens.TableCell[]): Inline[][] => row.map(({ tokens }) => inlines(tokens))
        return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }]
      }
      case 'blockquote':
        return [{ kind: 'quote', blocks: blocks(token.tokens ?? []) }]
      default:
        throw new Error(`The site draws no markdown of the type ${token.type}: ${token.raw.slice(0, 80)}`)
    }
  }

  const inlines = (tokens: readonly Token[]): Inline[] => tokens.flatMap(readInline)

  function readInline(token: Token): Inline[] {
    switch (token.type) {
      case 'html':
        return []
      case 'br':
        return [' ']
      case 'codespan':
        return [{ kind: 'code', text: token['text'] as string }]
      case 'em':
      case 'strong':
        return [{ kind: token.type, text: inlines(token.tokens ?? []) }]
      case 'image':
        return [{ kind: 'em', text: [`Picture: ${token['text'] as string}`] }]
      case 'link': {
        const to = resolve(token['href'] as string)
        const text = inlines(token.tokens ?? [])
        return to === undefined ? text : [{ kind: 'link', to, text }]
      }
      default:
        return readText(token as Tokens.Text)
    }
  }

  const readText = ({ tokens, text }: Tokens.Text): Inline[] =>
    tokens ? inlines(tokens) : [text.replaceAll('\n', ' ')]

  return blocks(lexer(text))
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
