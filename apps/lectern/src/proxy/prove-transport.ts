import { createJsonWriter, keccak256, toHex } from '@lectern/chain'
import { encodeRlp, headerItems, toQuantity, writeUncle } from '@lectern/chain/internal'
import {
  type Bounds,
  type Call,
  ClientError,
  createClient,
  type Transport,
  type Verify,
} from '@lectern/client'
import { type BlobPrice, type Report, type Trust, type Verifier, verifier } from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import { omitMembers } from './omit-members.ts'

/** The sources of proofs. */
export interface ProofSources {
  /** With 'none' a result is only consistent with its block's hash. */
  readonly trust: Trust | 'none'
  /** Without it, the price of blob gas is left out. */
  readonly blobs?: BlobPrice | undefined
}

type Json = { readonly [member: string]: unknown }
type Block = Json & { readonly hash: string; readonly uncles: readonly string[] }
type Prove = (params: readonly never[], bounds: Bounds) => Promise<unknown>

/**
 * Creates a transport that proves blocks, transactions and receipts, of helper methods too. Members that the document does not know are left
 * out; a block above the newest proven one is not found. Calls of other methods are passed on.
 */
export function proveTransport(transport: Transport, { trust, blobs }: ProofSources): Transport {
  const limited = trust === 'none' ? trust : limit(trust)
  const at = (level: 'hash' | 'full', members: 'exact' | 'tolerant'): Verifier =>
    verifier({ level, trust: limited, sender, blobs, members, unsupported: 'list' })
  const byHash = at('hash', 'tolerant')
  const { proven, orThrow, ...client } = createClient({
    transport,
    verify: dropUnknown(at('full', 'exact'), at('full', 'tolerant')),
  })
  const signed = verifier({ level: 'hash', trust: 'none', sender })

  const ask = async (method: string, params: readonly unknown[], bounds: Bounds): Promise<unknown> =>
    (await transport({ method, params } as Call, bounds)).result

  /** The block by a number, a tag or a hash. */
  const findBlock = async (block: string, isFull: boolean, bounds: Bounds): Promise<Block | null> => {
    const { signal } = bounds
    if (!isHash(block)) return await settle(proven.eth_getBlockByNumber(block as never, isFull, { signal }))
    const named = (await ask('eth_getBlockByHash', [block, false], bounds)) as Json | null
    if (named === null) return null
    const found = await settle(proven.eth_getBlockByNumber(named['number'] as never, isFull, { signal }))
    if (found !== null && found['hash'] !== block.toLowerCase())
      throw refuse(`${block} is not a block of the proven chain`)
    return found
  }
  const findParts = async (block: string, bounds: Bounds): Promise<readonly Json[] | null> =>
    ((await findBlock(block, true, bounds))?.['transactions'] ?? null) as readonly Json[] | null

  const count: Prove = async ([block], bounds) => {
    const parts = await findParts(block!, bounds)
    return parts && toQuantity(parts.length)
  }
  const findByIndex: Prove = async ([block, index], bounds) =>
    (await findParts(block!, bounds))?.[Number(index)] ?? null

  const provers: Readonly<Record<string, Prove>> = {
    eth_getBlockByNumber: ([block, isFull], bounds) => findBlock(block!, isFull!, bounds),
    eth_getBlockByHash: ([block, isFull], bounds) => findBlock(block!, isFull!, bounds),
    async eth_getTransactionByHash([hash], { signal }) {
      const found = await settle(proven.eth_getTransactionByHash(hash!, { signal }))
      if (found !== null) return found
      // Its block may be too new to be proven; its signed fields are.
      const sent = await client.eth_getTransactionByHash(hash!, { signal, verify: signed })
      return (
        sent && {
          ...sent,
          blockHash: null,
          blockNumber: null,
          transactionIndex: null,
          blockTimestamp: undefined,
        }
      )
    },
    eth_getTransactionReceipt: ([hash], { signal }) =>
      settle(proven.eth_getTransactionReceipt(hash!, { signal })),
    async eth_blockNumber(_, { signal }) {
      const block = await orThrow.eth_getBlockByNumber('latest', false, { signal, verify: byHash })
      return block.number
    },
    eth_getTransactionByBlockHashAndIndex: findByIndex,
    eth_getTransactionByBlockNumberAndIndex: findByIndex,
    eth_getBlockTransactionCountByHash: count,
    eth_getBlockTransactionCountByNumber: count,
    async eth_getBlockReceipts([block], { signal, ...bounds }) {
      const { blockHash, blockNumber } = Object(block) as { blockHash?: string; blockNumber?: string } // EIP-1898
      const found = await findBlock(blockHash ?? blockNumber ?? block!, false, { signal, ...bounds })
      const hashes = (found?.['transactions'] ?? null) as readonly `0x${string}`[] | null
      return (
        hashes &&
        Promise.all(hashes.map((hash) => settle(proven.eth_getTransactionReceipt(hash, { signal }))))
      )
    },
    async eth_getUncleByBlockHashAndIndex([block, index], bounds) {
      const hash = (await findBlock(block!, false, bounds))?.uncles[Number(index)]
      if (hash === undefined) return null
      const uncle = await ask('eth_getUncleByBlockHashAndIndex', [block, index], bounds)
      const header = encodeRlp(headerItems(uncle))
      if (toHex(keccak256(header)) !== hash) throw refuse(`the uncle is not ${hash}`)
      const writer = createJsonWriter()
      writeUncle(writer, header)
      return JSON.parse(ascii.decode(writer.bytes.subarray(0, writer.at)))
    },
  }

  return async (call, bounds) => {
    const prove = Object.hasOwn(provers, call.method) ? provers[call.method]! : undefined
    return prove ? { result: await prove(call.params as never, bounds) } : await transport(call, bounds)
  }
}

