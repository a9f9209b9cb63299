/** Called with the number of arrays and objects that are open, at each further one. */
type VisitDepth = (depth: number) => void

/** Yields the JSON of each item of an array, or of a value that is no array. The text must be JSON. */
export function* sliceItems(text: string, visitDepth?: VisitDepth): Generator<string> {
  let at = skipBlanks(text, 0)
  const isArray = text.charCodeAt(at) === OPEN_ARRAY
  const outer = isArray ? 1 : 0
  if (isArray) at = skipBlanks(text, at + 1)
  while (at < text.length && text.charCodeAt(at) !== CLOSE_ARRAY) {
    const end = endOfValue(text, at, outer, visitDepth)
    yield text.slice(at, end)
    at = skipSeparator(text, end)
  }
}

/** Yields the name and the JSON of each member of an object. The text must be JSON, and begin with the object. */
export function* sliceMembers(text: string): Generator<[name: string, json: string]> {
  let at = skipBlanks(text, 1)
  while (text.charCodeAt(at) !== CLOSE_OBJECT) {
    const endOfName = endOfString(text, at)
    const name = text.slice(at + 1, endOfName - 1)
    const start = skipBlanks(text, skipBlanks(text, endOfName) + 1) // after the colon
    const end = endOfValue(text, start)
    yield [name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name, text.slice(start, end)]
    at = skipSeparator(text, end)
  }
}

const [QUOTE, BACKSLASH, COMMA, SPACE] = [0x22, 0x5c, 0x2c, 0x20]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns the end of the value at an index. */
function endOfValue(text: string, start: number, outer = 0, visitDepth?: VisitDepth): number {
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
