import { gzipSync } from 'node:zlib'
import { block, change, flip, more, receipt, transaction, without, type Change } from './defect.ts'
import { writeHead, type Fault } from './faulty-proxy.ts'
import type { Json } from './mini-server.ts'
import type { FaultRow } from './value-faults.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const bytes = (text: string) => new TextEncoder().encode(text)
const isCall = (call: any) => typeof call?.method === 'string'
const upTo = (number: string, step: bigint) => `0x${(BigInt(number) + step).toString(16)}`

/** True at each turn of so many. */
const every = (turns: number) => {
  let turn = 0
  return () => ++turn % turns === 0
}

/** A change of one result of so many of a method that are there. */
const someResults = (turns: number, edit: Change) => (): Fault => {
  const isMeant = every(turns)
  return {
    result: (method, result, params) =>
      result !== null && isMeant() ? edit(method, result, params) : result,
  }
}
/** A change of each response, and of one of so many. */
const responses =
  (edit: (response: Json, call: any) => unknown, turns = 1) =>
  (): Fault => {
    const isMeant = every(turns)
    return { answer: (response, call) => (response && isMeant() ? edit(response, call) : response) }
  }
const errors = (edit: (error: Json) => unknown) =>
  responses((response) => (response['error'] ? { ...response, error: edit(response['error']) } : response))
const batches = (edit: (list: Json[]) => unknown) => (): Fault => ({
  body: (all) => (Array.isArray(all) && all.length > 1 ? edit(all) : all),
})
/** Other bytes, or another head, of one response of so many that has a body. */
const answers =
  (edit: NonNullable<Fault['http']>, turns = 1) =>
  (): Fault => {
    const isMeant = every(turns)
    return {
      http: (answer, request) => (answer.body.length > 0 && isMeant() ? edit(answer, request) : answer),
    }
  }
const written =
  (write: NonNullable<Fault['write']>, turns = 1) =>
  (): Fault => {
    const isMeant = every(turns)
    return { write: (response, answer) => isMeant() && write(response, answer) }
  }
const changed = (edit: (text: string) => string, turns?: number) =>
  answers((answer) => {
    const [old, made] = [text(answer.body), edit(text(answer.body))]
    return made === old ? answer : { ...answer, body: bytes(made) }
  }, turns)
const typed = (type: string, turns?: number) =>
  answers((answer) => ({ ...answer, headers: new Headers({ 'content-type': type }) }), turns)

/** The calls of a method as they are asked, or others. */
const asks = (edit: (params: any[]) => any[]) => (): Fault => ({
  call: (call) => (call['method'] === block ? { ...call, params: edit(call['params']) } : call),
})

/** Results of the call before, of the same method. */
const stale = (method: string, turns: number, edit: (old: any, result: any) => unknown) => (): Fault => {
  const isMeant = every(turns)
  let last: any
  return {
    result: (name, result: any) => {
      if (name !== method || result === null) return result
      const old = last
      last = result
      return old && isMeant() ? edit(old, result) : result
    },
  }
}
/** The first response for the same key. */
const cached = (method: string, keyOf: (params: any[]) => string) => (): Fault => {
  const known = new Map<string, unknown>()
  return {
    result: (name, result, params) => {
      if (name !== method || result === null) return result
      const key = keyOf(params)
      return known.get(key) ?? known.set(key, result).get(key)
    },
  }
}
/** The head moves from one of two heights to the other. */
const leaping = (): Fault => {
  const isMeant = every(2)
  let number: string | undefined
  return {
    call: (call) =>
      call['params'][0] === 'latest' && number !== undefined && isMeant()
        ? { ...call, params: call['params'].with(0, upTo(number, -16n)) }
        : call,
    result: (method, result: any, [tag]) => {
      if (method === block && tag === 'latest') number = result.number
      return result
    },
  }
}
/** Results that are null where they are meant. */
const gone = (method: string, isMeant: (result: any) => boolean) => (): Fault => ({
  result: (name, result) => (name === method && result !== null && isMeant(result) ? null : result),
})
const at = (number: string, step: bigint) => BigInt(number) % 20n === step