/** Trusts no block above the newest one that is proven: it is not found. */
function limit(trust: Trust): Trust {
  const { locate } = trust
  if (locate === undefined) return trust
  const check: Trust = async (block, ask, signal, url) => {
    const { params } = await locate(
      { method: 'eth_getBlockByNumber', params: ['latest', false] },
      ask,
      signal,
    )
    if (block.number > BigInt(params[0] as string))
      throw new ClientError('NOT_FOUND', `block ${block.number} is not proven yet.`)
    return await trust(block, ask, signal, url)
  }
  return Object.assign(check, { locate })
}

/** A result as it is passed on, and the report of its proof. */
interface Proof {
  readonly passed: Json
  readonly report: Report
}

/**
 * Proves a result without the members that the document does not know. Throws a ClientError (UNVERIFIED) for any other difference, but for
 * missing members.
 */
function dropUnknown(exact: Verifier, tolerant: Verifier): Verify<Proof> {
  const prove: Verify<Proof> = async (call, reply, ...context) => {
    const passed = reply.result as Json
    try {
      return { passed, report: await exact(call, reply, ...context) }
    } catch (error) {
      const { mismatches = [] } = error as ClientError
      const isLax = mismatches.every(({ expected, actual }) => expected === undefined || actual === undefined)
      if (mismatches.length === 0 || !isLax) throw error
      const unknown = mismatches.filter(({ expected }) => expected === undefined).map(({ path }) => path)
      const known = omitMembers(passed, unknown) as Json
      return { passed: known, report: await tolerant(call, { ...reply, result: known }, ...context) }
    }
  }
  return Object.assign(prove, { locate: exact.locate })
}

/** Returns a proven result; null for one that is not found. Throws a ClientError for one that cannot be proven, unless it is pending. */
async function settle(proving: Promise<{ readonly report: Proof }>): Promise<Block | null> {
  try {
    const { passed, report } = (await proving).report
    const isPending = ['hash', 'blockHash'].some((name) => passed[name] === null)
    const [reason] = report.unsupported
    if (reason && !isPending) throw refuse(reason.reason)
    return passed as Block
  } catch (error) {
    if (error instanceof ClientError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

const ascii = new TextDecoder()
const refuse = (words: string): ClientError => new ClientError('UNVERIFIED', words)
const isHash = (block: string): boolean => block.length === 66
