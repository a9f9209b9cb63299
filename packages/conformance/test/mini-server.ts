import { document as own, type OpenRpc } from '@lectern/spec'
import {
  checkValue,
  functionTarget,
  type HttpResponse,
  type HttpRequest,
  type Issue,
  type Rpc,
  type Target,
} from '../src/engine.ts'
import type { PaperBlock } from './paper-chain.ts'
import { createPaperMethods } from './paper-methods.ts'

export type Json = Record<string, any>

/** Hooks for a defect in an otherwise correct server. */
export interface Defect {
  /** Lets a call with bad parameters through; its result is null then. */
  accept?(method: string, params: unknown): boolean
  /** Changes a result, which is a copy. */
  result?(method: string, result: any, params: any[]): unknown
  /** Changes the response to one request, or to what is no request; undefined answers nothing. */
  answer?(answer: Json | undefined, request: any): unknown
  /** Changes the whole body; undefined answers nothing. */
  body?(answer: any, text: string): unknown
  /** Another document, and further methods, which may look up transactions. */
  document?: OpenRpc
  methods?(find: (hash: string) => Json | undefined): Record<string, (params: any) => unknown>
  /** Changes the HTTP response; `answer` is that of a correct server. */
  http?(answer: HttpResponse, request: HttpRequest): HttpResponse | undefined
}

const json = { 'content-type': 'application/json' }

const refuse = (status: number, headers: Record<string, string> = {}): HttpResponse => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, ...error(-32600, 'Refused') })
  return { status, headers: new Headers({ ...json, ...headers }), body: new TextEncoder().encode(body) }
}

/** The small server as a target that HTTP requests can be sent to, too. */
export function miniTarget(
  blocks: readonly PaperBlock[],
  defect: Defect = {},
  server: Rpc = miniServer(blocks, defect),
): Target {
  const rpc = functionTarget(server)
  const serve = async ({ verb, headers, body = '' }: HttpRequest): Promise<HttpResponse> => {
    if (verb !== 'POST') return refuse(405, { allow: 'POST' })
    const isJson = /^application\/json(-rpc|request)?(;|$)/i.test(headers['content-type'] ?? '')
    return isJson && !('content-encoding' in headers) ? await rpc.send(body) : refuse(415)
  }
  const all = async (request: HttpRequest) => {
    const answer = await serve(request)
    return defect.http?.(answer, request) ?? answer
  }
  return {
    send: async (body) => {
      const answer = await rpc.send(body)
      return defect.http?.(answer, { verb: 'POST', headers: json, body: String(body) }) ?? answer
    },
    fetch: all,
  }
}

/** A small correct JSON-RPC server over the blocks, with one defect put in. */
export function miniServer(blocks: readonly PaperBlock[], defect: Defect = {}): Rpc {
  const methods = createMethods(blocks, defect)
  const document = defect.document ?? own

  return serveCalls(({ method, params = [] }: Json): Json => {
    if (!Object.hasOwn(methods, method)) return error(-32601, 'Method not found')
    const issue = paramsIssue(document, method, params)
    if (issue && !defect.accept?.(method, params)) return error(-32602, `${issue.path} ${issue.message}`)
    if (issue) return { result: null }
    const result = structuredClone(methods[method]!(params))
    return { result: defect.result ? defect.result(method, result, params) : result }
  }, defect)
}

/** JSON-RPC over a function from one call to its result or error. */
export function serveCalls(call: (request: Json) => Json, defect: Defect): Rpc {
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
  const all = (bytes: Uint8Array) => {
    let value: unknown
    try {
      const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)
      value = JSON.parse(text, keepDigits)
      if (isDoubled(text)) value = undefined
    } catch {
      return { jsonrpc: '2.0', id: null, ...error(-32700, 'Parse error') }
    }
    if (!Array.isArray(value) || value.length === 0) return one(value)
    const answers = value.map(one).filter((item) => item !== undefined)
    return answers.length > 0 ? answers : undefined
  }

  return (bytes) => {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) // for defects: what is no UTF-8 is replaced
    const value = defect.body ? defect.body(all(bytes), text) : all(bytes)
    if (value === undefined) return undefined
    return new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

export const error = (code: number, message: string): Json => ({ error: { code, message } })

const raw = JSON as unknown as { rawJSON(text: string): object; isRawJSON(value: unknown): boolean }

/** An id that no number holds stays as it was written. */
export function keepDigits(
  this: unknown,
  key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  const isRounded = key === 'id' && typeof value === 'number' && String(value) !== context?.source
  return isRounded ? raw.rawJSON(context!.source!) : value
}

/** Whether a single request has a duplicate member, however it is written. */
function isDoubled(text: string): boolean {
  if (!text.trim().startsWith('{')) return false
  let depth = 0
  const names: string[] = []
  for (const [token, string, colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[[\]{}]/g)) {
    if (string === undefined) depth += token === '{' || token === '[' ? 1 : -1
    else if (colon !== undefined && depth === 1) names.push(JSON.parse(string) as string)
  }
  return ['id', 'jsonrpc', 'method', 'params'].some((name) => names.indexOf(name) !== names.lastIndexOf(name))
}

function isRequest(value: any): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { jsonrpc, method, params = [], id = null } = value
  const idIsFine = id === null || typeof id === 'string' || typeof id === 'number' || raw.isRawJSON(id)
  return (
    jsonrpc === '2.0' &&
    typeof method === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    idIsFine
  )
}

/** Returns the issue of the parameters of a call, by the document. */
function paramsIssue(document: OpenRpc, method: string, params: any): Issue | undefined {
  const found = document.methods.find(({ name }) => name === method)
  if (!found) return undefined
  const least = found.params.filter(({ required }) => required === true).length
  const right = Array.isArray(params) && params.length >= least && params.length <= found.params.length
  if (!right) return { path: '', message: 'must be as many as there are' }
  return found.params
    .slice(0, params.length)
    .map(({ schema }, index) => checkValue(document, schema, params[index]))
    .find((one) => one)
}

type Method = (params: any) => unknown

function createMethods(
  blocks: readonly PaperBlock[],
  { document = own, methods }: Defect,
): Record<string, Method> {
  const paper = createPaperMethods(blocks)
  return {
    ...mapValues(paper, (method) => (params) => (method as (...params: unknown[]) => unknown)(...params)),
    'rpc.discover': () => document,
    ...methods?.((hash) => paper.eth_getTransactionByHash(hash as `0x${string}`) as Json | undefined),
  }
}

const mapValues = <T extends object, R>(values: T, map: (value: T[keyof T]) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
