import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { writeHead, type Fault } from './faulty-proxy.ts'
import type { Json } from './mini-server.ts'

/** A habit that is no fault, and how a proxy before a node with this head does it: new for each run. */
export type LegalRow = readonly [what: string, make: (head: bigint) => Fault]

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const bytes = (text: string) => new TextEncoder().encode(text)
const { isRawJSON: isRawJson } = JSON as unknown as { isRawJSON(value: unknown): boolean }
const hex = (number: bigint) => `0x${number.toString(16)}`

/** A value whose objects have their members in another order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  )
}

const errors = (edit: (error: Json) => Json) => (): Fault => ({
  answer: (answer) => (answer?.['error'] ? { ...answer, error: edit(answer['error']) } : answer),
})
const rewritten = (edit: (text: string) => string) => (): Fault => ({
  http: (answer) => (answer.body.length > 0 ? { ...answer, body: bytes(edit(text(answer.body))) } : answer),
})
/** Other headers of each response with a body. */
const headed = (headers: Readonly<Record<string, string>>) => (): Fault => ({
  http: (answer) =>
    answer.body.length > 0
      ? { ...answer, headers: new Headers({ ...Object.fromEntries(answer.headers), ...headers }) }
      : answer,
})
const written = (write: NonNullable<Fault['write']>) => (): Fault => ({ write })

const tooMany = bytes('{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"too many"}}')

/** One response of so many is HTTP 429, some times. */
const limited = (turns: number, most: number) => (): Fault => {
  let [asked, refused] = [0, 0]
  return {
    http: (answer) => {
      if (++asked % turns !== 0 || ++refused > most) return answer
      const headers = new Headers({ 'content-type': 'application/json', 'retry-after': '0' })
      return { status: 429, headers, body: refused % 2 === 0 ? new Uint8Array() : tooMany }
    },
  }
}

const keyOf = ({ id, method }: Json) => `${method}${JSON.stringify(id)}`
const numberOf = (result: any): bigint => BigInt(result?.blockNumber ?? result?.number ?? 0)

/** A node whose head moves; what is settled lies below. `height` is asked at each call. */
function headAt(head: bigint, height: () => bigint): Fault {
  const tops = new Map<string, bigint>()
  return {
    call(call) {
      const top = height()
      tops.set(keyOf(call), top)
      const [first] = call['params']
      const tags: Json = { latest: hex(top), safe: hex(head - 12n), finalized: hex(head - 13n) }
      return call['method'] === 'eth_getBlockByNumber' && Object.hasOwn(tags, first)
        ? { ...call, params: call['params'].with(0, tags[first]) }
        : call
    },
    answer(answer, call) {
      const top = tops.get(keyOf(call ?? {})) ?? head
      if (call?.['method'] === 'eth_blockNumber' && answer?.['result']) return { ...answer, result: hex(top) }
      return call?.params?.[0] !== 'pending' && numberOf(answer?.['result']) > top
        ? { ...answer, result: null }
        : answer
    },
  }
}

/** About every second answer is of a node that lacks the last block; strict turns would show one client one node. */
const behind: LegalRow[1] = (head) => {
  let turn = 0
  return headAt(head, () => head - BigInt((Math.imul(++turn, 0x9e3779b1) >>> 17) & 1))
}

/** Ten blocks come while it is checked. */
const growing: LegalRow[1] = (head) => {
  let asked = 0n
  return headAt(head, () => (asked++ > 400n ? head : head - 10n + asked / 40n))
}

/** A response of HTTP 1.0, whose end is that of its connection. */
const old: NonNullable<Fault['write']> = ({ socket }, { status, headers, body }) => {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket!.write(`HTTP/1.0 ${status} -\r\n${lines}\r\n`)
  socket!.end(body)
  return true
}

