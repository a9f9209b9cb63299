import { checkEach, type Check, type Level, failIf, toCheck } from '../check.ts'
import { type Method, toParams } from '../../document/document.ts'
import { show } from '../../document/json.ts'
import { showLine } from '../../document/shown-text.ts'
import { parseJson, type Exchange } from '../../endpoint/exchange.ts'
import type { Sample } from '../../sample/sample.ts'

type Row = readonly [
  name: string,
  level: Level,
  sentence: (method: string) => string,
  source: string,
  run: (exchange: Exchange) => string | undefined,
]

// oxfmt-ignore
const rows: readonly Row[] = [
  ['utf-8', 'MUST', (method) => `Responses of ${method} are UTF-8 without a byte order mark.`, 'RFC 8259, 8.1 Character Encoding', ({ flaw }) => flaw],
  ['text', 'MUST', (method) => `Responses of ${method} are JSON.`, 'JSON-RPC 2.0, 5 Response object; RFC 8259, 2 JSON Grammar', ({ text, value }) => value === undefined ? `the response is not JSON: ${showLine(text, 200)}` : undefined],
  ['names', 'SHOULD', (method) => `No object in a response of ${method} has a duplicate member.`, 'RFC 8259, 4 Objects', findDuplicate], // readers differ in which one they take
]

/** Rules of the text of responses: of a valid call, of one that is refused, and of the whole sample. */
export function planJsonText(methods: readonly Method[], sample: Sample): Check[] {
  return methods.flatMap(({ name: method, examples, safety, isNotification, ...more }) => {
    if (isNotification || (safety === undefined && examples.length === 0)) return []
    return rows.map(([name, level, sentence, source, check]) =>
      toCheck(`json/${method}/${name}`, level, sentence(method), source, async (session) => {
        const shown = examples.slice(0, 1).map(({ params }) => toParams(more, params))
        const params = safety === undefined ? shown : [...shown, []]
        const calls = await Promise.all(params.map((values) => session.call(method, values)))
        const met = (await sample(session)).filter((step) => step.method.name === method)
        const exchanges = new Set([...calls, ...met.map(({ call }) => call)].map(({ exchange }) => exchange))
        return await checkEach(exchanges, (exchange) => failIf(check(exchange), exchange))
      }),
    )
  })
}

function findDuplicate({ text, value }: Exchange): string | undefined {
  const name = value === undefined ? undefined : findDoubledName(text)
  return name === undefined ? undefined : `duplicate member ${show(name)}`
}

/** The first duplicate member name in an object of a JSON text; undefined without one. Meaningless for a text that is not JSON. */
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

/** The index behind the closing quote of a string that begins here: the first quote without an escape before it. */
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
  return quoted.includes('\\') ? ((parseJson(quoted) as string | undefined) ?? quoted) : quoted.slice(1, -1)
}
