import { ClientError } from '../error.ts'
import { readReplies, type ReadReplies } from '../transport/replies.ts'

/** Reads a response, and keeps the JSON of each result and error as the server wrote it, as `text`. */
export const exactReplies: ReadReplies = (response, isBatch) => {
  const outcomeOf = readReplies(response, isBatch)
  let texts: ReadonlyMap<unknown, Members> | undefined
  return (id) => {
    const outcome = outcomeOf(id)
    if (outcome === undefined) return undefined
    const isError = outcome instanceof ClientError
    if (isError && !outcome.cause) return outcome // there may be no JSON at all
    texts ??= sliceReplies(response.text)
    const { result, error } = texts.get(id) ?? texts.get(null) ?? {}
    if (!isError) return { ...outcome, text: result }
    return Object.assign(outcome, { text: error })
  }
}

/** The JSON of two members of a reply. */
interface Members {
  readonly result?: string
  readonly error?: string
}

/** Returns the members of the first reply of each id. The text must be JSON. */
function sliceReplies(text: string): Map<unknown, Members> {
  const found = new Map<unknown, Members>()
  for (const item of sliceItems(text)) {
    const members = item.startsWith('{') ? sliceMembers(item) : {}
    const id = JSON.parse(members['id'] ?? 'null') as unknown
    if (!found.has(id)) found.set(id, members)
  }
  return found
}

/** Returns the JSON of each item of an array, or of a value that is no array. The text must be JSON. */
export function sliceItems(text: string): string[] {
  let at = skipBlanks(text, 0)
  if (text[at] !== '[') return [text.slice(at, endOfValue(text, at))]
  const items: string[] = []
  at = skipBlanks(text, at + 1)
  while (text[at] !== ']') {
    const end = endOfValue(text, at)
    items.push(text.slice(at, end))
    at = skipSeparator(text, end)
  }
  return items
}

/** Returns the JSON of some members of an object, by their names; the last of a name counts, as in JSON.parse. */
function sliceMembers(text: string): Record<string, string> {
  const members: Record<string, string> = {}
  let at = skipBlanks(text, 1)
  while (text[at] !== '}') {
    const endOfName = endOfValue(text, at)
    const name = JSON.parse(text.slice(at, endOfName)) as string
    const value = skipBlanks(text, skipBlanks(text, endOfName) + 1)
    const end = endOfValue(text, value)
    if (name === 'id' || name === 'result' || name === 'error') members[name] = text.slice(value, end)
    at = skipSeparator(text, end)
  }
  return members
}

/** Returns the end of the JSON value that starts at an index. */
function endOfValue(text: string, start: number): number {
  const marks = /["[\]{}]/g
  let [at, depth] = [start, 0]
  do {
    marks.lastIndex = at
    const found = marks.exec(text)
    if (depth === 0 && found?.index !== start) return endOfWord(text, start)
    at = found!.index
    const [mark] = found!
    if (mark === '"') at = endOfString(text, at)
    else {
      depth += mark === '[' || mark === '{' ? 1 : -1
      at += 1
    }
  } while (depth > 0)
  return at
}

/** Returns the end of a number, true, false or null. */
function endOfWord(text: string, start: number): number {
  const rest = /[^\w.+-]|$/g
  rest.lastIndex = start
  return rest.exec(text)!.index
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text[first - 1] === '\\') first -= 1
    if ((end - first) % 2 === 0) return end + 1
  }
}

function skipBlanks(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) <= 0x20) at += 1
  return at
}

function skipSeparator(text: string, start: number): number {
  const at = skipBlanks(text, start)
  return text[at] === ',' ? skipBlanks(text, at + 1) : at
}
