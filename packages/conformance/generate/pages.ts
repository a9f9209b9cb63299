import { readFileSync } from 'node:fs'
import { document } from '@lectern/spec'
import { plan } from '../src/rules/plan.ts'
import { groupResults } from '../src/report/reporters/verdict.ts'
import { publishProtocol } from '../src/protocol/publish.ts'

/** The pages of `docs/` with a generated part, each with the mark of the part and its text. */
export const pages: readonly { readonly file: URL; readonly mark: string; readonly text: () => string }[] = [
  { file: page('checks.md'), mark: 'checks', text: describeChecks },
  { file: page('protocol-cases.md'), mark: 'cases', text: describeCases },
]

function page(name: string): URL {
  return new URL(`../../../docs/${name}`, import.meta.url)
}

/** The text of a page with its generated part made again. */
export function renderPage({ file, mark, text }: (typeof pages)[number]): string {
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(`<!-- ${mark} -->`)
  const [, after = ''] = rest.split(`<!-- /${mark} -->`)
  return `${before}<!-- ${mark} -->\n\n${text()}\n\n<!-- /${mark} -->${after}`
}

const item = (id: string, level: string, count: number, what: string, sentence: string) =>
  `- \`${id}\` (${count === 1 ? level : `${level}, ${count} ${what}`}): ${sentence.replaceAll('__proto__', '`__proto__`')}`

/** Ids of which one line stands for all: those of every parameter, member or case. */
const families: readonly (readonly [ids: RegExp, id: string, sentence?: string])[] = [
  [/^protocol\//, 'protocol/CASE', 'The cases of protocol-cases.md.'],
  [/^http\//, 'http/CASE', 'The cases of HTTP in protocol-cases.md.'],
  [/^valid\//, 'valid/METHOD/INDEX/ALTERNATIVE', 'An alternative has a valid result or a declared error.'],
  [/^link\/(?!.*\/between$)/, 'link/METHOD/NAME', 'A result leads to a result of another method.'],
  [
    /^invalid\//,
    'invalid/METHOD/INDEX/ALTERNATIVE/KEYWORD/COUNT',
    'A value that breaks one keyword is refused.',
  ],
  [/^example\//, 'example/METHOD/NAME', 'An example is answered as the document says.'],
  [/^arity\/.*missing/, 'arity/METHOD/missing/COUNT', 'A method with too few parameters is refused.'],
  [
    /^schema\/.*\/(?!result$|required$|oneOf$|additionalProperties$)\w+$/,
    'schema/METHOD/TYPE/MEMBER',
    'A member is as the document says.',
  ],
  [/^schema\/.*\/result$/, 'schema/METHOD/result', 'A result is as the document says.'],
  [
    /^schema\/.*\/(\w+)$/,
    'schema/METHOD/TYPE/required, oneOf, additionalProperties',
    'An object has each member of its type, and no other.',
  ],
]

/** Returns a line per check that follows from Lectern's document; checks that differ by the method alone share one. */
function describeChecks(): string {
  return groupResults({ results: plan(document, { lint: true }) })
    .map(({ rule, meaning, results }) => {
      const lines = Map.groupBy(results, ({ id, level, sentence }) => {
        const [, method = ''] = id.split('/')
        const family = families.find(([ids]) => ids.test(id))
        const isShared = /^(arity|json|envelope|lint|same)$/.test(rule) && method.includes('_')
        const plain = (text: string) => (isShared ? text.replaceAll(method, 'METHOD') : text)
        return [family?.[1] ?? plain(id), level, family?.[2] ?? plain(sentence)].join('\n')
      })
      const items = Array.from(lines, ([line, { length }]) => {
        const [id, level, sentence] = line.split('\n')
        return item(id!, level!, length, 'checks', sentence!)
      })
      return `## ${rule}\n\n${meaning[0]?.toUpperCase()}${meaning.slice(1)}.\n\n${items.join('\n')}`
    })
    .join('\n\n')
}

/** Returns a line per rule of the protocol and of its HTTP, with the number of its cases. */
function describeCases(): string {
  const { rpc, http } = publishProtocol()
  return `## JSON-RPC: ${rpc.length} cases\n\n${listRules(rpc)}\n\n## HTTP: ${http.length} cases\n\n${listRules(http)}`
}

function listRules(cases: readonly { id: string; level: string; sentence: string }[]): string {
  const rules = Map.groupBy(cases, ({ id }) => id.split('/')[0]!)
  return Array.from(rules, ([id, group]) =>
    item(id, group[0]!.level, group.length, 'cases', group[0]!.sentence),
  ).join('\n')
}
