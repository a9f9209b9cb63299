/** A text, or an element with its attributes and what is in it: what the build makes of markdown, never of HTML. */
export type Node = string | Element

/** An element of a page as data. */
export type Element = readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: Node[],
]

export interface Guide {
  readonly slug: string
  readonly name: string
  readonly blocks: readonly Element[]
}

export const isHeading = ([tag]: Element): boolean => /^h\d$/.test(tag)

/** Returns the text of an element, with spaces between children that are all elements. */
export function plain(node: Node): string {
  if (typeof node === 'string') return node
  const [, , ...children] = node
  return children.map(plain).join(children.some((child) => typeof child === 'string') ? '' : ' ')
}
