import type { Defect, Json } from './mini-server.ts'

const [transaction, receipt, block] = [
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getBlockByNumber',
]

type Change = NonNullable<Defect['result']>

/** A change of the results of one method; null results are left alone. */
const change =
  (name: string, edit: (result: any, params: any[]) => unknown): Change =>
  (method, result, params) => {
    if (method !== name || result === null) return result
    return edit(result, params) ?? result
  }
const set = (name: string, key: string, value: (result: any) => unknown): Change =>
  change(name, (result) => ({ ...result, [key]: value(result) }))
const more = (quantity: string) => `0x${(BigInt(quantity) + 1n).toString(16)}`
const flip = (hex: string) => hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0')
const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`
const without = (object: Json, key: string) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
const hasId = (request: any) => typeof request === 'object' && request !== null && 'id' in request
const isCall = (request: any) => hasId(request) && typeof request.method === 'string'
const logs = (edit: (log: Json, index: number, receipt: Json) => Json): Change =>
  change(receipt, (result) => ({
    ...result,
    logs: result.logs.map((log: Json, index: number) => edit(log, index, result)),
  }))
const transactions = (edit: (item: Json, index: number) => unknown): Change =>
  change(block, (result, [, whole]) => ({
    ...result,
    transactions: whole ? result.transactions.map(edit) : result.transactions,
  }))

/** A server with one thing wrong, and the check that must name it. */
export type Row = [defect: string, check: string, hooks: Defect]

const isBig = (request: any) => typeof request?.id?.rawJSON === 'string'
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
/** A member is read although its value is none. */
const readAs = (value: string): Defect => ({
  body: (answer, text) =>
    text.includes(`"extra":${value}`) ? { jsonrpc: '2.0', id: 1, result: null } : answer,
})
const parseError = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'x' } }
/** Some bad requests are let through. */
const letPass = (judge: (request: Json) => boolean): Defect => ({
  answer: (answer, request) =>
    isObject(request) && judge(request) ? { jsonrpc: '2.0', id: request.id, result: null } : answer,
})
/** One method refuses a way to write its calls. */
const spelt = (name: string, isMeant: (text: string) => boolean): Defect => ({
  body: (answer, text) =>
    text.includes(name) && isMeant(text)
      ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x' } }
      : answer,
})
/** One method has nothing of a block, with whole transactions or with hashes where that is said. */
const hide = (name: string, number: string, whole?: boolean): Defect => ({
  answer: (answer, request) =>
    request?.method === name &&
    (whole === undefined || request.params[1] === whole) &&
    (answer?.['result']?.blockNumber ?? answer?.['result']?.number) === number
      ? { ...answer, result: null }
      : answer,
})

/** Answers that are no JSON-RPC answers. */
// oxfmt-ignore
export const protocolDefects: Row[] = [
  ['the id is always 1', 'protocol/S07', { answer: (answer, request) => answer && hasId(request) ? { ...answer, id: 1 } : answer }],
  ['string ids are echoed as numbers', 'protocol/S02', { answer: (answer) => typeof answer?.['id'] === 'string' ? { ...answer, id: 1 } : answer }],
  ['big ids are rounded', 'protocol/S08', { answer: (answer, request) => isBig(request) ? { ...answer, id: Number(request.id.rawJSON) } : answer }],
  ['id 0 is taken for none', 'protocol/S03', { answer: (answer, request) => request?.id === 0 ? undefined : answer }],
  ['id null is taken for none', 'protocol/S05', { answer: (answer, request) => request?.id === null ? undefined : answer }],
  ['the member jsonrpc is missing', 'protocol/S01', { answer: (answer) => answer && without(answer, 'jsonrpc') }],
  ['a null result is left out', 'protocol/S01', { answer: (answer) => answer && answer['result'] === null ? without(answer, 'result') : answer }],
  ['error null stands beside the result', 'protocol/S01', { answer: (answer) => answer && 'result' in answer ? { ...answer, error: null } : answer }],
  ['an answer has a member of its own', 'protocol/S01', { answer: (answer) => answer && { ...answer, took: 1 } }],
  ['error codes are strings', 'protocol/S17', { answer: (answer) => answer?.['error'] ? { ...answer, error: { ...answer['error'], code: String(answer['error'].code) } } : answer }],
  ['errors have no message', 'protocol/S17', { answer: (answer) => answer?.['error'] ? { ...answer, error: { code: answer['error'].code } } : answer }],
  ['jsonrpc 1.0 is accepted', 'protocol/S13', { answer: (answer, request) => request?.jsonrpc === '1.0' ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['an unknown method is an invalid request', 'protocol/S17', { answer: (answer) => answer?.['error']?.code === -32601 ? { ...answer, error: { ...answer['error'], code: -32600 } } : answer }],
  ['method names are taken in any case', 'protocol/S18', { answer: (answer, request) => answer?.['error']?.code === -32601 && /^ETH_/i.test(request.method) ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['inherited names are methods', 'protocol/S19', { answer: (answer, request) => request?.method === 'constructor' ? { jsonrpc: '2.0', id: request.id, error: { code: -32603, message: 'x' } } : answer }],
  ['notifications are answered', 'protocol/N01', { answer: (answer, request) => answer ?? (isCall({ id: 1, ...request }) ? { jsonrpc: '2.0', id: null, result: null } : answer) }],
  ['bad notifications are answered', 'protocol/N03', { answer: (answer, request) => answer ?? (request.params?.length === 0 ? { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'x' } } : answer) }],
  ['invalid requests without id are not answered', 'protocol/N04', { answer: (answer, request) => hasId(request) || Array.isArray(request) || typeof request !== 'object' ? answer : undefined }],
  ['an empty batch is answered with an empty array', 'protocol/B02', { body: (answer, text) => text === '[]' ? [] : answer }],
  ['a batch of notifications is answered with an empty array', 'protocol/B05', { body: (answer, text) => text.startsWith('[') ? (answer ?? []) : answer }],
  ['a batch of one is answered without its array', 'protocol/B07', { body: (answer) => Array.isArray(answer) && answer.length === 1 ? answer[0] : answer }],
  ['a batch loses its last answer', 'protocol/B01', { body: (answer) => Array.isArray(answer) && answer.length > 2 ? answer.slice(0, -1) : answer }],
  ['one bad entry refuses the whole batch', 'protocol/X03', { body: (answer, text) => text.includes(',1,') ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'x' } } : answer }],
  ['calls of a batch with the same id are answered once', 'protocol/B09', { body: (answer) => Array.isArray(answer) ? answer.filter((item, index) => item.id === null || answer.findIndex(({ id }) => id === item.id) === index) : answer }],
  ['id "" is taken for none', 'protocol/S04', { answer: (answer, request) => request?.id === '' ? undefined : answer }],
  ['an object is an id', 'protocol/S09', letPass(({ id }) => isObject(id))],
  ['an array is an id', 'protocol/S10', letPass(({ id }) => Array.isArray(id))],
  ['true is an id', 'protocol/S11', letPass(({ id }) => id === true)],
  ['jsonrpc is not asked for', 'protocol/S12', letPass(({ jsonrpc, id }) => jsonrpc === undefined && id === 1)],
  ['jsonrpc may be a number', 'protocol/S14', letPass(({ jsonrpc }) => jsonrpc === 2)],
  ['the method is not asked for', 'protocol/S15', letPass(({ method }) => method === undefined)],
  ['the method may be a number', 'protocol/S16', letPass(({ method, id }) => method === 1 && id === 1)],
  ['an unknown rpc. method has a result', 'protocol/S21', letPass(({ method }) => method === 'rpc.none')],
  ['params may be a string', 'protocol/P01', letPass(({ params }) => params === 'x')],
  ['params may be null', 'protocol/P02', letPass(({ params }) => params === null)],
  ['unknown notifications are answered', 'protocol/N02', { answer: (answer, request) => answer ?? (request.method === 'lectern_none' ? { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'x' } } : answer) }],
  ['a batch of what is no request has one error', 'protocol/B04', { body: (answer, text) => text === '[1,2,3]' ? answer[0] : answer }],
  ['a notification in a batch has an entry', 'protocol/B06', { body: (answer) => Array.isArray(answer) && answer.length === 1 ? [...answer, { jsonrpc: '2.0', id: null, result: null }] : answer }],
  ['a batch that is not JSON is answered in an array', 'protocol/J02', { body: (answer, text) => text.startsWith('[') && answer?.error?.code === -32700 ? [answer] : answer }],
  ['an empty body is not answered', 'protocol/J03', { body: (answer, text) => text === '' ? undefined : answer }],
  ['a number is a parse error', 'protocol/J04', { body: (answer, text) => text === '1' ? parseError : answer }],
  ['null is a parse error', 'protocol/J05', { body: (answer, text) => text === 'null' ? parseError : answer }],
  ['a text is a parse error', 'protocol/J06', { body: (answer, text) => text === '"x"' ? parseError : answer }],
  ['bytes after the value are passed over', 'protocol/J08', { body: (answer, text) => text.endsWith('} x') ? { jsonrpc: '2.0', id: 1, result: null } : answer }],
  ['what is not JSON is an invalid request', 'protocol/J01', { answer: (answer) => answer, body: (answer) => answer?.error?.code === -32700 ? { ...answer, error: { code: -32600, message: 'x' } } : answer }],
  ['a name that stands twice anywhere is a parse error', 'protocol/J12/object/doubled', { body: (answer, text) => text.includes('"a":"c"') ? parseError : answer }],
  ['a plus sign is read', 'protocol/J13/plus', readAs('+1')],
  ['control characters are read', 'protocol/J14/control', readAs('"\u001F"')],
  ['comments are read', 'protocol/J15/line-comment', readAs('1//a\n')],
  ['what is no UTF-8 is replaced', 'protocol/J16/never', readAs('"\uFFFD"')],
  ['a big number is the id null', 'protocol/J17/exponent', { body: (answer, text) => text.includes(':1e400}') ? { jsonrpc: '2.0', id: null, result: null } : answer }],
  ['a page of HTML for a parse error', 'protocol/J01', { body: (answer) => answer?.error?.code === -32700 ? '<h1>Bad request</h1>' : answer }],
]

/** Parameters that are judged wrongly; a call that is let through has the result null. */
// oxfmt-ignore
export const parameterDefects: Row[] = [
  ['a bad parameter is -32000', `invalid/${transaction}/0/HashParameter/pattern/*`, { answer: (answer) => answer?.['error']?.code === -32602 ? { ...answer, error: { ...answer['error'], code: -32000 } } : answer }],
  ['a bad parameter has result null', `invalid/${receipt}/0/HashParameter/type/*`, { answer: (answer, request) => answer?.['error']?.code === -32602 ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['a hash may be short', `invalid/${transaction}/0/HashParameter/pattern/*`, accept(transaction, ([hash]) => /^0x[0-9a-f]{63}$/i.test(hash))],
  ['a hash may be long', `invalid/${transaction}/0/HashParameter/pattern/*`, accept(transaction, ([hash]) => /^0x[0-9a-f]{65}$/i.test(hash))],
  ['a hash may lack its 0x', `invalid/${receipt}/0/HashParameter/pattern/*`, accept(receipt, ([hash]) => /^[0-9a-f]{64}$/i.test(hash))],
  ['a hash may have spaces around it', `invalid/${receipt}/0/HashParameter/pattern/*`, accept(receipt, ([hash]) => hash?.trim?.().length === 66)],
  ['a number may have leading zeros', `invalid/${block}/0/BlockNumber/pattern/*`, accept(block, ([number]) => /^0x0[0-9a-f]+$/.test(number))],
  ['a number may be decimal', `invalid/${block}/0/BlockNumber/type/*`, accept(block, ([number]) => typeof number === 'number')],
  ['tags are taken in any case', `invalid/${block}/0/latest/enum/*`, accept(block, ([tag]) => tag === 'LATEST')],
  ['any word is a tag', `invalid/${block}/0/earliest/enum/*`, accept(block, ([tag]) => tag === 'other')],
  ['the flag may be a number', `invalid/${block}/1/true/type/*`, accept(block, ([, whole]) => typeof whole === 'number')],
  ['the flag may be left out', `arity/${block}/missing/1`, accept(block, (params) => params.length === 1)],
  ['params may be left out', `arity/${transaction}/absent`, { answer: (answer, request) => request?.method === transaction && request.id && !('params' in request) ? { jsonrpc: '2.0', id: request.id, result: null } : answer }],
  ['more parameters than there are', `arity/${receipt}/too-many`, accept(receipt, (params) => params.length > 1)],
  ['parameters by name', `arity/${block}/by-name`, { accept: (method, params) => method === block && !Array.isArray(params) }],
  ['a tag is not known', `valid/${block}/0/pending`, { answer: (answer, request) => request?.params?.[0] === 'pending' ? { jsonrpc: '2.0', id: request.id, error: { code: -32000, message: 'x' } } : answer }],
  ['a big number is an internal error', `valid/${block}/0/BlockNumber`, { answer: (answer, request) => request?.method === block && request.params?.[0]?.length === 18 ? { jsonrpc: '2.0', id: request.id, error: { code: -32603, message: 'x' } } : answer }],
  ['an upper case hash is refused', `valid/${transaction}/0/HashParameter`, { answer: (answer, request) => /^0x.*[A-F]/.test(request?.params?.[0]) ? { jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'x' } } : answer }],
  ['rpc.discover is not there', 'discover/D01', { answer: (answer, request) => request?.method === 'rpc.discover' ? { jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'x' } } : answer }],
  ['rpc.discover wants params', 'discover/D02', { answer: (answer, request) => request?.method === 'rpc.discover' && !request.params ? { jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'x' } } : answer }],
  ['the id of a method is a string', `envelope/${block}`, { answer: (answer, request) => request?.method === block ? { ...answer, id: String(request.id) } : answer }],
]

/** Results that are wrong on their own, or do not fit what was asked. */
// oxfmt-ignore
export const resultDefects: Row[] = [
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

/** Results that only the chain's own mathematics shows to be wrong. */
// oxfmt-ignore
export const proofDefects: Row[] = [
  ['a state root is altered', 'proof/eth_getBlockByNumber/hash', { result: set(block, 'stateRoot', (result) => flip(result.stateRoot)) }],
  ['an extraData is altered', 'proof/eth_getBlockByNumber/hash', { result: change(block, (result) => result.number === '0x3' ? { ...result, extraData: flip(result.extraData) } : result) }],
  ['a parent is another block', 'proof/eth_getBlockByNumber/hash', { result: set(block, 'parentHash', (result) => flip(result.parentHash)) }],
  ['a parent is not the block before', 'proof/eth_getBlockByNumber/parentHash', { result: set(block, 'parentHash', (result) => flip(result.parentHash)) }],
  ['a value in one transaction is altered', 'proof/eth_getBlockByNumber/transactions/hash', { result: everywhere((item) => item['nonce'] === '0x12e' ? { ...item, value: more(item['value']) } : item) }],
  ['an input in one transaction is altered', 'proof/eth_getBlockByNumber/transactionsRoot', { result: everywhere((item) => item['nonce'] === '0x12e' ? { ...item, input: flip(item['input']) } : item) }],
  ['a sender is another account', 'proof/eth_getTransactionByHash/from', { result: everywhere((item) => ({ ...item, from: flip(item['from']) })) }],
  ['gasPrice is the highest that was offered', 'proof/eth_getTransactionByHash/gasPrice', { result: everywhere((item) => 'maxFeePerGas' in item ? { ...item, gasPrice: item['maxFeePerGas'] === '0x8' ? '0x7' : item['maxFeePerGas'] } : item) }],
  ['a withdrawal is altered', 'proof/eth_getBlockByNumber/withdrawalsRoot', { result: change(block, (result) => ({ ...result, ...(result.withdrawals && { withdrawals: result.withdrawals.map((item: Json) => ({ ...item, amount: more(item['amount']) })) }) })) }],
  ['uncles are left out', 'proof/eth_getBlockByNumber/sha3Uncles', { result: change(block, (result) => ({ ...result, uncles: [] })) }],
  ['size counts the header only', 'proof/eth_getBlockByNumber/size', { result: set(block, 'size', () => '0x21c') }],
  ['the status of a failed transaction is success', 'proof/eth_getBlockByNumber/receiptsRoot', { result: change(receipt, (result) => result.status === '0x0' ? { ...result, status: '0x1' } : result) }],
  ['the data of one log is altered', 'proof/eth_getBlockByNumber/receiptsRoot', { result: logs((log, index) => index === 1 ? { ...log, data: flip(log['data']) } : log) }],
  ['a topic of one log is altered', 'proof/eth_getTransactionReceipt/logsBloom', { result: logs((log, index) => index === 1 ? { ...log, topics: log['topics'].map(flip) } : log) }],
  ['the bloom of a receipt is empty', 'proof/eth_getTransactionReceipt/logsBloom', { result: set(receipt, 'logsBloom', (result) => `0x${'0'.repeat(result.logsBloom.length - 2)}`) }],
  ['the bloom of a block is empty', 'proof/eth_getBlockByNumber/logsBloom', { result: set(block, 'logsBloom', (result) => `0x${'0'.repeat(result.logsBloom.length - 2)}`) }],
  ['the gas of a block is off by one', 'proof/eth_getBlockByNumber/gasUsed', { result: set(block, 'gasUsed', (result) => more(result.gasUsed)) }],
  ['gasUsed of a receipt is off by one', 'proof/eth_getTransactionReceipt/gasUsed', { result: set(receipt, 'gasUsed', (result) => more(result.gasUsed)) }],
  ['gasUsed of a receipt is cumulative', 'proof/eth_getTransactionReceipt/gasUsed', { result: set(receipt, 'gasUsed', (result) => result.cumulativeGasUsed) }],
  ['effectiveGasPrice is the base fee', 'proof/eth_getTransactionReceipt/effectiveGasPrice', { result: set(receipt, 'effectiveGasPrice', () => '0x7') }],
  ['a creation that failed names no address', 'proof/eth_getTransactionReceipt/contractAddress/failed', { result: change(receipt, (result) => result.status === '0x0' && result.contractAddress ? { ...result, contractAddress: null } : result) }],
  ['a creation that failed names another address', 'proof/eth_getTransactionReceipt/contractAddress', { result: change(receipt, (result) => result.status === '0x0' && result.contractAddress ? { ...result, contractAddress: flip(result.contractAddress) } : result) }],
  ['blob receipts have no price', `invariant/${receipt}/blobs`, { result: change(receipt, (result) => 'blobGasPrice' in result ? without(result, 'blobGasPrice') : result) }],
  ['all receipts have a blob price', `invariant/${receipt}/blobs`, { result: set(receipt, 'blobGasPrice', () => '0x1') }],
  ['an error has a stack', 'protocol/E01', { answer: (answer) => answer?.['error'] ? { ...answer, error: { ...answer['error'], stack: 'at x' } } : answer }],
  ['contractAddress is another account', 'proof/eth_getTransactionReceipt/contractAddress', { result: set(receipt, 'contractAddress', (result) => result.contractAddress && flip(result.contractAddress)) }],
  ['blobGasUsed counts one blob', 'proof/eth_getTransactionReceipt/blobGasUsed', { result: change(receipt, (result) => 'blobGasUsed' in result ? { ...result, blobGasUsed: '0x20000' } : result) }],
  ['logIndex starts at 0 in each transaction', 'proof/eth_getTransactionReceipt/logs/logIndex', { result: logs((log, index) => ({ ...log, logIndex: `0x${index.toString(16)}` })) }],
  ['receipts name another sender', 'proof/eth_getTransactionReceipt/from', { result: set(receipt, 'from', (result) => flip(result.from)) }],
  ['receipts name another receiver', 'proof/eth_getTransactionReceipt/to', { result: set(receipt, 'to', (result) => result.to && flip(result.to)) }],
  ['receipts name another index', 'proof/eth_getTransactionReceipt/transactionIndex', { result: set(receipt, 'transactionIndex', (result) => more(result.transactionIndex)) }],
  ['logs tell another time', 'proof/eth_getTransactionReceipt/logs/blockTimestamp', { result: logs((log) => ({ ...log, blockTimestamp: more(log['blockTimestamp']) })) }],
  ['receipts are all of type 0', 'proof/eth_getTransactionReceipt/type', { result: set(receipt, 'type', () => '0x0') }],
  ['the blob gas of a block is off by a blob', 'proof/eth_getBlockByNumber/blobGasUsed', { result: change(block, (result) => result.blobGasUsed ? { ...result, blobGasUsed: `0x${(BigInt(result.blobGasUsed) + 131072n).toString(16)}` } : result) }],
  ['senders in a block are other accounts', 'proof/eth_getBlockByNumber/transactions/from', { result: transactions((item) => ({ ...item, from: flip(item['from']) })) }],
  ['prices in a block are the tip', 'proof/eth_getBlockByNumber/transactions/gasPrice', { result: transactions((item) => 'maxFeePerGas' in item ? { ...item, gasPrice: '0x1' } : item) }],
  ['legacy transactions in a block are of chain 1', 'proof/eth_getBlockByNumber/transactions/chainId', { result: transactions((item) => item['type'] === '0x0' && 'chainId' in item ? { ...item, chainId: '0x1' } : item) }],
  ['transactions in a block hash to another block', 'proof/eth_getBlockByNumber/transactions/blockHash', { result: transactions((item) => ({ ...item, blockHash: flip(item['blockHash']) })) }],
  ['transactions in a block are of the next one', 'proof/eth_getBlockByNumber/transactions/blockNumber', { result: transactions((item) => ({ ...item, blockNumber: more(item['blockNumber']) })) }],
  ['transactions in a block are a second late', 'proof/eth_getBlockByNumber/transactions/blockTimestamp', { result: transactions((item) => ({ ...item, blockTimestamp: more(item['blockTimestamp']) })) }],
  ['transactions in a block stand one too far', 'proof/eth_getBlockByNumber/transactions/transactionIndex', { result: transactions((item) => ({ ...item, transactionIndex: more(item['transactionIndex']) })) }],
  ['the value of a transaction alone is altered', 'proof/eth_getTransactionByHash/hash', { result: set(transaction, 'value', (result) => more(result.value)) }],
  ['a legacy transaction alone is of chain 1', 'proof/eth_getTransactionByHash/chainId', { result: change(transaction, (result) => result.type === '0x0' && 'chainId' in result ? { ...result, chainId: '0x1' } : result) }],
  ['a transaction alone is of another block', 'proof/eth_getTransactionByHash/blockHash', { result: set(transaction, 'blockHash', (result) => flip(result.blockHash)) }],
  ['a transaction alone is of the next block', 'proof/eth_getTransactionByHash/blockNumber', { result: set(transaction, 'blockNumber', (result) => more(result.blockNumber)) }],
  ['a transaction alone is a second late', 'proof/eth_getTransactionByHash/blockTimestamp', { result: set(transaction, 'blockTimestamp', (result) => more(result.blockTimestamp)) }],
  ['a transaction alone stands one too far', 'proof/eth_getTransactionByHash/transactionIndex', { result: set(transaction, 'transactionIndex', (result) => more(result.transactionIndex)) }],
  ['a receipt is of another transaction, to whom it may concern', 'proof/eth_getTransactionReceipt/transactionHash', { result: set(receipt, 'transactionHash', (result) => flip(result.transactionHash)) }],
  ['a receipt is of another block', 'proof/eth_getTransactionReceipt/blockHash', { result: set(receipt, 'blockHash', (result) => flip(result.blockHash)) }],
  ['a receipt is of the next block', 'proof/eth_getTransactionReceipt/blockNumber', { result: set(receipt, 'blockNumber', (result) => more(result.blockNumber)) }],
  ['cumulativeGasUsed is that of one transaction', 'proof/eth_getTransactionReceipt/cumulativeGasUsed', { result: set(receipt, 'cumulativeGasUsed', (result) => result.gasUsed) }],
  ['one receipt has paid another blobGasPrice', 'proof/eth_getTransactionReceipt/blobGasPrice', { result: change(receipt, (result) => result.blobGasPrice && result.transactionIndex === '0x1' ? { ...result, blobGasPrice: more(result.blobGasPrice) } : result) }],
  ['blobGasPrice is what was offered at most', 'proof/eth_getTransactionReceipt/blobGasPrice/schedule', { result: change(receipt, (result) => result.blobGasPrice ? { ...result, blobGasPrice: '0x63' } : result) }],
  ['logs are of another transaction', 'proof/eth_getTransactionReceipt/logs/transactionHash', { result: logs((log) => ({ ...log, transactionHash: flip(log['transactionHash']) })) }],
  ['logs are of the next transaction', 'proof/eth_getTransactionReceipt/logs/transactionIndex', { result: logs((log) => ({ ...log, transactionIndex: more(log['transactionIndex']) })) }],
  ['logs are of another block', 'proof/eth_getTransactionReceipt/logs/blockHash', { result: logs((log) => ({ ...log, blockHash: flip(log['blockHash']) })) }],
  ['logs are of the next block', 'proof/eth_getTransactionReceipt/logs/blockNumber', { result: logs((log) => ({ ...log, blockNumber: more(log['blockNumber']) })) }],
  ['one log of one receipt is a second late', 'proof/eth_getTransactionReceipt/logs/blockTimestamp', { result: logs((log, index, { transactionIndex }) => index === 1 && transactionIndex === '0x3' ? { ...log, blockTimestamp: more(log['blockTimestamp']) } : log) }],
  ['one log of one receipt is removed', 'proof/eth_getTransactionReceipt/logs/removed', { result: logs((log, index) => index === 1 ? { ...log, removed: true } : log) }],
  ['logIndex of one log stands still', 'proof/eth_getTransactionReceipt/logs/logIndex', { result: logs((log, index, { logs: all }) => index === 1 ? { ...log, logIndex: all[0].logIndex } : log) }],
]

/** Some bad parameters of one method are let through. */
function accept(name: string, judge: (params: any) => boolean): Defect {
  return { accept: (method, params) => method === name && Array.isArray(params) && judge(params) }
}

/** The same change to a transaction alone and in its block. */
function everywhere(edit: (item: Json) => Json): Change {
  const inBlocks = transactions(edit)
  return (method, result: any, params) =>
    method === transaction && result !== null ? edit(result) : inBlocks(method, result, params)
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
