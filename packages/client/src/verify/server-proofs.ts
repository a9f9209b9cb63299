import {
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  fromHex,
  hashHeader,
  hashTransaction,
  type Header,
  toHex,
} from '@lectern/chain'
import { addBloom, readTrieNodes, toQuantity, trieHolds, type TrieNodes } from '@lectern/chain/internal'
import { ClientError } from '../error.ts'
import { exchange } from '../exchange.ts'
import { readHeaders } from '../options.ts'
import { demand, type Json, listOf, refute } from './judge.ts'
import type { Place, Sought } from './place.ts'
import type { Proofs } from './provers.ts'
import { toTransaction } from './transaction.ts'

/** How a server is asked for its proofs. */
export interface ServerProofsOptions {
  /** Headers beside accept, such as an authorization. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for one proof. */
  readonly timeout?: number
  /** The most bytes of a proof. */
  readonly maxBytes?: number
  /** What to ask with instead of the platform's fetch. */
  readonly fetch?: typeof fetch
}

/**
 * Asks the server that gave an answer for its own proof of it, `GET {origin}/proof/transaction/{hash}`,
 * `…/proof/receipt/{hash}` and, for uncles, `…/proof/block/{number}`: some kilobytes in place of a block and all its receipts. `lectern serve` offers them. A
 * server that does not is asked once; then, as for a transport without an origin, the whole block is fetched.
 */
export function serverProofs({
  headers = {},
  timeout = 10_000,
  maxBytes = 16_777_216,
  fetch,
}: ServerProofsOptions = {}): Proofs {
  const without = new Map<string, number>() // until when
  const all = readHeaders(headers, ['accept'])
  return {
    async findPlace(origin, sought, signal) {
      const proof = await ask(origin, sought.withReceipt ? 'receipt' : 'transaction', sought.hash, signal)
      try {
        return proof && readProof(proof, sought)
      } catch (error) {
        // A type that is not known here, if the block really has it, is found there too.
        if (error instanceof ChainError && error.check === 'unsupported') return undefined
        throw error
      }
    },
    async findUncles(origin, number, signal) {
      const proof = await ask(origin, 'block', number, signal)
      return proof && listOf('uncles', proof).map(bytesOf)
    },
  }

  async function ask(
    origin: string,
    kind: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Json | undefined> {
    if (Date.now() < (without.get(origin) ?? 0)) return undefined
    const href = `${origin}/proof/${kind}/${name}`
    const endpoint = { headers: all, maxBytes, fetch }
    try {
      const { status, text } = await exchange(href, endpoint, timeout, [signal])
      const proof = status === 200 ? parse(text) : undefined
      const mayHave = status === 429 || status > 499 || text.startsWith('{"error":"No ') // a Lectern's that lags
      if (!proof && !mayHave) without.set(origin, Infinity)
      return proof
    } catch (error) {
      if (!(error instanceof ClientError) || signal.aborted) throw error
      // A browser tells no more where another origin is closed to it; a server may also have been started again.
      if (error.code === 'NETWORK') without.set(origin, Date.now() + 60_000)
      return undefined
    }
  }
}

/** The proof in an answer; undefined where it is none: some servers answer every address with 200. */
function parse(text: string): Json | undefined {
  try {
    const proof = JSON.parse(text) as Json
    return typeof proof['header'] === 'string' ? proof : undefined
  } catch {
    return undefined
  }
}

/** The place that a proof proves. Throws for one that proves another transaction, or nothing. */
function readProof(proof: Json, { hash, withReceipt }: Sought): Place {
  const headerBytes = bytesOf(proof['header'])
  const header = decodeHeader(headerBytes)
  const block = { ...header, hash: hashHeader(headerBytes) }
  const index = Number(proof['index'])
  if (toQuantity(index) !== proof['index']) refute('proof/index', 'an index', proof['index'])
  const bytes = bytesOf(proof['transaction'])
  demand('proof/transaction', hash, toHex(hashTransaction(bytes)))
  demandPart(header.transactionsRoot, index, bytes, nodesOf('transactionNodes', proof))
  const transaction = toTransaction(toWire(decodeTransaction(bytes)) as Json)
  const place = { block: toWire(block) as Json, transaction, index }
  return withReceipt ? { ...place, receipts: readReceipts(proof, header, index) } : place
}

/** The receipts of a proof, up to the one at the index. */
function readReceipts(proof: Json, { receiptsRoot }: Header, index: number): Json[] {
  const slim = listOf('receipts', proof)
  const first = index + 1 - slim.length
  const nodes = nodesOf('receiptNodes', proof)
  // one after the other, so that the first that does not hold ends the work
  const receipts = slim.map((hex, at) => {
    const bytes = addBloom(bytesOf(hex))
    demandPart(receiptsRoot, first + at, bytes, nodes)
    return decodeReceipt(bytes)
  })
  const needed = receipts.at(-1)?.logs.length ? 0 : Math.max(index - 1, 0) // the logs before, or the gas before
  if (first > needed || proof['firstReceipt'] !== toQuantity(first))
    refute('proof/firstReceipt', `${toQuantity(needed)} for as many receipts`, proof['firstReceipt'])
  return receipts.map(toWire) as Json[]
}

function demandPart(root: Uint8Array, index: number, part: Uint8Array, nodes: TrieNodes): void {
  if (!trieHolds(root, index, part, nodes))
    refute(`proof/${index}`, `nodes that lead to it from ${toHex(root)}`, 'others')
}

/** Decoded values as the wire writes them: a quantity for each number, hex for bytes. */
function toWire(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return toQuantity(value)
  if (value instanceof Uint8Array) return toHex(value)
  if (Array.isArray(value)) return value.map(toWire)
  return value && Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toWire(part)]))
}

const bytesOf = (hex: unknown): Uint8Array => fromHex(hex as string)
const nodesOf = (name: string, proof: Json): TrieNodes => readTrieNodes(listOf(name, proof).map(bytesOf))
