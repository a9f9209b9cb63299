/**
 * Returns text of an endpoint, safe to show, cut after `most` UTF-16 units. Control characters and marks of direction are written as escapes: a terminal obeys them, XML forbids them. Lone surrogates are replaced.
 */
export function showText(text: string, most = 2_000): string {
  const cut = text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
  return cut.toWellFormed().replaceAll(controls, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return String.raw`\u${code}`
  })
}

/** The same on one line: line breaks are written out too, so that no text begins a line. */
export const showLine = (text: string, most?: number): string =>
  showText(text, most).replaceAll('\n', String.raw`\n`)

// Controls, ends of lines in some programs, marks of direction, and characters that XML forbids.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFFFE\uFFFF]/g

/** A text as it stands in HTML or XML, between tags and in quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A text as one word of a POSIX shell. */
export const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
