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

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`
const code = (text: string) => `\`${text}\``

/** Ids of which one line stands for all: those of every parameter, member or case. */
const families: readonly (readonly [ids: RegExp, id: string, sentence?: string])[] = [
  [/^protocol\//, 'protocol/CASE', 'The cases of protocol-cases.md.'],
  [/^http\//, 'http/CASE', 'The cases of HTTP in protocol-cases.md.'],
  [/^valid\//, 'valid/METHOD/INDEX/ALTERNATIVE'],
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

/** A line for each check that follows from Lectern's document, those that differ by the method in one line. */
function describeChecks(): string {
  return groupResults({ results: plan(document, { lint: true }) })
    .map(({ rule, meaning, results }) => {
      const merged = new Map<string, { count: number; readonly cells: readonly string[] }>()
      for (const { id, level, sentence } of results) {
        const [, method = ''] = id.split('/')
        const family = families.find(([ids]) => ids.test(id))
        const isShared = /^(arity|json|envelope|lint|same)$/.test(rule)
        const plain = (text: string) =>
          isShared && method.includes('_') ? text.replaceAll(method, 'METHOD') : text
        const key = family?.[1] ?? plain(id)
        const known = merged.get(key) ?? {
          count: 0,
          cells: [code(key), level, family?.[2] ?? plain(sentence)],
        }
        known.count++
        merged.set(key, known)
      }
      const rows = [...merged.values()].map(({ count, cells }) => row([...cells, String(count)]))
      const head = [row(['id', 'level', 'rule', 'checks']), row(['---', '---', '---', '--:'])]
      return `## ${rule}\n\n${meaning[0]?.toUpperCase()}${meaning.slice(1)}.\n\n${[...head, ...rows].join('\n')}`
    })
    .join('\n\n')
}

/** A line for each case of the protocol and of its HTTP. */
function describeCases(): string {
  const { rpc, http } = publishProtocol()
  const head = [row(['id', 'level', 'rule']), row(['---', '---', '---'])]
  const table = (cases: readonly { id: string; level: string; sentence: string }[]) =>
    [...head, ...cases.map(({ id, level, sentence }) => row([code(id), level, sentence]))].join('\n')
  return `## JSON-RPC: ${rpc.length} cases\n\n${table(rpc)}\n\n## HTTP: ${http.length} cases\n\n${table(http)}`
}
