import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHex } from '@lectern/chain'
import { openStore } from '@lectern/history'
import { makeChain } from '@lectern/history/testing'
import { temporaryFolder } from '../tools/process.ts'

// A server for speed.ts in another process: one synthetic block of 200 transactions, its answers ready as text. Writes its
// URL and the hashes to standard output, and ends when its input ends.

const datadir = temporaryFolder()
const blocks = makeChain(1, 200)
const answers = new Map<string, string>()
await using store = await openStore(datadir)
await store.commit({ blocks })
const [{ transactions, header }] = blocks as [(typeof blocks)[0]]
const hashes = transactions.map(({ hash }) => toHex(hash))
const number = `0x${header.number.toString(16)}` as const
const keep = (method: string, params: readonly unknown[], result: unknown): void => {
  const text = result instanceof Uint8Array ? new TextDecoder().decode(result) : JSON.stringify(result)
  answers.set(JSON.stringify([method, params]), text)
}
keep('eth_getBlockByNumber', [number, true], await store.eth_getBlockByNumber(number, true))
for (const hash of hashes) {
  keep('eth_getTransactionByHash', [hash], await store.eth_getTransactionByHash(hash))
  keep('eth_getTransactionReceipt', [hash], await store.eth_getTransactionReceipt(hash))
}

type Request = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

const reply = ({ id, method, params }: Request): string =>
  `{"jsonrpc":"2.0","id":${id},"result":${answers.get(JSON.stringify([method, params])) ?? null}}`

const server = createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Request | Request[]
  const text = Array.isArray(body) ? `[${body.map(reply).join()}]` : reply(body)
  response.writeHead(200, { 'content-type': 'application/json' }).end(text)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, hashes, number }))
})
process.stdin.on('end', () => process.exit()).resume()
