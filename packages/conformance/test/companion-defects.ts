import { companions } from '@lectern/spec'
import { block, change, flip, more, set, transaction, type Row } from './defect.ts'
import type { Defect } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'
import { bytes } from './text-defects.ts'

const [byHash, uncle] = ['eth_getBlockByHash', 'eth_getUncleByBlockHashAndIndex']
const receipts = 'eth_getBlockReceipts'
const byHashAndIndex = 'eth_getTransactionByBlockHashAndIndex'
const byNumberAndIndex = 'eth_getTransactionByBlockNumberAndIndex'
const [countByHash, countByNumber] = [
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
]
const capabilities = 'eth_capabilities'
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

const ofHashes = [byHash, uncle, receipts, byHashAndIndex, countByHash]
const spellingRows = [...ofHashes, byNumberAndIndex, countByNumber].flatMap((name): Row[] => [
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
])

const caseRows = ofHashes.map((name): Row => [
  `capitals are not found by ${name}`,
  `same/${name}/case`,
  hide(name, ([hash]) => typeof hash === 'string' && hash !== hash.toLowerCase()),
])

/** One kind of data of the capabilities has other members. */
const claims = (kind: string, members: object): Defect => ({
  result: change(capabilities, (result) => ({ ...result, [kind]: { ...result[kind], ...members } })),
})

/** Companions whose results are wrong on their own, or do not fit what was asked, or the methods' results. */
// oxfmt-ignore
export const companionDefects: Row[] = [
  ...textRows,
  ...spellingRows,
  ...caseRows,
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
  ['a transaction is not found at its index', `link/${transaction}/byIndex`, hide(byHashAndIndex)],
  ['the transaction of a receipt is not found at its index', 'link/eth_getTransactionReceipt/transactionByIndex', hide(byNumberAndIndex)],
  ['a block has no receipts', `link/${block}/receipts`, hide(receipts)],
  ['the transactions of a block are not counted', `link/${block}/count`, hide(countByNumber)],
  ['the transactions of a block by its hash are not counted', `link/${byHash}/count`, hide(countByHash)],
  ['the oldest block is not there', `link/${capabilities}/oldest`, claims('blocks', { oldestBlock: '0xffff' })],
  ['there are blocks below the oldest one', `invariant/${capabilities}/blocks`, claims('blocks', { oldestBlock: '0x3' })],
  ['the oldest receipts are above the head', `invariant/${capabilities}/range`, claims('receipts', { oldestBlock: '0xffff' })],
  ['disabled state has an oldest block', `invariant/${capabilities}/disabled`, claims('state', { oldestBlock: '0x0' })],
  ['an unknown hash is answered with no receipts', `invariant/${receipts}/unknown`, { result: (method, result) => method === receipts ? result ?? [] : result }],
  ['an unknown hash is answered with a transaction', `invariant/${byHashAndIndex}/unknown`, { result: (method, result) => method === byHashAndIndex ? result ?? last.transactions[0] : result }],
  ['an unknown hash is answered with zero transactions', `invariant/${countByHash}/unknown`, { result: (method, result) => method === countByHash ? result ?? '0x0' : result }],
  ['receipts are of another block', `invariant/${receipts}/blockHash`, { result: ofEach((item) => ({ ...item, blockHash: flip(item.blockHash) })) }],
  ['receipts are in another order', `invariant/${receipts}/transactionIndex`, { result: change(receipts, (result) => result.toReversed()) }],
  ['logs of a block begin with 1', `invariant/${receipts}/logIndex`, { result: ofEach((item) => ({ ...item, logs: item.logs.map((log: any) => ({ ...log, logIndex: more(log.logIndex) })) })) }],
  ['a receipt has another sender in its block', `agree/${receipts}/receipt`, { result: ofEach((item) => ({ ...item, from: flip(item.from) })) }],
  ['the last receipt of a block is left out', `agree/${receipts}/receipt`, { result: change(receipts, (result) => result.slice(0, -1)) }],
  ['a transaction by its index is of another block', `invariant/${byHashAndIndex}/blockHash`, { result: set(byHashAndIndex, 'blockHash', ({ blockHash }) => flip(blockHash)) }],
  ['a transaction by its index is at another one', `invariant/${byHashAndIndex}/transactionIndex`, { result: set(byHashAndIndex, 'transactionIndex', ({ transactionIndex }) => more(transactionIndex)) }],
  ['a transaction by its number and index is of another block', `invariant/${byNumberAndIndex}/blockNumber`, { result: set(byNumberAndIndex, 'blockNumber', ({ blockNumber }) => more(blockNumber)) }],
  ['a transaction by its number and index is at another one', `invariant/${byNumberAndIndex}/transactionIndex`, { result: set(byNumberAndIndex, 'transactionIndex', ({ transactionIndex }) => more(transactionIndex)) }],
  ['a transaction by its index has another value', `agree/${byHashAndIndex}/block`, { result: set(byHashAndIndex, 'value', ({ value }) => more(value)) }],
  ['a transaction by its number and index has another value', `agree/${byNumberAndIndex}/block`, { result: set(byNumberAndIndex, 'value', ({ value }) => more(value)) }],
  ['one transaction too many is counted', `agree/${countByNumber}/block`, { result: change(countByNumber, more) }],
  ['one transaction too many is counted by the hash', `agree/${countByHash}/block`, { result: change(countByHash, more) }],
  ['the chain id is another chain’s', 'agree/eth_chainId/transactions', { result: change('eth_chainId', () => '0x1') }],
]

/** A change of each receipt of a block. */
function ofEach(edit: (item: any) => unknown): NonNullable<Defect['result']> {
  return change(receipts, (result) => result.map(edit))
}

/** Every response of a method but the first is another one. */
function afterFirst(name: string): NonNullable<Defect['result']> {
  const seen = new Set<string>()
  return change(name, (result, params) => {
    const key = JSON.stringify(params)
    if (seen.has(key)) return other(result)
    seen.add(key)
    return result
  })
}

function other(result: any): unknown {
  if (typeof result === 'string') return more(result)
  return Array.isArray(result) ? result.concat(result) : { ...result, input: '0x77', stateRoot: '0x77' }
}
