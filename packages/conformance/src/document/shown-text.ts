/**
 * Text of an endpoint, safe to show: control characters and marks that turn the direction of text are written as escapes
 * (a terminal obeys them, XML forbids them), lone surrogates are replaced, and the text is cut after `most` UTF-16 units.
 */
export function showText(text: string, most = 2_000): string {
  const cut = text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
  return cut.toWellFormed().replaceAll(controls, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return String.raw`\u${code}`
  })
}

/** The same on one line: line breaks are written out too, so that no text begins a line of its own. */
export const showLine = (text: string, most?: number): string =>
  showText(text, most).replaceAll('\n', String.raw`\n`)

// Beside controls: what ends a line in some programs, what turns the direction of all text behind it, what XML forbids.
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFFFE\uFFFF]/g

/** A text as it stands in HTML or XML, between tags and in quoted attributes. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A text as one word of a POSIX shell. */
export const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
