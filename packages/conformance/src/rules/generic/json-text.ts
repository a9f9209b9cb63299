import { checkEach, type Check, type Level, failIf, toCheck } from '../check.ts'
import { type Method, toParams } from '../../document/document.ts'
import { show } from '../../document/json.ts'
import { showLine } from '../../document/shown-text.ts'
import { parseJson, type Exchange } from '../../endpoint/exchange.ts'
import type { Session } from '../../endpoint/session.ts'
import type { Sampler } from '../../sample/sample.ts'

type Rule = (exchange: Exchange) => string | undefined

// oxfmt-ignore
const rows: readonly (readonly [name: string, level: Level, sentence: string, source: string, rule: Rule])[] = [
  ['utf-8', 'MUST', 'Responses of METHOD are UTF-8 without a byte order mark.', 'RFC 8259, 8.1 Character Encoding', ({ flaw }) => flaw],
  ['text', 'MUST', 'Responses of METHOD are JSON.', 'JSON-RPC 2.0, 5 Response object; RFC 8259, 2 JSON Grammar', ({ text, value }) => value === undefined ? `the response is not JSON: ${showLine(text, 200)}` : undefined],
  ['names', 'SHOULD', 'No object in a response of METHOD has a duplicate member.', 'RFC 8259, 4 Objects', findDuplicate], // readers differ in which one they take
]

/** Rules of the text of responses: of a valid call, of one that is refused, and of the whole sample. */
export function planJsonText(methods: readonly Method[], sample: Sampler): Check[] {
  return methods.flatMap(({ name: method, examples, safety, isNotification, ...more }) => {
    if (isNotification || (safety === undefined && examples.length === 0)) return []
    const meet = async (session: Session) => {
      const shown = examples.slice(0, 1).map(({ params }) => toParams(more, params))
      const params = safety === undefined ? shown : [...shown, []]
      const calls = await Promise.all(params.map((values) => session.call(method, values)))
      const met = (await sample(session)).steps.filter((step) => step.method.name === method)
      return new Set([...calls, ...met.map(({ call }) => call)].map(({ exchange }) => exchange))
    }
    return rows.map(([name, level, text, source, check]) => {
      const sentence = text.replace('METHOD', method)
      return toCheck(`json/${method}/${name}`, level, sentence, source, async (session) =>
        checkEach(await meet(session), (exchange) => failIf(check(exchange), exchange)),
      )
    })
  })
}

function findDuplicate({ text, value }: Exchange): string | undefined {
  const name = value === undefined ? undefined : findDoubledName(text)
  return name === undefined ? undefined : `duplicate member ${show(name)}`
}

/** Quotes, braces, colons and escapes. No token repeats anything, so any text takes linear time. */
const tokens = /\\.|["{}:]/gs

/** Returns the first duplicate member name in an object of a JSON text; undefined if there is none. */
export function findDoubledName(text: string): string | undefined {
  const open: Set<unknown>[] = [] // the names of each object around
  let start: number | undefined // of the string around
  let last = '""' // the last string: a name, if a colon follows it
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '"' && start === undefined) start = index
    else if (token === '"') {
      last = text.slice(start, index + 1)
      start = undefined
    } else if (start !== undefined) continue
    else if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (token === ':') {
      const name = parseJson(last) as string // which may be written with escapes: "\u0061" is "a"
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return undefined
}
