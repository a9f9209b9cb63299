import { escapeMarkup, showText } from '../../document/shown-text.ts'

/** An element of HTML or XML, or a text. */
export type Node = string | Element

/** An element as data, for any library that draws it. */
export interface Element {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string | true>>
  readonly children: readonly Node[]
}

/** The content of an element; `false` and `undefined` are left out. */
export type Child = Node | number | false | undefined | readonly Child[]

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Creates an element whose texts are safe to show: `p.faint` is a `p` of the class `faint`. */
export function h(name: string, content?: Child, attributes: Attributes = {}): Element {
  const [tag = '', ...classes] = name.split('.')
  const named = classes.length > 0 ? { class: classes.join(' '), ...attributes } : attributes
  const entries = Object.entries(named).flatMap(([key, value]) =>
    value === undefined || value === false ? [] : [[key, value === true || toSafe(value)] as const],
  )
  return { tag, attributes: Object.fromEntries(entries), children: toNodes(content) }
}

function toNodes(content: Child): Node[] {
  if (content === undefined || content === false) return []
  if (typeof content === 'string' || typeof content === 'number') return [toSafe(content)]
  return 'tag' in content ? [content] : content.flatMap(toNodes)
}

const toSafe = (text: string | number): string => showText(String(text), 20_000)

/** Returns an element as HTML, which is XML too if no attribute is `true`. */
export function toMarkup(node: Node): string {
  if (typeof node === 'string') return escapeMarkup(node)
  const list = Object.entries(node.attributes).map(([name, value]) =>
    value === true ? ` ${name}` : ` ${name}="${escapeMarkup(value)}"`,
  )
  const start = `<${node.tag}${list.join('')}>`
  return node.tag === 'input' ? start : `${start}${node.children.map(toMarkup).join('')}</${node.tag}>`
}