/** Legal habits that not every node has. */
// oxfmt-ignore
export const legal: readonly LegalRow[] = [
  ['responses of a batch in another order', () => ({ body: (all) => Array.isArray(all) ? all.toReversed() : all })],
  ['members in another order', () => ({ body: turned })],
  ['blanks and line breaks', rewritten((text) => ` ${text.replaceAll('{"', '{\n\t"').replaceAll(',"', ' ,\r\n"')}\r\n`)],
  ['escapes in texts', rewritten((text) => text.replaceAll('"0x', String.raw`"\u0030x`).replaceAll('/', String.raw`\/`))],
  ['a member beside those of a response', () => ({ answer: (answer) => answer && { ...answer, took: 1 } })],
  ['a member beside those of an error', errors((error) => ({ ...error, stack: '' }))],
  ['data in errors', errors((error) => ({ ...error, data: { reason: 'it is so', path: ['params', 0] } }))],
  ['other messages', errors((error) => ({ ...error, message: 'что-то не так: \u{1F980}' }))],
  ['a content type in another case, with a charset', headed({ 'content-type': 'Application/JSON; Charset=UTF-8' })],
  ['headers of proxies', headed({ 'server': 'nginx', 'vary': 'Accept-Encoding', 'x-request-id': '7', 'strict-transport-security': 'max-age=1', 'set-cookie': 'a=b', 'cache-control': 'no-store', 'via': '1.1 x' })],
  ['gzip', written((response, answer) => { if (answer.body.length === 0) return false; const body = gzipSync(answer.body, { level: 1 }); writeHead(response, { ...answer, body }, { 'content-encoding': 'gzip' }).end(body); return true })],
  ['chunks', written((response, { status, headers, body }) => { if (body.length === 0) return false; response.writeHead(status, Object.fromEntries(headers)); for (let at = 0; at < body.length; at += 500) response.write(body.subarray(at, at + 500)); response.end(); return true })],
  ['answers that come late, in two pieces', written(async (response, answer) => { const half = answer.body.length / 2; await pause(3); writeHead(response, answer).write(answer.body.subarray(0, half)); await pause(3); response.end(answer.body.subarray(half)); return true })],
  ['early hints', written((response, answer) => { response.writeEarlyHints({ link: '</>; rel=preconnect' }); writeHead(response, answer).end(answer.body); return true })],
  ['connections that close', written((response, answer) => { writeHead(response, answer, { connection: 'close' }).end(answer.body); return true })],
  ['HTTP 1.0', written(old)],
  ['HTTP 429 now and then, with retry-after', limited(60, 8)],
  ['no batches: HTTP 429 for each', () => ({ http: (answer, { body = '' }) => body.trimStart().startsWith('[') ? { ...answer, status: 429, body: tooMany } : answer })],
  ['parse errors that are HTTP 400', () => ({ http: (answer) => text(answer.body).includes('-32700') ? { ...answer, status: 400 } : answer })],
  ['HTTP 200 without a body for notifications', () => ({ http: (answer) => answer.body.length === 0 && answer.status < 300 ? { ...answer, status: 200 } : answer })],
  ['a head that grows', growing],
  ['one of two nodes a block behind', behind],
]

/** Several variations at once, each after the one before; those that write a response take turns. */
function together(rows: readonly LegalRow[]): LegalRow {
  const make: LegalRow[1] = (head) => {
    const faults = rows.map(([, make]) => make(head))
    const writers = faults.flatMap(({ write }) => write ?? [])
    let turn = 0
    return {
      answer: (answer, call) =>
        faults.reduce((made, fault) => (fault.answer?.(made, call) ?? made) as Json, answer),
      body: (all, text) => faults.reduce((made, fault) => fault.body?.(made, text) ?? made, all),
      http: (answer, request) => faults.reduce((made, fault) => fault.http?.(made, request) ?? made, answer),
      ...(writers.length > 0 && {
        write: (response, answer) => writers[turn++ % writers.length]!(response, answer),
      }),
    }
  }
  return [rows.map(([what]) => what).join('; '), make]
}

const isAlone = ([what]: LegalRow) => /429|a head|behind/.test(what)

/** All variations in few runs: those of content, of bytes and of connections; the rest alone. */
export const legalTogether: readonly LegalRow[] = [
  ...[legal.slice(0, 8), legal.slice(8, 16), legal.slice(16)].map((rows) =>
    together(rows.filter((row) => !isAlone(row))),
  ),
  ...legal.filter(isAlone),
]
