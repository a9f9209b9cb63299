import { escapeMarkup, showText } from '../../../document/shown-text.ts'

/** The child of an element; `false` and `undefined` are left out. */
export type Child<N> = N | string | number | false | undefined | readonly Child<N>[]

/** The attributes of an element; `false` and `undefined` are left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Creates an element, as `h` of Preact does. */
export type CreateElement<N> = (tag: string, attributes: Attributes, ...children: readonly Child<N>[]) => N

/** Creates an element of a report: `p.faint` is a `p` of the class `faint`. */
export type Build<N> = (name: string, children?: Child<N>, attributes?: Attributes) => N

/** An element as HTML; only `createMarkup` makes one, so that a text is never taken for markup. */
export interface Markup {
  readonly markup: string
}

const voids = new Set(['meta', 'input'])

/** Creates an element as HTML. An attribute `key` is for Preact alone. */
export const createMarkup: CreateElement<Markup> = (tag, attributes, ...children) => {
  const list = Object.entries(attributes)
    .filter(([name, value]) => name !== 'key' && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeMarkup(String(value))}"`))
  const end = voids.has(tag) ? '' : `${toMarkup(children)}</${tag}>`
  return { markup: `<${tag}${list.join('')}>${end}` }
}

function toMarkup(child: Child<Markup>): string {
  if (child === undefined || child === false) return ''
  if (typeof child === 'string' || typeof child === 'number') return escapeMarkup(String(child))
  return 'markup' in child ? child.markup : child.map(toMarkup).join('')
}

const toSafe = <T>(value: T): T | string => (typeof value === 'string' ? showText(value, 20_000) : value)

/** Returns a builder of elements whose texts are safe to show. */
export function buildWith<N extends object>(create: CreateElement<N>): Build<N> {
  const safeChild = (child: Child<N>): Child<N> =>
    Array.isArray(child) ? child.map(safeChild) : toSafe(child)
  return (name, children, attributes = {}) => {
    const [tag = '', ...classes] = name.split('.')
    const named = classes.length > 0 ? { class: classes.join(' '), ...attributes } : attributes
    const entries = Object.entries(named).map(([key, value]) => [key, toSafe(value)])
    return create(tag, Object.fromEntries(entries) as Attributes, safeChild(children))
  }
}

/** Creates a section that its title names. */
export const section = <N>(h: Build<N>, id: string, title: string, content: Child<N>): N =>
  h('section', [h('h2', title, { id: `${id}-title` }), content], { id, 'aria-labelledby': `${id}-title` })
