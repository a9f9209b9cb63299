/** The first name that stands twice in one object of a JSON text, undefined where none does; a text that is not JSON may have any answer. */
export function findDoubledName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [] // the names of each object around, undefined for an array
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(text, at)
      if (isName(text, end)) {
        const name = readString(text.slice(at, end))
        const names = open.at(-1)
        if (names?.has(name)) return name
        names?.add(name)
      }
      at = end - 1
    }
  }
  return undefined
}

/** The place behind the closing quote of a string that begins here: the first quote without an escape before it. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return text.length
    let first = quote
    while (text[first - 1] === '\\') first--
    if ((quote - first) % 2 === 0) return quote + 1
    at = quote
  }
}

function isName(text: string, end: number): boolean {
  let at = end
  while (/[ \t\n\r]/.test(text[at] ?? '')) at++
  return text[at] === ':'
}

// A name may be written with escapes: "\u0061" is "a".
function readString(quoted: string): string {
  try {
    return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)
  } catch {
    return quoted
  }
}
