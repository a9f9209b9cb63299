import { fail, judgeEach, type Check, type Level } from './check.ts'
import type { Method } from '../document/document.ts'
import { findDoubledName } from '../report/doubled-name.ts'
import { show } from '../json.ts'
import { showLine } from '../report/reporters/shown-text.ts'
import type { Reply } from '../endpoint/reply.ts'
import type { Session } from '../endpoint/session.ts'
import type { Walk } from '../sample/walk.ts'

type Row = readonly [
  name: string,
  level: Level,
  sentence: (method: string) => string,
  source: string,
  judge: (reply: Reply) => string | undefined,
]

const rows: readonly Row[] = [
  [
    'utf-8',
    'MUST',
    (method) => `Answers of ${method} are UTF-8 without a byte order mark.`,
    'RFC 8259, 8.1 Character Encoding',
    ({ flaw }) => flaw,
  ],
  [
    'text',
    'MUST',
    (method) => `Answers of ${method} are JSON.`,
    'JSON-RPC 2.0, 5 Response object; RFC 8259, 2 JSON Grammar',
    ({ text, value }) => (value === undefined ? `the answer is not JSON: ${showLine(text, 200)}` : undefined),
  ],
  [
    'names',
    'SHOULD', // in the words of the RFC; readers differ in which of the two they take
    (method) => `No name stands twice in an object of an answer of ${method}.`,
    'RFC 8259, 4 Objects',
    ({ text, value }) => {
      const name = value === undefined ? undefined : findDoubledName(text)
      return name === undefined ? undefined : `the name ${show(name)} stands twice in one object`
    },
  ],
]

/** Rules of the text of answers: of a valid call, of one that is refused, and of all that the walk met. */
export function planJsonText(methods: readonly Method[], walk: Walk): Check[] {
  return methods.flatMap((method) =>
    rows.map(([name, level, sentence, source, judge]) => ({
      id: `json/${method.name}/${name}`,
      level,
      sentence: sentence(method.name),
      source,
      async judge(session: Session) {
        const examples = method.examples.slice(0, 1).map(({ params }) => params)
        const calls = await Promise.all([...examples, []].map((params) => session.call(method.name, params)))
        const met = (await walk(session)).filter((step) => step.method.name === method.name)
        const replies = new Set([...calls, ...met.map(({ call }) => call)].map(({ reply }) => reply))
        return await judgeEach(replies, (reply) => {
          const problem = judge(reply)
          return problem === undefined ? undefined : fail(problem, reply)
        })
      },
    })),
  )
}
