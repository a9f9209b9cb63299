import type { Defect, Json } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

/** A habit of nodes in use, the checks that report it, and a server that has it. */
export type Dialect = [habit: string, checks: string[], hooks: Defect]

const [transaction, receipt, block, byHash] = [
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
  'eth_getBlockByNumber',
  'eth_getBlockByHash',
]
const without = (object: Json, ...keys: string[]) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !keys.includes(name)))

type Change = NonNullable<Defect['result']>

/** A change of every object of a kind, wherever it stands in a result. */
const each =
  (kind: string, edit: (json: Json) => Json): Change =>
  (method, result: any) => {
    if (result === null) return result
    if (method === 'eth_getBlockReceipts')
      return result.map((json: Json) => each(kind, edit)(receipt, json, []))
    if (kind === 'log') return method === receipt ? { ...result, logs: result.logs.map(edit) } : result
    const isByIndex = /^eth_getTransactionBy.*AndIndex$/.test(method)
    if (kind === method || (kind === block && method === byHash) || (kind === transaction && isByIndex))
      return edit(result)
    const isInside = kind === transaction && (method === block || method === byHash)
    const items = (list: unknown[]) =>
      list.map((item) => (typeof item === 'string' ? item : edit(item as Json)))
    return isInside ? { ...result, transactions: items(result.transactions) } : result
  }

/** Another answer to some calls. */
const instead = (
  isMeant: (method: string, params: any[], answer: Json) => boolean,
  change: Json,
): Defect => ({
  answer: (answer, request) =>
    answer && Array.isArray(request?.params) && isMeant(request.method, request.params, answer)
      ? { jsonrpc: '2.0', id: request.id, ...change }
      : answer,
})
const isTag = (method: string, [tag]: any[]) =>
  method === block && ['safe', 'finalized', 'pending'].includes(tag)
const error = (code: number) => ({ error: { code, message: 'x' } })
const accept = (pattern: RegExp): Defect => ({
  accept: (method, params) => {
    if (!Array.isArray(params)) return false
    const [first, ...rest] = params as unknown[]
    const isFlagged = method === block ? rest.length === 1 && typeof rest[0] === 'boolean' : rest.length === 0
    return isFlagged && typeof first === 'string' && pattern.test(first)
  },
})
const last = makePaperChain().at(-1)!
const pending: Defect = {
  result: (method, result, [tag, whole]) =>
    method === block && tag === 'pending'
      ? { ...(whole ? last.whole : last.hashes), hash: null, nonce: null, miner: null }
      : result,
}

/** Responses of geth, reth, erigon, nethermind, besu and older versions of them on valid chains. */
// oxfmt-ignore
export const dialects: Dialect[] = [
  ['geth: a pending block has no hash, nonce and miner', [], pending],
  ['geth, besu, erigon: a tag that names no block yet is an error', [`valid/${block}/0/safe`, `valid/${block}/0/pending`], instead(isTag, error(-39001))],
  ['geth: numbers end at 2^63 - 1', [], instead((method, [number]) => method === block && /^0x[89a-f].{15}$/.test(number), error(-32602))],
  ['geth: transactions of old blocks are not indexed', [`link/${block}/transaction`, `link/${block}/receipt`], instead((method, _, { result }) => method !== block && result?.blockNumber === '0x1', { result: null })],
  ['reth: old blocks are gone, but the first is there', [`link/${block}/between`], instead((method, _, { result }) => method === block && result?.number === '0x1', { result: null })],
  ['besu: a block has totalDifficulty', [`schema/${block}/Block/additionalProperties`], { result: each(block, (json) => ({ ...json, totalDifficulty: '0x1' })) }],
  ['before 2025-08: logs have no blockTimestamp', [`schema/${receipt}/Log/required`], { result: each('log', (log) => without(log, 'blockTimestamp')) }],
  ['before 2026-02: transactions have no blockTimestamp', [`schema/${transaction}/Transaction/required`, `schema/${block}/Transaction/required`], { result: each(transaction, (json) => without(json, 'blockTimestamp')) }],
  ['typed transactions have no v', [`schema/${transaction}/Transaction/required`], { result: each(transaction, (json) => 'yParity' in json ? without(json, 'v') : json) }],
  ['the gasPrice of blob transactions is left out', [`schema/${transaction}/Transaction/required`], { result: each(transaction, (json) => json['type'] === '0x3' ? without(json, 'gasPrice') : json) }],
  ['receipts have no type', [`schema/${receipt}/Receipt/required`], { result: each(receipt, (json) => without(json, 'type')) }],
  ['what is null in a receipt is left out', [`schema/${receipt}/Receipt/required`], { result: each(receipt, (json) => without(json, ...['to', 'contractAddress'].filter((key) => json[key] === null))) }],
  ['rollups: receipts have fees of their own', [`schema/${receipt}/Receipt/additionalProperties`], { result: each(receipt, (json) => ({ ...json, l1Fee: '0x0' })) }],
  ['nethermind: the flag may be left out', [`arity/${block}/missing/1`], { accept: (method, params) => method === block && Array.isArray(params) && params.length === 1 && typeof params[0] === 'string' && /^0x(0|[1-9a-f][0-9a-f]{0,15})$/.test(params[0]) }],
  ['geth: hex is taken in either case', [`invalid/${block}/0/BlockNumber/pattern/[0-9]+`], accept(/^0x(0|[1-9a-f][0-9a-f]{0,15}|[0-9a-f]{64})$/i)],
]
