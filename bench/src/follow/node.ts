import { createServer } from 'node:http'
import { toHex, useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { makeTestChain, type PaperCall, startPaperNode } from '@lectern/follow/testing'

// node follow/node.ts <blocks> <transactions> <depth> <port>: a node with a chain and a branch, whose responses are ready.
// The branch leaves the chain `depth` blocks before its end. `bench_setTip` [number, branch] names the newest block: of the chain (0) or
// of the branch (1).

const [length, transactions, depth, port] = process.argv.slice(2).map(Number) as [
  number,
  number,
  number,
  number,
]
useEngine(await loadWasmEngine())
const { blocks, branch } = makeTestChain(length, transactions)
const chains = [blocks, branch(length - 1 - depth, depth)]
const hashes = chains.map((chain) => chain.map(({ hash }) => toHex(hash)))
let tip = length - 1
let chosen = 0
/** JSON of results by call. */
const texts = new Map<string, string>()
await using paper = await startPaperNode(blocks)
for (const [index, chain] of chains.entries()) {
  paper.blocks = chain
  for (const hash of hashes[index]!) {
    if (texts.has(keyOf('eth_getBlockReceipts', [hash]))) continue
    for (const full of [true, false]) await record('eth_getBlockByHash', [hash, full])
    await record('eth_getBlockReceipts', [hash])
  }
}
createServer(async (request, response) => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += part
  const body = JSON.parse(text) as PaperCall | PaperCall[]
  const replies = [body].flat().map((call) => `{"jsonrpc":"2.0","id":${call.id},${memberOf(call)}}`)
  response.setHeader('content-type', 'application/json')
  response.end(Array.isArray(body) ? `[${replies.join()}]` : replies[0])
}).listen(port, '127.0.0.1')

function keyOf(method: string, params: readonly unknown[]): string {
  return [method, ...params].join(' ')
}

async function record(method: string, params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const { result } = (await (await fetch(paper.url, { method: 'POST', body })).json()) as { result: unknown }
  texts.set(keyOf(method, params), JSON.stringify(result))
}

/** Returns the result or error member of a reply. */
function memberOf({ method, params }: PaperCall): string {
  if (method === 'eth_chainId') return '"result":"0x1"'
  if (method === 'bench_setTip') {
    ;[tip, chosen] = params as [number, number]
    return '"result":true'
  }
  const [block = '', ...rest] = params as string[]
  const number = block === 'latest' ? tip : block.length < 66 ? Number(block) : undefined
  const hash = number === undefined ? block : number <= tip ? hashes[chosen]![number] : undefined
  const asked = method === 'eth_getBlockByNumber' ? 'eth_getBlockByHash' : method
  if (!/^eth_getBlock(ByHash|Receipts)$/.test(asked))
    return '"error":{"code":-32601,"message":"the method does not exist"}'
  return `"result":${texts.get(keyOf(asked, [hash, ...rest])) ?? 'null'}`
}
