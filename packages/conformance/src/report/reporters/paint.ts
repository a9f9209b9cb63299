/** How a part of a text is marked. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Marks a part of a text, for a terminal; files get it as it is. */
export type Paint = (style: Style | Style[], text: string) => string

/** No marks at all. */
export const plain: Paint = (_, text) => text