/** Responses that are absent, late, of another call, no JSON, or cut. */
// oxfmt-ignore
export const wireFaults: readonly FaultRow[] = [
  // Consistency, caches.
  ['blocks are null in the middle of the range', 'erigontech/erigon#10572', gone(block, ({ number }) => at(number, 3n) || at(number, 4n))],
  ['one block in 20 is null', 'openethereum/parity-ethereum#6410', gone(block, ({ number }) => at(number, 1n))],
  ['blocks with transactions are null', 'INFURA/infura#43', gone(block, ({ transactions: [first] }) => typeof first === 'object')],
  ['one call in 20 for a transaction is null', 'openethereum/parity-ethereum#8663', () => { const isMeant = every(20); return { result: (method, result) => method === transaction && result !== null && isMeant() ? null : result } }],
  ['some receipts are null', 'NethermindEth/nethermind#6182', gone(receipt, ({ transactionHash }) => /[05]$/.test(transactionHash))],
  ['earliest is not the lowest block', '', asks(([number, ...rest]) => [number === 'earliest' ? '0x1' : number, ...rest])],
  ['earliest is the head', '', asks(([number, ...rest]) => [number === 'earliest' ? 'latest' : number, ...rest])],
  ['latest is block 1', '', asks(([number, ...rest]) => [number === 'latest' ? '0x1' : number, ...rest])],
  ['latest goes back and forth', 'ethereum/go-ethereum#27353', leaping],
  ['safe is below finalized', '', asks(([number, ...rest]) => [number === 'safe' ? '0x1' : number === 'finalized' ? 'latest' : number, ...rest])],
  ['a number gives the block after it', '', () => ({ call: (call) => call['method'] === block && /^0x[1-9a-f][0-9a-f]*$/.test(call['params'][0]) ? { ...call, params: call['params'].with(0, upTo(call['params'][0], 1n)) } : call })],
  ['a number above the head gives the head', '', () => ({ call: (call) => call['method'] === block && /^0x[0-9a-f]{3,16}$/.test(call['params'][0]) ? { ...call, params: call['params'].with(0, 'latest') } : call })],
  ['blocks are cached by number alone', 'erigontech/erigon#12690', cached(block, ([number]) => number)],
  ['blocks are cached by their last digit', '', cached(block, ([number, whole]) => `${number.slice(-1)}${whole}`)],
  ['transactions are cached by eight digits', '', cached(transaction, ([hash]) => hash.slice(2, 3))],
  ['one receipt in 20 is the one before', 'ethereum/go-ethereum#29261', stale(receipt, 20, (old) => old)],
  ['one receipt in 20 has the logs of the one before', '', stale(receipt, 20, (old, result) => ({ ...result, logs: old.logs }))],
  ['one receipt in 20 has the gas of the one before', '', stale(receipt, 20, (old, result) => ({ ...result, gasUsed: old.gasUsed, cumulativeGasUsed: old.cumulativeGasUsed }))],
  ['one block in 20 has the transactions of the one before', '', stale(block, 20, (old, result) => ({ ...result, transactions: old.transactions }))],
  ['one block in 20 has the roots of the one before', '', stale(block, 20, (old, result) => ({ ...result, receiptsRoot: old.receiptsRoot, transactionsRoot: old.transactionsRoot }))],
  ['one transaction in 20 is another one', '', stale(transaction, 20, (old, result) => ({ ...old, hash: result.hash }))],
  ['the last transaction of blocks is lost', 'erigontech/erigon#4744', () => ({ result: change(block, (result) => ({ ...result, transactions: result.transactions.slice(0, -1) })) })],
  ['one call in 20 for a block loses transactions', 'erigontech/erigon#4744', someResults(20, change(block, (result) => ({ ...result, transactions: result.transactions.slice(1) })))],
  ['one receipt in 20 has another status', '', someResults(20, change(receipt, (result) => 'status' in result ? { ...result, status: result.status === '0x1' ? '0x0' : '0x1' } : result))],
  ['one receipt in 20 costs more', '', someResults(20, change(receipt, (result) => ({ ...result, effectiveGasPrice: more(result.effectiveGasPrice) })))],
  ['one block in 20 has another state', '', () => ({ result: change(block, (result) => at(result.number, 1n) ? { ...result, stateRoot: flip(result.stateRoot) } : result) })],
  ['unknown hashes give some transaction', '', () => { let some: any; return { result: (method, result, [hash]) => method === transaction ? (some = result ?? (some && { ...some, hash: hash.toLowerCase() })) : result } }],
  // Batches.
  ['batches lose their last response', 'NethermindEth/nethermind#12485', batches((list) => list.slice(0, -1))],
  ['batches have a response twice', '', batches((list) => list.concat(list.slice(0, 1)))],
  ['ids of a batch are mixed', 'emeraldpay/dshackle#148', batches((list) => list.map((one, index) => ({ ...one, id: list.at(index - 1)!['id'] })))],
  ['batches are refused with one error', 'erigontech/erigon#17245', batches(() => ({ jsonrpc: '2.0', id: null, error: { code: -32000, message: 'batch limit exceeded' } }))],
  ['responses of a batch are texts', 'gnosis/gp-v2-services#1098', batches((list) => list.map((one) => JSON.stringify(one)))],
  ['a batch ends where it is no request', 'NethermindEth/nethermind#12485', batches((list) => { const at = list.findIndex((one) => one['error']?.code === -32600); return at < 0 ? list : list.slice(0, at) })],
  ['batches of one have one response alone', '', () => ({ body: (all) => Array.isArray(all) && all.length === 1 ? all[0] : all })],
  ['an error in a batch stands for all', 'steemit/jussi#191', batches((list) => list.find((one) => one['error']) ?? list)],
  ['notifications in batches have a response', 'ethereum/go-ethereum#924', () => ({ answer: (response, call) => response ?? (isCall(call) ? { jsonrpc: '2.0', id: null, result: null } : response) })],
  // The envelope.
  ['ids are texts', '', responses((response) => ({ ...response, id: String(response['id']) }))],
  ['one id in 20 is null', 'blockscout/blockscout#7211', responses((response) => ({ ...response, id: null }), 20)],
  ['one id in 20 is the next', '', responses((response) => typeof response['id'] === 'number' ? { ...response, id: response['id'] + 1 } : response, 20)],
  ['jsonrpc is missing', '', responses((response) => without(response, 'jsonrpc'))],
  ['jsonrpc is 1.0', '', responses((response) => ({ ...response, jsonrpc: '1.0' }))],
  ['jsonrpc is empty where there is an error', 'ConsenSys-archive/ganache-ui#1211', responses((response) => response['error'] ? { ...response, jsonrpc: '' } : response)],
  ['error stands beside each result, null', '', responses((response) => ({ error: null, ...response }))],
  ['null is left out', '', responses((response) => response['result'] === null ? without(response, 'result') : response)],
  ['codes are texts', '', errors((error) => ({ ...error, code: String(error['code']) }))],
  ['errors have no message', '', errors(({ code }) => ({ code }))],
  ['errors are texts', '', errors(({ message }) => message)],
  ['an unknown method is -32600', '', errors((error) => error['code'] === -32601 ? { ...error, code: -32600 } : error)],
  ['bad parameters are an internal error', '', errors((error) => error['code'] === -32602 ? { ...error, code: -32603 } : error)],
  ['bad parameters are null', '', responses((response, call) => response['error']?.code === -32602 ? { jsonrpc: '2.0', id: call?.id ?? null, result: null } : response)],
  ['what is not found is an error', 'ethereum/go-ethereum#28703', responses((response) => response['result'] === null ? { jsonrpc: '2.0', id: response['id'], error: { code: -32000, message: 'not found' } } : response)],
  ['one response in 20 is an internal error', '', responses(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: 'context deadline exceeded' } }), 20)],
  ['one result in 20 is null', 'INFURA/infura#43', responses((response) => 'result' in response ? { ...response, result: null } : response, 20)],
  // Bytes.
  ['answers are text/html', 'osmosis-labs/osmosis#4580', typed('text/html')],
  ['answers are text/plain', '', typed('text/plain; charset=utf-8')],
  ['one response in 20 is a page', '', answers((answer) => ({ ...answer, status: 502, headers: new Headers({ 'content-type': 'text/html' }), body: bytes('<html>502 Bad Gateway</html>') }), 20)],
  ['one response in 20 is empty', 'INFURA/infura#78', answers((answer) => ({ ...answer, body: new Uint8Array() }), 20)],
  ['one response in 10 is no JSON', 'INFURA/infura#82', changed(() => 'invalid host specified', 10)],
  ['one response in 20 is cut', 'trpc/trpc#4634', changed((text) => text.slice(0, -20), 20)],
  ['responses of more than 64 KiB are cut', 'trpc/trpc#4634', changed((text) => text.slice(0, 65_536))],
  ['responses of more than 2 KiB are cut', 'trpc/trpc#4634', changed((text) => text.slice(0, 2_048))],
  ['all responses are cut', '', changed((text) => text.slice(0, -1))],
  ['answers end with a second value', '', changed((text) => `${text.trimEnd()}{}`)],
  ['answers begin with a byte order mark', '', changed((text) => `\uFEFF${text}`)],
  ['messages are Latin-1', '', answers((answer) => ({ ...answer, body: Buffer.from(text(answer.body).replace('"message":"', '"message":"\u00E9'), 'latin1') }))],
  ['a hash comes twice', '', changed((text) => text.replace('"result":{', '"result":{"hash":"0x",'))],
  ['numbers are not JSON', '', changed((text) => text.replace(/"id":(\d)/, '"id":0$1'))],
  ['answers are said to be gzip', '', answers((answer) => ({ ...answer, headers: new Headers({ ...Object.fromEntries(answer.headers), 'content-encoding': 'gzip' }) }))],
  ['one response in 20 is said to be gzip', '', answers((answer) => ({ ...answer, headers: new Headers({ ...Object.fromEntries(answer.headers), 'content-encoding': 'gzip' }) }), 20)],
  ['one gzip in 20 is cut', '', answers((answer) => ({ ...answer, headers: new Headers({ ...Object.fromEntries(answer.headers), 'content-encoding': 'gzip' }), body: gzipSync(answer.body).subarray(0, -9) }), 20)],
  ['answers are gzip, and do not say so', '', answers((answer) => ({ ...answer, body: gzipSync(answer.body) }))],
  ['results are HTTP 500', '', answers((answer) => ({ ...answer, status: 500 }))],
  ['results are HTTP 404', '', answers((answer) => ({ ...answer, status: 404 }))],
  ['one connection in 20 is cut before its response', '', written((response) => (response.destroy(), true), 20)],
  ['one connection in 20 is cut in its response', '', written((response, answer) => { writeHead(response, answer).write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy()); return true }, 20)],
]
