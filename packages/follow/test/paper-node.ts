import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  blockToJson,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  hashHeader,
  receiptToJson,
  toHex,
  transactionToJson,
  type VerifiedBlock,
  decodeWithdrawal,
} from '@lectern/chain'
import { encodeBlock, toQuantity } from '@lectern/chain/internal'

/** A call as it came. */
export interface PaperCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node over HTTP with blocks of a test. Its blocks and its answers can be changed while it runs. */
export interface PaperNode extends AsyncDisposable {
  readonly url: string
  chainId: bigint
  blocks: readonly VerifiedBlock[]
  safe: bigint | null
  finalized: bigint | null
  /** The methods that it does not have. */
  readonly lacks: Set<string>
  /** Each call that came. */
  readonly calls: PaperCall[]
  /** Changes the reply to a call; `{ error }` makes it one. */
  lie: (call: PaperCall, result: unknown) => unknown
  /** Answers an HTTP request in place of the node, and returns whether it did. */
  intercept: (calls: readonly PaperCall[], response: ServerResponse, isBatch: boolean) => boolean
}

/** Starts a node that has these blocks. */
export async function startPaperNode(blocks: readonly VerifiedBlock[]): Promise<PaperNode> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const node: PaperNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chainId: 1n,
    blocks,
    safe: null,
    finalized: null,
    lacks: new Set(['debug_getRawBlock', 'debug_getRawReceipts']),
    calls: [],
    lie: (_, result) => result,
    intercept: () => false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
  return node

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = ''
    for await (const part of request.setEncoding('utf8')) text += part
    const body = JSON.parse(text) as PaperCall | PaperCall[]
    const calls = [body].flat()
    node.calls.push(...calls)
    if (node.intercept(calls, response, Array.isArray(body))) return
    const replies = calls.map((call) => replyTo(call, node))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
  }
}

/** The reply of a node to a call. */
export function replyTo(call: PaperCall, node: PaperChain & Pick<PaperNode, 'lacks' | 'lie'>): object {
  const { id, method } = call
  const result = node.lacks.has(method)
    ? { error: { code: -32601, message: `the method ${method} does not exist/is not available` } }
    : node.lie(call, structuredClone(resultOf(node, call)))
  const isError = typeof result === 'object' && result !== null && 'error' in result
  return Object.assign({ jsonrpc: '2.0', id }, isError ? result : { result })
}

type PaperChain = Pick<PaperNode, 'chainId' | 'blocks' | 'safe' | 'finalized'>

function resultOf(node: PaperChain, { method, params }: PaperCall): unknown {
  const [first, second] = params as [string, unknown]
  switch (method) {
    case 'eth_chainId':
      return toQuantity(node.chainId)
    case 'eth_syncing':
      return false
    case 'eth_getBlockByNumber':
    case 'eth_getBlockByHash':
      return toJson(find(node, first), second === true)
    case 'eth_getBlockReceipts':
      return toReceipts(find(node, first))
    case 'debug_getRawBlock': {
      const block = find(node, first)
      return block ? toHex(encodeBlock(block.raw)) : '0x'
    }
    case 'debug_getRawReceipts':
      return (find(node, first)?.raw.receipts ?? []).map(toHex)
    case 'eth_getTransactionReceipt': {
      const block = node.blocks.find(({ transactions }) =>
        transactions.some(({ hash }) => toHex(hash) === first),
      )
      return toReceipts(block)?.find(({ transactionHash }) => transactionHash === first) ?? null
    }
    default:
      return { error: { code: -32601, message: `the method ${method} does not exist/is not available` } }
  }
}

/** The block of a number, a tag or a hash. */
function find(node: PaperChain, name: string): VerifiedBlock | undefined {
  const { blocks, safe, finalized } = node
  if (name === 'latest') return blocks.at(-1)
  if (name === 'safe') return blocks.find(({ number }) => number === safe)
  if (name === 'finalized') return blocks.find(({ number }) => number === finalized)
  if (name.length === 66) return blocks.find(({ hash }) => toHex(hash) === name)
  return blocks.find(({ number }) => number === BigInt(name))
}

const contextOf = (block: VerifiedBlock) => ({
  hash: block.hash,
  number: block.number,
  timestamp: block.header.timestamp,
  baseFeePerGas: block.header.baseFeePerGas,
  blobGasPrice: block.blobGasPrice,
})

function toJson(block: VerifiedBlock | undefined, isFull: boolean): unknown {
  if (block === undefined) return null
  const { hash, raw, size, transactions } = block
  const facts = {
    header: decodeHeader(raw.header),
    hash,
    size,
    uncles: raw.uncles.map(hashHeader),
    ...(raw.withdrawals && { withdrawals: raw.withdrawals.map(decodeWithdrawal) }),
  }
  const whole = transactions.map(({ hash, from, bytes }, index) =>
    transactionToJson(decodeTransaction(bytes), { hash, from, index, block: contextOf(block) }),
  )
  return blockToJson(facts, isFull ? whole : whole.map(({ hash }) => hash))
}

function toReceipts(block: VerifiedBlock | undefined) {
  if (block === undefined) return null
  return block.transactions.map(({ hash, from, bytes, receipt, gasUsed, firstLogIndex }, index) =>
    receiptToJson(decodeReceipt(receipt), {
      hash,
      from,
      index,
      block: contextOf(block),
      transaction: decodeTransaction(bytes),
      gasUsed,
      firstLogIndex,
    }),
  )
}
