import {
  ChainError,
  decodeHeader,
  decodeReceipt,
  decodeTransaction,
  type Family,
  hashHeader,
  hashTransaction,
  type Header,
  toHex,
  readTrieNodes,
  traceTrie,
  type TrieNodes,
  type TrieStep,
} from '@lectern/chain'
import { addBloom, toQuantity } from '@lectern/chain/internal'
import { ClientError } from '../error.ts'
import { exchange } from '../transport/exchange.ts'
import { readHeaders } from '../options.ts'
import { bytesOf, checkEqual, type Json, listOf, refute } from './checks.ts'
import type { Inclusion, Lookup } from './inclusion.ts'
import type { ProofFetcher } from './provers.ts'
import { toTransaction } from './block.ts'

/** The options of `serverProofs`. */
export interface ServerProofsOptions {
  /** Headers besides accept, such as an authorization. @default {} */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds for one proof. @default 10_000 */
  readonly timeout?: number
  /** The most bytes of a proof. @default 16_777_216 */
  readonly maxBytes?: number
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: typeof fetch
}

/**
 * Gets proofs from the server that sent a result: `GET {origin}/proof/transaction/{hash}` and the like, as `lectern serve`
 * offers them. Full blocks are used for a transport without an origin, and for a server without proofs, which is asked
 * again after a minute.
 * @throws ClientError INVALID_OPTION for headers that HTTP does not allow.
 * @example
 * const verify = verifier({ level: 'full', trust, proofs: serverProofs() })
 */
export function serverProofs({
  headers = {},
  timeout = 10_000,
  maxBytes = 16_777_216,
  fetch,
}: ServerProofsOptions = {}): ProofFetcher {
  const avoidedUntil = new Map<string, number>()
  const avoid = (origin: string) => avoidedUntil.set(origin, Date.now() + 60_000)
  const endpoint = { headers: readHeaders(headers, 'accept'), maxBytes, fetch }
  return {
    async findInclusion(origin, lookup, signal) {
      const proof = await ask(origin, lookup.withReceipt ? 'receipt' : 'transaction', lookup.hash, signal)
      try {
        return proof && readProof(proof, lookup)
      } catch (error) {
        // The full block has the unknown type, too.
        if (error instanceof ChainError && error.check === 'unsupported') return undefined
        throw error
      }
    },
    async findUncles(origin, number, signal) {
      const proof = await ask(origin, 'block', number, signal)
      return proof && listOf('uncles', proof).map(bytesOf)
    },
    findHistory: (origin, number, to, signal) => ask(origin, 'history', `${number}?to=${to}`, signal),
  }

  async function ask(
    origin: string,
    kind: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Json | undefined> {
    if (Date.now() < (avoidedUntil.get(origin) ?? 0)) return undefined
    const href = `${origin}/proof/${kind}/${name}`
    try {
      const { status, text } = await exchange(href, endpoint, timeout, [signal])
      const json = parse(text)
      if (status === 200 && (typeof json['header'] === 'string' || json['headers'])) return json
      // A Lectern that lags has other proofs, and a failing server has them again soon.
      if (status !== 429 && status < 500 && json['code'] !== 'not-stored') avoid(origin)
    } catch (error) {
      if (!(error instanceof ClientError) || signal.aborted) throw error
      // A browser reports a blocked origin like this, too.
      if (error.code === 'NETWORK') avoid(origin)
    }
    return undefined
  }
}

/** Returns the JSON object in a response, empty if there is none: some servers answer every URL with 200. */
function parse(text: string): Json {
  try {
    return Object(JSON.parse(text)) as Json
  } catch {
    return {}
  }
}

/** Returns the transaction in its block. Throws for a proof of another transaction, or of nothing. */
function readProof(proof: Json, { hash, withReceipt, family }: Lookup): Inclusion {
  const headerBytes = bytesOf(proof['header'])
  const header = decodeHeader(headerBytes, family)
  const block = { ...header, hash: hashHeader(headerBytes) }
  const index = Number(proof['index'])
  if (toQuantity(index) !== proof['index']) refute('proof/index', 'an index', proof['index'])
  const bytes = bytesOf(proof['transaction'])
  checkEqual('proof/transaction', hash, toHex(hashTransaction(bytes)))
  const own = checkPart(header.transactionsRoot, index, bytes, nodesOf('transactionNodes', proof))
  const transaction = toTransaction(toWire(decodeTransaction(bytes, family)) as Json, family)
  const inclusion = { block: toWire(block) as Json, transaction, index }
  if (!withReceipt) return { ...inclusion, path: { root: 'transactionsRoot', index, steps: own } }
  const { receipts, steps } = readReceipts(proof, header, index, family)
  return { ...inclusion, receipts, path: { root: 'receiptsRoot', index, steps } }
}

/** Returns the receipts of a proof, up to the one at the index, and the path to that one. */
function readReceipts(
  proof: Json,
  { receiptsRoot }: Header,
  index: number,
  family: Family,
): { receipts: Json[]; steps: TrieStep[] } {
  const slim = listOf('receipts', proof)
  const first = index + 1 - slim.length
  const nodes = nodesOf('receiptNodes', proof)
  // One after the other, so that the first wrong one ends the work.
  let steps: TrieStep[] = []
  const receipts = slim.map((hex, at) => {
    const bytes = addBloom(bytesOf(hex), family)
    steps = checkPart(receiptsRoot, first + at, bytes, nodes)
    return decodeReceipt(bytes, family)
  })
  const needed = receipts.at(-1)?.logs.length ? 0 : Math.max(index - 1, 0) // the logs before, or the gas before
  if (first > needed || proof['firstReceipt'] !== toQuantity(first))
    refute('proof/firstReceipt', `${toQuantity(needed)} for as many receipts`, proof['firstReceipt'])
  return { receipts: receipts.map(toWire) as Json[], steps }
}

function checkPart(root: Uint8Array, index: number, part: Uint8Array, nodes: TrieNodes): TrieStep[] {
  return (
    traceTrie(root, index, part, nodes) ??
    refute(`proof/${index}`, `nodes that lead to it from ${toHex(root)}`, 'others')
  )
}

/** Returns decoded values as wire JSON: a quantity for each number, hex for bytes. */
function toWire(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return toQuantity(value)
  if (value instanceof Uint8Array) return toHex(value)
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toWire(part)]))
}

const nodesOf = (name: string, proof: Json): TrieNodes => readTrieNodes(listOf(name, proof).map(bytesOf))
