import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { bareHead } from '../tools/load.ts'
import type { Question } from './loads.ts'

/**
 * Sends some bodies of a question to a server and checks that each call is answered. Returns the average bytes of a response body as
 * it was sent. Throws an Error that names the body whose answer is wrong.
 */
export async function checkAnswers(
  url: string,
  { name, bodies, absent }: Question,
  head: string = bareHead,
): Promise<number> {
  const asked = Array.from(
    { length: Math.min(SAMPLES, bodies.length) },
    (_, index) => bodies[(index * 7919) % bodies.length]!,
  )
  let bytes = 0
  for (const body of asked) {
    const [coding, sent] = await post(url, body, head)
    const text = decoders[coding]!(sent).toString()
    const [calls, answers] = [body, text].map((json) => [JSON.parse(json)].flat()) as [Call[], Answer[]]
    const byId = new Map(answers.map((answer) => [answer.id, answer.result]))
    if (!calls.every((call) => isAnswered(call, byId.get(call.id), absent)))
      throw new Error(
        `${url} does not answer the load "${name}": ${body.slice(0, 200)}: ${text.slice(0, 200)}`,
      )
    bytes += sent.length
  }
  return bytes / asked.length
}

const SAMPLES = 12

/** Posts a body with the headers of a head. Returns the content coding and the bytes of the response. */
function post(url: string, body: string, head: string): Promise<[coding: string, bytes: Buffer]> {
  const pairs = head
    .split('\r\n')
    .slice(2, -2)
    .map((line) => line.split(/: (.*)/s) as [string, string])
  const headers = Object.fromEntries(pairs.filter(([name]) => !/^(connection|content-length)$/i.test(name)))
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers }, async (response) => {
      const parts = await Array.fromAsync(response as AsyncIterable<Buffer>)
      resolve([response.headers['content-encoding'] ?? 'identity', Buffer.concat(parts)])
    })
      .on('error', reject)
      .end(body)
  })
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly [string, boolean?]
}

interface Answer {
  readonly id: number
  readonly result?: Readonly<Record<string, unknown>> | null
}

function isAnswered(
  { method, params: [key, isFull] }: Call,
  result: Answer['result'],
  absent?: ReadonlySet<string>,
): boolean {
  if (absent?.has(key) === true) return result === null
  if (!result) return false
  if (method === 'eth_getBlockReceipts') return (result[0] as Answer['result'])?.['blockNumber'] === key
  if (isFull === undefined) return (result['transactionHash'] ?? result['hash']) === key
  const transactions = result['transactions'] as readonly unknown[]
  return (
    result['number'] === key && transactions.length > 0 && (typeof transactions[0] === 'object') === isFull
  )
}
