/** Called with the number of arrays and objects that are open, at each further one. */
type VisitDepth = (depth: number) => void

/**
 * Reads each item of an array, or a value that is no array. The text must be JSON. Returns whether it is an array.
 * @param read Returns the end of the item at an index; `depth` is 1 in an array.
 */
export function readItems(text: string, read: (at: number, depth: 0 | 1) => number): boolean {
  let at = skipBlanks(text, 0)
  const isArray = text.charCodeAt(at) === OPEN_ARRAY
  if (isArray) at = skipBlanks(text, at + 1)
  while (at < text.length && text.charCodeAt(at) !== CLOSE_ARRAY)
    at = skipSeparator(text, read(at, isArray ? 1 : 0))
  return isArray
}

/** Visits the name and the JSON of each member of the object at an index of JSON. Returns the object's end. */
export function visitMembers(
  text: string,
  start: number,
  visit: (name: string, json: string) => void,
  outer = 0,
  visitDepth?: VisitDepth,
): number {
  visitDepth?.(outer + 1)
  let at = skipBlanks(text, start + 1)
  while (text.charCodeAt(at) !== CLOSE_OBJECT) {
    const endOfName = endOfString(text, at)
    const name = text.slice(at + 1, endOfName - 1)
    const value = skipBlanks(text, skipBlanks(text, endOfName) + 1) // after the colon
    const end = endOfValue(text, value, outer + 1, visitDepth)
    visit(name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name, text.slice(value, end))
    at = skipSeparator(text, end)
  }
  return at + 1
}

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns the end of the value at an index of JSON, inside of `outer` arrays and objects. */
export function endOfValue(text: string, start: number, outer = 0, visitDepth?: VisitDepth): number {
  let at = start
  let depth = outer
  do {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1
      visitDepth?.(depth)
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1
    else if (depth === outer) return endOfScalar(text, at)
    at += 1
  } while (depth > outer)
  return at
}

/** Returns the end of a number, true, false or null. */
function endOfScalar(text: string, start: number): number {
  let at = start
  while (at < text.length && !endsScalar(text.charCodeAt(at))) at += 1
  return at
}

const endsScalar = (code: number): boolean =>
  code <= SPACE || code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT

function endOfString(text: string, start: number): number {
  let end = start
  let escapes: number
  do {
    end = text.indexOf('"', end + 1)
    escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
  } while (escapes % 2 === 1)
  return end + 1
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= SPACE) at += 1
  return at
}

function skipSeparator(text: string, start: number): number {
  const at = skipBlanks(text, start)
  return text.charCodeAt(at) === COMMA ? skipBlanks(text, at + 1) : at
}
