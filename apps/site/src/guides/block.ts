/** A part of a line of text. */
export type Inline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'em' | 'strong'; readonly text: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly text: readonly Inline[] }

/** A part of a page, as the build reads it from markdown: no HTML. */
export type Block =
  | {
      readonly kind: 'heading'
      readonly level: number
      readonly id: string
      readonly text: readonly Inline[]
    }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Block[])[] }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }

/** A page of the documentation. */
export interface Guide {
  /** Its part of the address. */
  readonly slug: string
  /** Its title. */
  readonly name: string
  readonly blocks: readonly Block[]
}

/** Returns the text of a line without its form. */
export const plain = (text: readonly Inline[]): string =>
  text
    .map((part) =>
      typeof part === 'string' ? part : typeof part.text === 'string' ? part.text : plain(part.text),
    )
    .join('')
