import { Agent, createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { HttpResponse, Target } from '../src/endpoint/target.ts'
import { keepDigits, type Defect, type Json } from './mini-server.ts'

/** A fault of a proxy: the small server's hooks, and faults that only a wire can have. */
export interface Fault extends Pick<Defect, 'result' | 'answer' | 'body' | 'http'> {
  /** Changes a call before it is passed on. */
  call?(call: Json): Json
  /** Writes the response instead of the proxy: cut, in pieces, late. False where it does not. */
  write?(response: ServerResponse, answer: HttpResponse): boolean | Promise<boolean>
}

/** Answers one HTTP request. */
export type Upstream = (
  verb: string,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array<ArrayBuffer>,
) => Promise<HttpResponse>

/** A node that listens, as the upstream of a proxy. */
export function nodeUpstream(url: string): Upstream & Disposable {
  const agent = new Agent({ keepAlive: true })
  const pass: Upstream = async (method, headers, body) => {
    const request = ask(url, { method, agent, headers: { ...headers, 'content-length': body.length } }).end(
      body,
    )
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return { status: response.statusCode!, headers: headersOf(response), body: await buffer(response) }
  }
  return Object.assign(pass, { [Symbol.dispose]: () => agent.destroy() })
}

/** A target of this process, as the upstream of a proxy. */
export function targetUpstream({ send, fetch }: Target): Upstream {
  return async (verb, headers, body) => {
    const isPlain = verb === 'POST' && headers['content-type'] === 'application/json'
    return isPlain && !headers['content-encoding']
      ? await send(body)
      : await fetch!({ verb, headers, ...(body.length > 0 && { body: new TextDecoder().decode(body) }) })
  }
}

/** Where a proxy listens, and how many exchanges it has changed. */
export interface Proxy {
  readonly url: string
  readonly touched: number
}

/** A proxy on a free port of this machine; without a fault it changes nothing. Disposing of it cuts what is open. */
export async function startProxy(upstream: Upstream, fault: Fault = {}): Promise<Proxy & AsyncDisposable> {
  let touched = 0
  const server = createServer((request, response) => {
    // Without an upstream nothing can be answered.
    exchange(upstream, fault, request, response).then(
      (isTouched) => void (touched += Number(isTouched)),
      () => response.destroy(),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return {
    url: `http://127.0.0.1:${port}/`,
    get touched() {
      return touched
    },
    [Symbol.asyncDispose]: close,
  }
}

/** Passes one exchange on; whether something of it was changed. */
async function exchange(
  upstream: Upstream,
  fault: Fault,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const verb = request.method!
  const given = new Uint8Array(await buffer(request))
  const asked = passCalls(given, fault)
  const headers = Object.fromEntries(headersOf(request))
  const plain = await upstream(verb, headers, asked)
  const text = new TextDecoder().decode(asked)
  const body = spoil(plain.body, text, fault)
  const status = plain.body.length === 0 && body.length > 0 ? 200 : plain.status
  const changed = { ...plain, status, body }
  const answer = fault.http?.(changed, { verb, headers, body: text }) ?? changed
  const isWritten = await fault.write?.(response, answer)
  if (!isWritten) writeHead(response, answer).end(answer.body)
  return isWritten === true || asked !== given || answer !== changed || body !== plain.body
}

/** Writes the head of a response, with its length. */
export function writeHead(
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  more: Readonly<Record<string, string>> = {},
): ServerResponse {
  const length = body.length > 0 || status !== 204 ? { 'content-length': String(body.length) } : {}
  return response.writeHead(status, { ...Object.fromEntries(headers), ...length, ...more })
}

// Headers of one connection, or of the length of one message. No packing is asked for: what passes is read.
const own = /^(connection|keep-alive|transfer-encoding|content-length|accept-encoding|host|date)$/

const headersOf = ({ headers }: IncomingMessage) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) => (own.test(name) ? [] : [[name, String(value)]])) as [
      string,
      string,
    ][],
  )

function read(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), keepDigits)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const bytesOf = (value: unknown) =>
  new TextEncoder().encode(
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value),
  )

function passCalls(bytes: Uint8Array<ArrayBuffer>, { call }: Fault): Uint8Array<ArrayBuffer> {
  const value = call && read(bytes)
  const keep = (made: unknown) => (JSON.stringify(made) === JSON.stringify(value) ? bytes : bytesOf(made))
  const pass = (item: unknown) =>
    isObject(item) && Array.isArray(item['params']) ? call!(structuredCall(item)) : item
  return Array.isArray(value) ? keep(value.map(pass)) : isObject(value) ? keep(pass(value)) : bytes
}

const structuredCall = (call: Json): Json => ({ ...call, params: [...call['params']] })

const isThere = (item: unknown) => item !== undefined

/** The bytes of a response with the hooks' changes; the same bytes where there are none. */
function spoil(bytes: Uint8Array, text: string, { result, answer, body }: Fault): Uint8Array {
  if (!result && !answer && !body) return bytes
  const value = bytes.length > 0 ? read(bytes) : undefined
  if (value === undefined && bytes.length > 0) return bytes
  const asked = read(new TextEncoder().encode(text))
  const left = Array.isArray(asked) ? [...asked] : [asked]
  const one = (item: unknown) => {
    if (!isObject(item)) return item
    const key = JSON.stringify(item['id'])
    const index = left.findIndex((call) => isObject(call) && JSON.stringify(call['id']) === key)
    const [call] = index < 0 ? [] : left.splice(index, 1)
    const made =
      result && isObject(call) && 'result' in item && Array.isArray(call['params'])
        ? { ...item, result: result(call['method'], structuredClone(item['result']), call['params']) }
        : item
    return answer ? answer(made, call) : made
  }
  const silent = () =>
    answer ? left.map((call) => (isObject(call) ? answer(undefined, call) : undefined)) : []
  const made = Array.isArray(value)
    ? [...value.map(one), ...silent()].filter(isThere)
    : value === undefined
      ? silent().find(isThere)
      : one(value)
  const all = body ? body(made, text) : made
  return JSON.stringify(all) === JSON.stringify(value) ? bytes : bytesOf(all)
}
