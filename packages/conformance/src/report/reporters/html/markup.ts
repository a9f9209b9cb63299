import { escapeMarkup, showText } from '../../../document/shown-text.ts'

/** A piece of HTML; only `html` makes one, so that a text is never taken for markup. */
export interface Markup {
  readonly markup: string
}

type Part = Markup | string | number | false | undefined | readonly Part[]

/** Returns HTML from a template: texts are escaped, pieces and lists of them are not, `false` and undefined are left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return { markup: strings.reduce((text, string, index) => text + toMarkup(parts[index - 1]) + string) }
}

function toMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number')
    return escapeMarkup(showText(String(part), 20_000))
  return 'markup' in part ? part.markup : part.map(toMarkup).join('')
}
