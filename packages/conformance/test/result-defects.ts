import {
  block,
  change,
  flip,
  logs,
  more,
  receipt,
  set,
  transaction,
  transactions,
  without,
  type Change,
  type Row,
} from './defect.ts'
import { ConformanceError } from '../src/error.ts'
import type { Defect, Json } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`

const chain = makePaperChain()
const [first, last] = [chain[1]!.hashes, chain.at(-1)!.hashes]
const some = chain.find(({ transactions }) => transactions.length > 0)!

/** One method refuses a spelling of its calls. */
const spelt = (name: string, isMeant: (text: string) => boolean): Defect => ({
  body: (answer, text) =>
    text.includes(name) && isMeant(text)
      ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x' } }
      : answer,
})

const never = () => {
  throw new Error('the connection is closed')
}

/** Every second latest block is an old one. */
function leap(): Change {
  let turn = 0
  return (method, result, [tag]) =>
    method === block && tag === 'latest' && ++turn % 2 === 0 ? first : result
}

/** One method has nothing of a block, with whole transactions or with hashes where that is said. */
const hide = (name: string, number: string, whole?: boolean): Defect => ({
  answer: (answer, request) =>
    request?.method === name &&
    (whole === undefined || request.params[1] === whole) &&
    (answer?.['result']?.blockNumber ?? answer?.['result']?.number) === number
      ? { ...answer, result: null }
      : answer,
})

/** Results that are wrong on their own, or do not fit what was asked. */
// oxfmt-ignore
export const resultDefects: Row[] = [
  ['a call is never answered', 'sample/answered', { result: (method, result) => method === receipt && result?.logs.length > 0 ? never() : result }],
  ['a transaction has a member too many', `schema/${transaction}/Transaction/additionalProperties`, { result: set(transaction, 'confirmations', () => '0x1') }],
  ['a receipt has no type', `schema/${receipt}/Receipt/required`, { result: change(receipt, (result) => without(result, 'type')) }],
  ['hashes are upper case', `schema/${transaction}/Transaction/blockHash`, { result: set(transaction, 'blockHash', (result) => upper(result.blockHash)) }],
  ['quantities have leading zeros', `schema/${block}/Block/gasLimit`, { result: set(block, 'gasLimit', (result) => `0x0${result.gasLimit.slice(2)}`) }],
  ['quantities are numbers', `schema/${receipt}/Receipt/status`, { result: set(receipt, 'status', (result) => Number(result.status)) }],
  ['a missing receiver is left out', `schema/${receipt}/Receipt/required`, { result: change(receipt, (result) => result.to === null ? without(result, 'to') : result) }],
  ['a block has totalDifficulty', `schema/${block}/Block/additionalProperties`, { result: set(block, 'totalDifficulty', () => '0x0') }],
  ['fields of later forks are null', `schema/${block}/Block/requestsHash`, { result: change(block, (result) => ({ requestsHash: null, ...result })) }],
  ['a legacy transaction has an access list', `schema/${transaction}/Transaction/additionalProperties`, { result: change(transaction, (result) => result.type === '0x0' ? { ...result, accessList: [] } : result) }],
  ['a known receipt is null', `link/${transaction}/receipt`, { answer: (answer, request) => request?.method === receipt && answer?.['result']?.type === '0x2' ? { ...answer, result: null } : answer }],
  ['the receipt of a mined transaction is still being indexed', `link/${transaction}/receipt`, { answer: (answer, request) => request?.method === receipt && answer?.['result']?.type === '0x1' ? { jsonrpc: '2.0', id: request.id, error: { code: -32000, message: 'transaction indexing is in progress' } } : answer }],
  ['an old block is null', `link/${block}/between`, { answer: (answer, request) => request?.method === block && request.params?.[0] === '0x1' ? { ...answer, result: null } : answer }],
  ['a transaction of a block is null', `link/${block}/transaction`, hide(transaction, '0x3')],
  ['a whole transaction of a block is null', `link/${block}/wholeTransaction`, hide(transaction, '0x3')],
  ['a receipt of a block is null', `link/${block}/receipt`, hide(receipt, '0x3')],
  ['the transaction of a receipt is null', `link/${receipt}/transaction`, hide(transaction, '0x3')],
  ['the block of a transaction is null', `link/${transaction}/block`, hide(block, '0x3', false)],
  ['the block of a receipt is null', `link/${receipt}/block`, hide(block, '0x3', true)],
  ['gas is a number', `schema/${transaction}/Transaction/gas`, { result: set(transaction, 'gas', (result) => Number(result.gas)) }],
  ['logs are left out', `schema/${receipt}/Receipt/logs`, { result: change(receipt, (result) => without(result, 'logs')) }],
  ['a timestamp has leading zeros', `schema/${block}/Block/timestamp`, { result: set(block, 'timestamp', (result) => `0x0${result.timestamp.slice(2)}`) }],
  ['a transaction is another one', `invariant/${transaction}/hash`, { result: set(transaction, 'hash', (result) => flip(result.hash)) }],
  ['a receipt is of another transaction', `invariant/${receipt}/transactionHash`, { result: set(receipt, 'transactionHash', (result) => flip(result.transactionHash)) }],
  ['a block is the next one', `invariant/${block}/number`, { result: set(block, 'number', (result) => more(result.number)) }],
  ['every valid call is answered with null', `invariant/${block}/latest`, { result: (method, result) => method === 'rpc.discover' ? result : null }],
  ['there is no latest block, but an error that is declared', `invariant/${block}/latest`, { answer: (answer, request) => request?.params?.[0] === 'latest' ? { jsonrpc: '2.0', id: request.id, error: { code: -32603, message: 'x' } } : answer }],
  ['connections are cut now and then', 'sample/connections', cutSometimes()],
  ['earliest is not the lowest block', `invariant/${block}/earliest`, { result: (method, result, [tag]) => method === block && tag === 'earliest' ? chain[3]!.hashes : result }],
  ['latest is an old block, below safe', `invariant/${block}/tags`, { result: (method, result, [tag]) => method === block && tag === 'latest' ? first : result }],
  ['finalized is above safe', `invariant/${block}/tags`, { result: (method, result, [tag]) => method === block && tag === 'finalized' ? last : result }],
  ['latest is an old block, and no other tag names any', `invariant/${block}/head`, { result: (method, result, [tag]) => method === block && tag === 'latest' ? first : tag === 'safe' ? null : result }],
  ['latest goes back to an old block now and then', `invariant/${block}/forward`, { result: leap() }],
  ['a number above the head is answered with the head', `valid/${block}/0/BlockNumber`, { result: (method, result, [number]) => method === block && number !== 'pending' && number !== 'finalized' ? result ?? last : result }],
  ['a number above the head is answered with a block of that number', `invariant/${block}/head`, { result: (method, result, [number]) => method === block && number.startsWith('0x') && result === null ? { ...last, number } : result }],
  ['an unknown hash is answered with another transaction', `valid/${transaction}/0/HashParameter`, { result: (method, result) => method === transaction ? result ?? some.transactions[0] : result }],
  ['an unknown hash is answered with another receipt', `valid/${receipt}/0/HashParameter`, { result: (method, result) => method === receipt ? result ?? some.receipts[0] : result }],
  ['an unknown hash is answered with a transaction of that hash', `invariant/${transaction}/unknown`, { result: (method, result, [hash]) => method === transaction ? result ?? { ...some.transactions[0], hash: hash.toLowerCase() } : result }],
  ['an unknown hash is answered with a receipt of that hash', `invariant/${receipt}/unknown`, { result: (method, result, [hash]) => method === receipt ? result ?? { ...some.receipts[0], transactionHash: hash.toLowerCase() } : result }],
  ['transactions are whole although hashes were asked for', `invariant/${block}/transactions`, { result: change(block, (result, [, whole]) => whole ? result : { ...result, transactions: result.transactions.map((hash: string) => ({ hash })) }) }],
  ['hashes although whole transactions were asked for', `invariant/${block}/transactions`, { result: change(block, (result, [, whole]) => whole ? { ...result, transactions: result.transactions.map(({ hash }: Json) => hash) } : result) }],
  ['transactions in a block count from 1', `invariant/${block}/transactions/transactionIndex`, { result: transactions((item) => ({ ...item, transactionIndex: more(item['transactionIndex']) })) }],
  ['transactions in a block name another block', `invariant/${block}/transactions/blockHash`, { result: transactions((item) => ({ ...item, blockHash: flip(item['blockHash']) })) }],
  ['transactions in a block have another time', `invariant/${block}/transactions/blockTimestamp`, { result: transactions((item) => ({ ...item, blockTimestamp: more(item['blockTimestamp']) })) }],
  ['v and yParity differ', `invariant/${transaction}/yParity`, { result: change(transaction, (result) => 'yParity' in result ? { ...result, v: '0x0' } : result) }],
  ['a creation has no contractAddress', `invariant/${receipt}/contractAddress`, { result: set(receipt, 'contractAddress', () => null) }],
  ['a call has a contractAddress', `invariant/${receipt}/contractAddress`, { result: set(receipt, 'contractAddress', (result) => result.contractAddress ?? result.from) }],
  ['logs are removed', `invariant/${receipt}/logs/removed`, { result: logs((log) => ({ ...log, removed: true })) }],
  ['logs name another transaction', `invariant/${receipt}/logs/transactionHash`, { result: logs((log) => ({ ...log, transactionHash: flip(log['transactionHash']) })) }],
  ['logs name another index', `invariant/${receipt}/logs/transactionIndex`, { result: logs((log) => ({ ...log, transactionIndex: more(log['transactionIndex']) })) }],
  ['logs name another block', `invariant/${receipt}/logs/blockHash`, { result: logs((log) => ({ ...log, blockHash: flip(log['blockHash']) })) }],
  ['logs name another block number', `invariant/${receipt}/logs/blockNumber`, { result: logs((log) => ({ ...log, blockNumber: more(log['blockNumber']) })) }],
  ['transactions in a block name another number', `invariant/${block}/transactions/blockNumber`, { result: transactions((item) => ({ ...item, blockNumber: more(item['blockNumber']) })) }],
  ['logs all have the same index', `invariant/${receipt}/logs/logIndex`, { result: logs((log, _, { logs: [first] }) => ({ ...log, logIndex: first.logIndex })) }],
  ['a block has another size with hashes', `agree/${block}/return_full_txns`, { result: change(block, (result, [, whole]) => whole ? result : { ...result, size: more(result.size) }) }],
  ['a transaction alone has another gas price', `agree/${transaction}/block`, { result: set(transaction, 'gasPrice', (result) => more(result.gasPrice)) }],
  ['a receipt names another index', `agree/${receipt}/transaction`, { result: set(receipt, 'transactionIndex', (result) => more(result.transactionIndex)) }],
  ['logs have another time', `agree/${receipt}/timestamp`, { result: logs((log) => ({ ...log, blockTimestamp: more(log['blockTimestamp']) })) }],
  ['latest is not the latest of its number', `same/${block}/number/latest`, { result: change(block, (result, [number]) => number === 'latest' ? { ...result, gasLimit: more(result.gasLimit) } : result) }],
  ['earliest is not the block of its number', `same/${block}/number/earliest`, { result: change(block, (result, [number]) => number === 'earliest' ? { ...result, gasLimit: more(result.gasLimit) } : result) }],
  ['safe is not the block of its number', `same/${block}/number/safe`, { result: change(block, (result, [number]) => number === 'safe' ? { ...result, gasLimit: more(result.gasLimit) } : result) }],
  ['a batch is answered with other results', 'same/batch', { body: (answer, text) => text.startsWith('[') && Array.isArray(answer) ? answer.map((item) => item.result?.gasUsed ? { ...item, result: { ...item.result, gasUsed: more(item.result.gasUsed) } } : item) : answer }],
  ['batches are answered to the wrong ids', 'same/batch', { body: (answer) => Array.isArray(answer) && answer.length > 5 ? answer.map((item, index) => ({ ...item, id: answer.at(index - 1).id })) : answer }],
  ['the second answer is another one', `same/${receipt}/repeat`, { result: afterFirst(set(receipt, 'gasUsed', (result) => more(result.gasUsed))) }],
  ['the second transaction is another one', `same/${transaction}/repeat`, { result: afterFirst(set(transaction, 'gas', (result) => more(result.gas))) }],
  ['the second block is another one', `same/${block}/repeat`, { result: afterFirst(set(block, 'gasLimit', (result) => more(result.gasLimit))) }],
  ['members of a transaction request must come in the usual order', `same/${transaction}/order`, spelt(transaction, (text) => text.startsWith('{"params"'))],
  ['a transaction request must not begin with blanks', `same/${transaction}/whitespace`, spelt(transaction, (text) => text.startsWith('\n\t'))],
  ['escapes in the parameters of a transaction request are not read', `same/${transaction}/escapes`, spelt(transaction, (text) => /"(.)\\u00/.test(text))],
  ['members of a receipt request must come in the usual order', `same/${receipt}/order`, spelt(receipt, (text) => text.startsWith('{"params"'))],
  ['a receipt request must not begin with blanks', `same/${receipt}/whitespace`, spelt(receipt, (text) => text.startsWith('\n\t'))],
  ['escapes in the parameters of a receipt request are not read', `same/${receipt}/escapes`, spelt(receipt, (text) => /"(.)\\u00/.test(text))],
  ['members of a block request must come in the usual order', `same/${block}/order`, spelt(block, (text) => text.startsWith('{"params"'))],
  ['a block request must not begin with blanks', `same/${block}/whitespace`, spelt(block, (text) => text.startsWith('\n\t'))],
  ['escapes in the parameters of a block request are not read', `same/${block}/escapes`, spelt(block, (text) => /"(.)\\u00/.test(text))],
  ['a hash in upper case is not found: transaction', `same/${transaction}/case`, { answer: (answer, request) => request?.method === transaction && /[A-F]/.test(request.params?.[0]) && answer?.['result'] ? { ...answer, result: null } : answer }],
  ['a hash in upper case is not found: receipt', `same/${receipt}/case`, { answer: (answer, request) => request?.method === receipt && /[A-F]/.test(request.params?.[0]) && answer?.['result'] ? { ...answer, result: null } : answer }],
]

/** Each connection is cut under its twentieth question. */
function cutSometimes(): Defect {
  let count = 0
  return {
    http: (answer) => {
      if (++count % 20 > 0) return answer
      const cause = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
      throw new ConformanceError('UNREACHABLE', 'The server gave no response.', { cause })
    },
  }
}

/** A change at every result but the first with the same parameters. */
function afterFirst(edit: Change): Change {
  const seen = new Set<string>()
  return (method, result, params) => {
    const key = JSON.stringify([method, params])
    if (seen.has(key)) return edit(method, result, params)
    seen.add(key)
    return result
  }
}
