import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeHeader, type Family, hashHeader, headerFromJson, toHex } from '@lectern/chain'
import { toQuantity } from '@lectern/chain/internal'
import type { RecordedBlock } from '@lectern/chain/testing'
import type { PaperCall } from './paper-node.ts'

type Json = Record<string, any>

/** A block in the JSON of its node, with its receipts. */
export type JsonBlock = Pick<RecordedBlock, 'block' | 'receipts'>

/**
 * Makes a chain of recorded blocks, the oldest first: each the child of the one before it, under another number and hash. The first one has the number
 * `from`; without it, it is as it was recorded.
 */
export function relink(recorded: readonly JsonBlock[], family: Family, from?: number): JsonBlock[] {
  const chain: JsonBlock[] = []
  const heightOf = ({ block }: JsonBlock) => Number(block['number'])
  for (const each of recorded.toSorted((a, b) => heightOf(a) - heightOf(b))) {
    const parent = chain.at(-1)?.block
    const number = chain.length > 0 ? heightOf(chain.at(-1)!) + 1 : from
    chain.push(number === undefined ? each : rename(each, family, number, parent?.['hash'] as string))
  }
  return chain
}

function rename(
  { block, receipts }: JsonBlock,
  family: Family,
  count: number,
  parentHash = `0x${'0'.repeat(64)}`,
): JsonBlock {
  const number = toQuantity(count)
  const renamed = { ...block, number, parentHash }
  const [before, after] = [block, renamed].map((json) =>
    encodeHeader(headerFromJson(json, family), family),
  ) as [Uint8Array, Uint8Array]
  const hash = toHex(hashHeader(after))
  const size = Number(block['size']) + after.length - before.length
  const header = { ...renamed, size: toQuantity(size) }
  const outside = [block, { ...header, hash }].map((one) =>
    family.outsideHash?.(BigInt(one['number'] as string), one['hash'] as string),
  ) as [string | undefined, string]
  const text = JSON.stringify({ block: header, receipts })
    .replaceAll(block['hash'] as string, hash)
    .replaceAll(outside[0] ?? hash, outside[1] ?? hash)
  return JSON.parse(text, (key, value: unknown) => (key === 'blockNumber' ? number : value)) as JsonBlock
}

/** A node that has recorded blocks, and the methods that it was asked for. */
export interface RecordedNode extends AsyncDisposable {
  readonly url: string
  readonly asked: Set<string>
}

/** Starts a node over HTTP with a chain of blocks. It answers bytes of no block for their consensus bytes. */
export async function startRecordedNode(chainId: number, chain: readonly JsonBlock[]): Promise<RecordedNode> {
  const asked = new Set<string>()
  const newest = chain.at(-1)!
  const find = (name: string): JsonBlock | undefined =>
    ['latest', 'safe', 'finalized'].includes(name)
      ? newest
      : chain.find(({ block }) => name === block['hash'] || name === block['number'])
  const answers: Readonly<Record<string, (name: string, isFull: unknown) => unknown>> = {
    eth_chainId: () => toQuantity(chainId),
    eth_syncing: () => false,
    eth_getBlockByNumber: (name, isFull) => toBlock(find(name), isFull === true),
    eth_getBlockByHash: (name, isFull) => toBlock(find(name), isFull === true),
    eth_getBlockReceipts: (name) => find(name)?.receipts ?? null,
    debug_getRawBlock: () => '0x1234',
    debug_getRawReceipts: () => ['0x12'],
  }
  const reply = ({ id, method, params }: PaperCall) => {
    asked.add(method)
    const answer = answers[method]
    const error = { code: -32_601, message: `the method ${method} does not exist/is not available` }
    const [name, isFull] = params as [string, unknown]
    return { jsonrpc: '2.0', id, ...(answer ? { result: answer(name, isFull) } : { error }) }
  }
  const server = createServer((request, response) => {
    void Array.fromAsync(request as AsyncIterable<Buffer>).then((parts) => {
      const calls = JSON.parse(Buffer.concat(parts).toString()) as PaperCall | PaperCall[]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(calls) ? calls.map(reply) : reply(calls)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function toBlock(found: JsonBlock | undefined, isFull: boolean): Json | null {
  if (found === undefined || isFull) return found?.block ?? null
  return { ...found.block, transactions: (found.block['transactions'] as Json[]).map(({ hash }) => hash) }
}
