import { companions } from '@lectern/spec'
import { block, change, flip, more, set, transaction, type Row } from './defect.ts'
import type { Defect } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'
import { bytes } from './text-defects.ts'

const [byHash, uncle] = ['eth_getBlockByHash', 'eth_getUncleByBlockHashAndIndex']
const last = makePaperChain().at(-1)!

/** One method has no result, or none for some calls. */
const hide = (name: string, isMeant: (params: any[]) => boolean = () => true): Defect => ({
  result: (method, result, params) => (method === name && isMeant(params) ? null : result),
})

/** Calls of a method in another form get another response. */
const respelt = (name: string, isMeant: (text: string) => boolean): Defect => ({
  body: (answer, text) =>
    text.includes(name) && isMeant(text)
      ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x' } }
      : answer,
})

const textRows = Object.keys(companions).flatMap((name): Row[] => [
  [
    `responses of ${name} begin with a byte order mark`,
    `json/${name}/utf-8`,
    bytes(name, (text) => `\u00EF\u00BB\u00BF${text}`),
  ],
  [`responses of ${name} end too early`, `json/${name}/text`, bytes(name, (text) => text.slice(0, -2))],
  [
    `responses of ${name} have their id twice`,
    `json/${name}/names`,
    bytes(name, (text) => text.replace('{', '{"id":0,')),
  ],
])

const spellingRows = [byHash, uncle].flatMap((name): Row[] => [
  [`the second answer of ${name} is another one`, `same/${name}/repeat`, { result: afterFirst(name) }],
  [
    `the order of the members counts for ${name}`,
    `same/${name}/order`,
    respelt(name, (text) => text.startsWith('{"params"')),
  ],
  [
    `line breaks are not read for ${name}`,
    `same/${name}/whitespace`,
    respelt(name, (text) => text.startsWith('\n')),
  ],
  [
    `escapes are not read for ${name}`,
    `same/${name}/escapes`,
    respelt(name, (text) => text.includes(String.raw`\u00`)),
  ],
  [
    `capitals are not found by ${name}`,
    `same/${name}/case`,
    hide(name, ([hash]) => hash !== hash.toLowerCase()),
  ],
])

/** Companions whose results are wrong on their own, or do not fit what was asked, or the methods' results. */
// oxfmt-ignore
export const companionDefects: Row[] = [
  ...textRows,
  ...spellingRows,
  ['the block of a transaction is not found by its hash', `link/${transaction}/blockByHash`, hide(byHash, ([, whole]) => whole)],
  ['a block is not found by its hash', `link/${block}/byHash`, hide(byHash, ([, whole]) => !whole)],
  ['the uncle of a block is null', `link/${block}/uncle`, hide(uncle)],
  ['the uncle of a block by its hash is null', `link/${byHash}/uncle`, hide(uncle)],
  ['a block by its hash is not there by its number', `link/${byHash}/byNumber`, { result: set(byHash, 'number', () => '0xffff') }],
  ['the highest block is not there', 'link/eth_blockNumber/block', { result: change('eth_blockNumber', () => '0xffff') }],
  ['the highest block is not the latest', 'invariant/eth_blockNumber/latest', { result: change('eth_blockNumber', () => '0x1') }],
  ['an unknown hash is answered with a block', `invariant/${byHash}/unknown`, { result: (method, result) => method === byHash ? result ?? last.hashes : result }],
  ['an unknown hash is answered with an uncle', `invariant/${uncle}/unknown`, { result: (method, result) => method === uncle ? result ?? { ...last.hashes } : result }],
  ['a block by its hash is another one', `invariant/${byHash}/hash`, { result: set(byHash, 'hash', ({ hash }) => flip(hash)) }],
  ['a block by its hash has hashes although whole transactions were asked for', `invariant/${byHash}/transactions`, { result: change(byHash, (result, [, whole]) => whole ? { ...result, transactions: result.transactions.map(({ hash }: { hash: string }) => hash) } : result) }],
  ['a block by its hash has another gas limit', `agree/${byHash}/number`, { result: set(byHash, 'gasLimit', ({ gasLimit }) => more(gasLimit)) }],
  ['an uncle is another one', `agree/${uncle}/block`, { result: set(uncle, 'timestamp', ({ timestamp }) => more(timestamp)) }],
  ['the chain id is another chain’s', 'agree/eth_chainId/transactions', { result: change('eth_chainId', () => '0x1') }],
]

/** Every response of a method but the first has another state root. */
function afterFirst(name: string): NonNullable<Defect['result']> {
  const seen = new Set<string>()
  return change(name, (result, params) => {
    const key = JSON.stringify(params)
    if (seen.has(key)) return { ...result, stateRoot: flip(result.stateRoot) }
    seen.add(key)
    return result
  })
}
