/** Returns text of an endpoint, safe to show, cut after `most` UTF-16 units. Characters that are not seen are escaped: terminals obey them, or XML forbids them. */
export function showText(text: string, most = 2_000): string {
  const cut = text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
  return cut.toWellFormed().replaceAll(controls, (character) => {
    const code = character.codePointAt(0)!.toString(16).padStart(4, '0')
    return code.length > 4 ? `\\u{${code}}` : `\\u${code}`
  })
}

/** The same on one line: line breaks are written out too, so that no text begins a line. */
export const showLine = (text: string, most?: number): string =>
  showText(text, most).replaceAll('\n', String.raw`\n`)

// Controls, marks of direction and others without a width, ends of lines in some programs, private and unassigned characters.
const controls = /(?![\t\n])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A text as it stands in HTML or XML, between tags and in quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A text as one word of a POSIX shell. */
export const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
