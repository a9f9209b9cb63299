import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Hex } from '@lectern/chain/internal'
import { bare, type Head, headersOf } from './heads.ts'
import type { Question } from './loads.ts'

/**
 * Puts some bodies of a question to a server and looks whether each call is answered, by what was asked for. Gives the bytes of
 * an answer as it was sent, in the mean. Throws an Error that names the body that is not.
 */
export async function checkAnswers(
  url: string,
  { name, bodies, absent }: Question,
  head: Head = { name: 'bare', text: bare },
): Promise<number> {
  const asked = Array.from(
    { length: Math.min(SAMPLES, bodies.length) },
    (_, index) => bodies[(index * 7919) % bodies.length]!,
  )
  let bytes = 0
  for (const body of asked) {
    const sent = await post(url, body, head)
    const text = decode(sent)
    const [calls, answers] = [body, text].map((json) => [JSON.parse(json)].flat()) as [Call[], Answer[]]
    const byId = new Map(answers.map((answer) => [answer.id, answer.result]))
    if (!calls.every((call) => isAnswered(call, byId.get(call.id), absent)))
      throw new Error(
        `${url} does not answer the load "${name}": ${body.slice(0, 200)}: ${text.slice(0, 200)}`,
      )
    bytes += sent.body.length
  }
  return bytes / asked.length
}

const SAMPLES = 12

interface Sent {
  readonly coding: string
  readonly body: Buffer
}

function post(url: string, body: string, head: Head): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers: headersOf(head) }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ coding: response.headers['content-encoding'] ?? 'identity', body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

const decode = ({ coding, body }: Sent): string => decoders[coding]!(body).toString()

interface Call {
  readonly id: number
  readonly params: readonly [Hex, boolean?]
}

interface Answer {
  readonly id: number
  readonly result?: Result | null
}

type Result = Readonly<Record<string, unknown>>

function isAnswered(
  { params: [key, isFull] }: Call,
  result: Result | null | undefined,
  absent?: ReadonlySet<string>,
): boolean {
  if (absent?.has(key) === true) return result === null
  if (!result) return false
  if (isFull === undefined) return (result['transactionHash'] ?? result['hash']) === key
  const transactions = result['transactions'] as readonly unknown[]
  return (
    result['number'] === key && transactions.length > 0 && (typeof transactions[0] === 'object') === isFull
  )
}
