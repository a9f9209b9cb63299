import { document } from '@lectern/spec'
import { params as validators } from '@lectern/spec/validators'
import type { Rpc } from '../src/index.ts'
import type { PaperBlock } from './paper-chain.ts'

export type Json = Record<string, any>

/** Places where a defect can be put into an otherwise correct server. */
export interface Defect {
  /** Lets a call with bad parameters through; its result is null then. */
  accept?(method: string, params: unknown): boolean
  /** Changes a result (a copy of its own). */
  result?(method: string, result: any, params: any[]): unknown
  /** Changes the answer to one request, or to what is no request; undefined answers nothing. */
  answer?(answer: Json | undefined, request: any): unknown
  /** Changes the whole body; undefined answers nothing. */
  body?(answer: any, text: string): unknown
}

/** A small correct JSON-RPC server over the blocks, with one defect put in. */
export function miniServer(blocks: readonly PaperBlock[], defect: Defect = {}): Rpc {
  const methods = createMethods(blocks)

  const call = ({ method, params = [] }: Json): Json => {
    if (!Object.hasOwn(methods, method)) return error(-32601, 'Method not found')
    const issue = method in validators ? validators[method as keyof typeof validators](params) : undefined
    if (issue && !defect.accept?.(method, params)) return error(-32602, `${issue.path} ${issue.message}`)
    if (issue) return { result: null }
    const result = structuredClone(methods[method]!(params))
    return { result: defect.result ? defect.result(method, result, params) : result }
  }
  const answer = (request: any): Json | undefined => {
    const valid = isRequest(request)
    if (valid && !Object.hasOwn(request, 'id')) return undefined
    return {
      jsonrpc: '2.0',
      id: valid ? request.id : null,
      ...(valid ? call(request) : error(-32600, 'Invalid request')),
    }
  }
  const one = (request: any) => (defect.answer ? defect.answer(answer(request), request) : answer(request))
  const all = (text: string) => {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return { jsonrpc: '2.0', id: null, ...error(-32700, 'Parse error') }
    }
    if (!Array.isArray(value) || value.length === 0) return one(value)
    const answers = value.map(one).filter((item) => item !== undefined)
    return answers.length > 0 ? answers : undefined
  }

  return (bytes) => {
    const text = new TextDecoder().decode(bytes)
    const value = defect.body ? defect.body(all(text), text) : all(text)
    if (value === undefined) return undefined
    return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

const error = (code: number, message: string): Json => ({ error: { code, message } })

function isRequest(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { jsonrpc, method, params = [], id = null } = value
  const idIsFine =
    id === null ||
    typeof id === 'string' ||
    (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER)
  return (
    jsonrpc === '2.0' &&
    typeof method === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    idIsFine
  )
}

function createMethods(blocks: readonly PaperBlock[]): Record<string, (params: any) => unknown> {
  const byHash = (items: (block: PaperBlock) => readonly Json[], key: string) =>
    new Map(blocks.flatMap((block) => items(block).map((item) => [item[key] as string, item])))
  const transactions = byHash((block) => block.transactions, 'hash')
  const receipts = byHash((block) => block.receipts, 'transactionHash')
  const numbers = new Map(blocks.map((block) => [block.hashes['number'], block]))
  const tags: Record<string, PaperBlock | undefined> = {
    earliest: blocks[0],
    latest: blocks.at(-1),
    safe: blocks.at(-2),
  }
  return {
    eth_getTransactionByHash: ([hash]) => transactions.get(hash.toLowerCase()) ?? null,
    eth_getTransactionReceipt: ([hash]) => receipts.get(hash.toLowerCase()) ?? null,
    eth_getBlockByNumber: ([number, whole]) =>
      (tags[number] ?? numbers.get(number))?.[whole ? 'whole' : 'hashes'] ?? null,
    'rpc.discover': () => document,
  }
}
