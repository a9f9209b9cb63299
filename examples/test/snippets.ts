import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sample } from '@lectern/fixtures'
import type { SimulatedMainnet } from './simulated-mainnet.ts'

/** A piece of TypeScript in a README. */
export interface Snippet {
  /** The README and the line where it begins, as an editor opens it. */
  readonly location: string
  readonly code: string
  /** Why it is only type-checked, where the README says so: `<!-- snippet: not run, since … -->` before it. */
  readonly notRun: string | undefined
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Each `ts` snippet of each README of the repository. */
export function readSnippets(): Snippet[] {
  const files = globSync(
    '{README.md,docs/*.md,{packages,apps}/*/README.md,{fixtures,examples,bench}/README.md}',
    {
      cwd: root,
    },
  )
  return files.toSorted().flatMap((file) => snippetsOf(file, readFileSync(root + file, 'utf8')))
}

/** The `ts` snippets of a markdown text. */
export function snippetsOf(file: string, text: string): Snippet[] {
  const found = text.matchAll(/(?:<!-- snippet: not run, since ([^>]*?)\.? -->\s*)?^```ts\n(.*?)^```$/gms)
  return found
    .map(({ index, 0: whole, 1: notRun, 2: code }) => {
      const line = text.slice(0, index + whole.indexOf('```ts')).split('\n').length
      return { location: `${file}:${line}`, code: code!, notRun }
    })
    .toArray()
}

/** Names that a snippet may use without a declaration, and the code that declares them here. */
const givens: readonly [name: string, code: string][] = [
  ['url', `const url = 'http://127.0.0.1:8545'`],
  ['methods', `const methods = (await import('@lectern/client')).createClient('http://127.0.0.1:8545')`],
  ['client', `const client = (await import('@lectern/client')).createClient('http://127.0.0.1:8545')`],
  ['signal', `const signal = AbortSignal.timeout(10_000)`],
  ['app', `const app = (await import('fastify')).default()`],
  [
    'hash',
    `const { hash } = (await (await import('@lectern/client')).createClient('http://127.0.0.1:8545').orThrow.getBlock('latest', { transactions: true })).transactions[0]!`,
  ],
  [
    'result',
    `const result = await (await import('@lectern/client')).createClient('http://127.0.0.1:8545').eth_getTransactionReceipt('0x${'0'.repeat(64)}')`,
  ],
  // Of these a snippet that is not run needs the type alone.
  ['store', `declare const store: import('@lectern/history').EmbeddedStore`],
  ['genesis', `declare const genesis: { config: unknown }`],
  ['rlp', `declare const rlp: Uint8Array`],
  ['head', `const head = Uint8Array.fromHex('${sample.head.slice(2)}')`],
  ['parent', `declare const parent: import('@lectern/chain').Parent`],
  ['receipts', `declare const receipts: Uint8Array[]`],
  ['window', `declare const window: { ethereum: import('@lectern/client/eip1193').Provider }`],
]

/** Returns a snippet as a module, with the names that it needs and with the test's endpoint and beacon node. */
export function moduleOf({ code, notRun }: Snippet, url: string, beacon: SimulatedMainnet): string {
  const own = (name: string) =>
    new RegExp(`\\b(?:const|let|using|function|import)\\b[^\\n=]*\\b${name}\\b`).test(code)
  const used = (name: string) =>
    new RegExp(`(?<![.'"\\w/])${name}\\b(?!['":/-])`).test(code.replaceAll(/\/\/.*$/gm, ''))
  const needed = givens.filter(
    ([name, given]) => used(name) && !own(name) && (notRun !== undefined || !given.startsWith('declare')),
  )
  const before = needed.map(([, given]) => given)
  if (code.includes(BEACON_API)) before.unshift(`import './mainnet.ts'`)
  return `${[...before, code].join('\n')}\nexport {}\n`
    .replaceAll(/http:\/\/(127\.0\.0\.1|localhost):8545\/?/g, url)
    .replaceAll(BEACON_API, beacon.url)
    .replaceAll("'0x…'", `'${beacon.checkpoint}'`)
    .replaceAll(/port: 8545/g, 'port: 0')
}

/** Where beacon nodes listen by default. */
const BEACON_API = 'http://127.0.0.1:5052'
