import { readFileSync } from 'node:fs'
import { document } from '@lectern/spec'
import { plan } from '../src/rules/plan.ts'
import { groupResults } from '../src/report/reporters/verdict.ts'
import type { Rule } from '../src/rules/check.ts'
import { published } from '../src/protocol/cases.ts'
import rules from './protocol-rules.json' with { type: 'json' }

const page = (name: string) => new URL(`../../../docs/${name}`, import.meta.url)

/** The pages of `docs/` with a generated part, each with the mark of the part and its text. */
export const pages: readonly { readonly file: URL; readonly mark: string; readonly text: () => string }[] = [
  { file: page('checks.md'), mark: 'checks', text: describeChecks },
  { file: page('protocol-cases.md'), mark: 'cases', text: describeCases },
]

export function renderPage({ file, mark, text }: (typeof pages)[number]): string {
  const [before = '', rest = ''] = readFileSync(file, 'utf8').split(`<!-- ${mark} -->`)
  const [, after = ''] = rest.split(`<!-- /${mark} -->`)
  return `${before}<!-- ${mark} -->\n\n${text()}\n\n<!-- /${mark} -->${after}`
}

type Row = Pick<Rule, 'id' | 'level' | 'sentence'>

/** Ids of which one line stands for all: those of every parameter, member or case. With an empty id they only share the sentence; without a sentence the rule's meaning says it. */
// oxfmt-ignore
const families: readonly (readonly [ids: RegExp, id: string, sentence?: string])[] = [
  [/^protocol\//, 'protocol/CASE'],
  [/^http\//, 'http/CASE'],
  [/^envelope\//, 'envelope/METHOD'],
  [/^valid\//, 'valid/METHOD/INDEX/ALTERNATIVE'],
  [/^invalid\//, 'invalid/METHOD/INDEX/ALTERNATIVE/KEYWORD/COUNT'],
  [/^example\//, 'example/METHOD/NAME'],
  [/^arity\/.*(absent|missing)/, 'arity/METHOD/absent, missing/COUNT', 'A required parameter must be given, an optional one need not.'],
  [/^link\/(?!.*\/between$)/, 'link/METHOD/NAME'],
  [/^same\/.*\/number\//, 'same/METHOD/number/TAG', 'A tag and the number that it names have the same response.'],
  [/^same\/\w+\/(order|whitespace)$/, '', 'The order of members and white space in a request mean nothing.'],
  [/^invariant\/\w+\/(hash|number|transactionHash|blockHash|blockNumber)$/, '', 'The result is, or belongs to, what was asked for.'],
  [/^proof\/\w+\/(transactions|receipts|withdrawals)Root$/, '', 'A list of a block has the root in its header.'],
  [/^proof\/\w+\/blobGasUsed$/, '', 'blobGasUsed is 131,072 for each blob.'],
  [/^proof\/\w+\/logsBloom$/, '', 'A bloom is that of all logs of the receipt or the block.'],
  [/^invariant\/.*\/unknown$/, 'invariant/METHOD/unknown', 'A hash that was drawn by chance names nothing.'],
  [/^invariant\/.*\/logs\//, 'invariant/eth_getTransactionReceipt/logs/MEMBER', 'A log agrees with its receipt.'],
  [/^invariant\/.*\/transactions\//, 'invariant/eth_getBlockByNumber/transactions/MEMBER', 'A transaction agrees with its block.'],
  [/^proof\/.*\/logs\//, 'proof/eth_getTransactionReceipt/logs/MEMBER', 'A log follows from its block and its signed transaction.'],
  [/^proof\/eth_getTransactionReceipt\/(transaction|block|from|to|type)/, 'proof/eth_getTransactionReceipt/MEMBER', 'A member follows from the block and the signed transaction.'],
  [/^proof\/eth_getBlockByNumber\/transactions\//, 'proof/eth_getBlockByNumber/transactions/MEMBER', 'A derived member of a transaction follows from its signed fields and its block.'],
  [/^proof\/eth_getTransactionByHash\//, 'proof/eth_getTransactionByHash/MEMBER', 'A derived member of a transaction follows from its signed fields and its block.'],
  [/^schema\/.*\/result$/, 'schema/METHOD/result', 'A result is as the document says.'],
  [/^schema\/.*\/(required|oneOf|additionalProperties)$/, 'schema/METHOD/TYPE/required, oneOf, additionalProperties', 'An object has each member of its type, and no other.'],
  [/^schema\//, 'schema/METHOD/TYPE/MEMBER', 'A member is as the document says.'],
]

/** Returns a section per rule of checks that follow from Lectern's document; checks that differ by the method alone share a line. */
function describeChecks(): string {
  return groupResults(plan(document, { lint: true }))
    .map(({ rule, meaning, results }) => {
      const rows = results.map(({ id, level, sentence }): Row => {
        const [, method = ''] = id.split('/')
        const family = families.find(([ids]) => ids.test(id))
        const isShared = /^(arity|json|lint|same)$/.test(rule) && method.includes('_')
        const plain = (text: string) => (isShared ? text.replaceAll(method, 'METHOD') : text)
        return { id: family?.[1] || plain(id), level, sentence: family ? (family[2] ?? '') : plain(sentence) }
      })
      return `## ${rule}\n\n${meaning[0]?.toUpperCase()}${meaning.slice(1)}.\n\n${listRows(rows)}`
    })
    .join('\n\n')
}

/** Returns a line per rule of the protocol and of its HTTP: the sentence of its family, or of its first case. */
function describeCases(): string {
  const { rpc, http } = published
  const sections = Object.entries({ 'JSON-RPC': rpc, HTTP: http }).map(([title, cases]) => {
    const sentences = new Map<string, string>()
    const rows = cases.map(({ id: full, level, sentence: own }) => {
      const id = full.split('/')[0]!
      const shared = rules.find(({ ids }) => ids.includes(id))?.sentence
      const sentence = shared ?? sentences.get(id) ?? own
      sentences.set(id, sentence)
      return { id, level, sentence }
    })
    return `## ${title}\n\n${listRows(rows)}`
  })
  return sections.join('\n\n')
}

/** Returns a line for the rows of each sentence: their ids, their levels unless all are MUST, and the sentence. */
function listRows(rows: readonly Row[]): string {
  const lines = Array.from(
    Map.groupBy(rows, ({ sentence }) => sentence),
    ([sentence, group]) => {
      const ids = new Set(group.map(({ id }) => `\`${id}\``))
      const levels = [...new Set(group.map(({ level }) => level))].join(', ')
      const said = sentence === '' ? '' : `: ${sentence.replaceAll('__proto__', '`__proto__`')}`
      return `- ${[...ids].join(', ')}${levels === 'MUST' ? '' : ` (${levels})`}${said}`
    },
  )
  return lines.join('\n')
}
