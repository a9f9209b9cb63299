import {
  type ChainConfig,
  ChainError,
  type Check,
  type Family,
  fromHex,
  hashHeader,
  type Parent,
  type RawBlock,
  splitBlock,
  toHex,
  type VerifiedBlock,
} from '@lectern/chain'
import { equalBytes, findPrice, hasTinyValues, show, toQuantity } from '@lectern/chain/internal'
import { rawFromJson } from '../archive/json-block.ts'
import { rulesOf } from '../family.ts'
import { collect, toVerdict, type Verdict, type Verdicts, verifyFrom } from './verdicts.ts'

/** A requested block, and the ids of the replies about it. */
export interface AskedBlock {
  readonly number: bigint
  readonly hash: Uint8Array
  readonly block: number
  /** One reply with all receipts, or one per transaction. */
  readonly receipts: number | readonly number[]
  readonly uncles: readonly number[]
  /** Whether the replies are consensus bytes (debug_getRawBlock and debug_getRawReceipts). */
  readonly isRaw: boolean
}

/** Responses of one node, and the blocks that they must hold in order. */
export interface RepliesTask {
  readonly config: ChainConfig
  /** The block before the first; null if the first is trusted. */
  readonly parent: Parent | null
  /** The bytes of JSON-RPC responses. */
  readonly bodies: readonly Uint8Array[]
  readonly blocks: readonly AskedBlock[]
}

/** The verified blocks, what the node derived wrongly, and why the next block was not verified. */
export type RepliesVerdicts = Verdicts<Verdict & { readonly odd?: string }, ReplyFault>

/** Why a block could not be verified. */
export interface ReplyFault {
  readonly kind:
    | 'absent' // the node lacks the block or a part of it
    | 'error' // it returned an error
    | 'other' // it returned another block
    | 'malformed' // its response is no JSON-RPC, or cannot be read
    | 'large' // a thread lacks the memory to read it
    | 'fork' // the block is of an unknown fork, or the config has no blob price for it: the node is not at fault
    | 'refuted' // a hash or root, named by `check`, contradicts it
  readonly message: string
  readonly code?: number
  readonly check?: Check
}

/** Reads blocks from responses and verifies them in order, up to the first that fails. */
export const verifyReplies = ({ config, parent, bodies, blocks }: RepliesTask): RepliesVerdicts =>
  collect(function* () {
    const check = verifyFrom(config, parent)
    const family = rulesOf(config)
    const replies = readReplies(bodies)
    for (const asked of blocks) {
      const json = findParts(asked, replies)
      const block = check(checkHash(asked, json, toRaw(asked, json, family)))
      if (findPrice(config, block.header.timestamp)?.isAssumed) checkPrices(json, block)
      const odd = asked.isRaw ? undefined : findOdd(json, block)
      yield { ...toVerdict(block), ...(odd !== undefined && { odd }) }
    }
  }, toReplyFault)

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly message?: unknown }
}

function readReplies(bodies: readonly Uint8Array[]): (id: number) => Reply {
  const replies = new Map<unknown, Reply>()
  let unnamed: Reply | undefined
  for (const body of bodies) {
    let json: unknown
    if (hasTinyValues(body)) throw fault('large', 'its response has too many tiny values')
    try {
      json = JSON.parse(utf8.decode(body))
    } catch {
      throw fault('malformed', 'its response is no JSON')
    }
    for (const reply of [json].flat() as (Reply & { id?: unknown })[])
      if (reply?.id == null) unnamed = reply ?? {}
      else if (!replies.has(reply.id)) replies.set(reply.id, reply)
  }
  return (id) => {
    const reply = replies.get(id) ?? (unnamed?.error && unnamed)
    if (reply === undefined) throw fault('malformed', 'its response lacks a reply')
    return reply
  }
}

const utf8 = new TextDecoder()

type Parts = ReturnType<typeof findParts>

function findParts(asked: AskedBlock, reply: (id: number) => Reply) {
  const read = (name: string, id: number, isAbsent: (result: unknown) => boolean = () => false) => {
    const { result, error } = reply(id)
    if (error !== undefined && error !== null) throw toRpcFault(`${name} of block ${asked.number}`, error)
    if (result == null || result === '0x' || isAbsent(result))
      throw fault('absent', `it has no ${name} of block ${asked.number} ${toHex(asked.hash)}`)
    return result
  }
  const block = read('body', asked.block)
  return {
    block,
    receipts:
      typeof asked.receipts === 'number'
        ? // geth's debug_getRawReceipts answers an unknown hash with [].
          read('receipts', asked.receipts, (list) => asked.isRaw && isEmpty(list) && !isEmptyBlock(block))
        : asked.receipts.map((id, index) => read(`receipt ${index}`, id)),
    uncles: asked.uncles.map((id, index) => read(`uncle ${index}`, id)),
  }
}

const isEmpty = (list: unknown): boolean => Array.isArray(list) && list.length === 0
const isEmptyBlock = (raw: unknown): boolean => splitBlock(fromHex(raw as string)).transactions.length === 0

function toRaw({ isRaw }: AskedBlock, { block, receipts, uncles }: Parts, family: Family): RawBlock {
  if (!isRaw) return rawFromJson({ block, receipts, uncles }, family)
  if (!Array.isArray(receipts)) throw new ChainError('json', 'receipts must be an array.')
  return { ...splitBlock(fromHex(block as string)), receipts: receipts.map((hex) => fromHex(hex as string)) }
}

/** A header with another hash is another block's, or was altered. */
function checkHash({ hash, number, isRaw }: AskedBlock, { block }: Parts, raw: RawBlock): RawBlock {
  const found = hashHeader(raw.header)
  if (equalBytes(found, hash)) return raw
  const named = isRaw ? undefined : (block as { hash?: unknown }).hash
  if (named === toHex(hash))
    throw new ChainError(
      'header',
      `block ${number}: its header hashes to ${toHex(found)}, not ${toHex(hash)}.`,
    )
  throw fault('other', `it answered block ${toHex(found)} instead of block ${number} ${toHex(hash)}`)
}

/** Throws a fault for a receipt with another blob price than the assumed one, since no hash says which is right. */
function checkPrices({ receipts }: Parts, { number, raw, blobGasPrice }: VerifiedBlock): void {
  for (const [index, bytes] of raw.transactions.entries()) {
    if (bytes[0] !== BLOB_TYPE) continue
    const { blobGasPrice: said } = (receipts as Record<string, unknown>[])[index]!
    if (said !== toQuantity(blobGasPrice!))
      throw fault(
        'fork',
        `block ${number}: the blobGasPrice of transaction ${index} is ${show(said)}, not ${toQuantity(blobGasPrice!)} as assumed: begin a new store with the chain's genesis.json (--genesis FILE)`,
      )
  }
}

const BLOB_TYPE = 3

/** Returns what a node derived otherwise than the block's bytes say. No root commits to it, and it is not stored. */
function findOdd({ block, receipts }: Parts, { raw, transactions }: VerifiedBlock): string | undefined {
  const bodies = (block as { transactions: Record<string, unknown>[] }).transactions
  for (const [index, { hash, from, firstLogIndex }] of transactions.entries()) {
    if (index === raw.transactions.length) break // it is in no root
    const receipt = (receipts as Record<string, unknown>[])[index]!
    const logs = receipt['logs'] as Record<string, unknown>[]
    if (!same(bodies[index]!['from'], from) || !same(receipt['from'], from))
      return `the sender of transaction ${index}`
    if (!same(bodies[index]!['hash'], hash) || !same(receipt['transactionHash'], hash))
      return `the hash of transaction ${index}`
    if (logs.some(({ logIndex }, at) => logIndex !== undefined && Number(logIndex) !== firstLogIndex + at))
      return `the logIndex of transaction ${index}`
  }
  return undefined
}

const same = (json: unknown, bytes: Uint8Array): boolean =>
  typeof json !== 'string' || json.toLowerCase() === toHex(bytes)

/** An error that carries a fault up to `verifyReplies`. */
const fault = (kind: ReplyFault['kind'], message: string, code?: unknown) =>
  Object.assign(new Error(message), {
    fault: { kind, message, ...(typeof code === 'number' && { code }) } satisfies ReplyFault,
  })

function toRpcFault(what: string, { code, message }: NonNullable<Reply['error']>): Error {
  const words = (typeof message === 'string' ? message : show(message)).slice(0, 200)
  const isAbsent = /not found|unknown block|not currently canonical/i.test(words)
  return fault(isAbsent ? 'absent' : 'error', `it answered "${words}" (${show(code)}) for the ${what}`, code)
}

function toReplyFault(error: unknown): ReplyFault {
  if (error instanceof Error && 'fault' in error) return error.fault as ReplyFault
  if (error instanceof ChainError) {
    const { check, message } = error
    return { kind: check === 'unsupported' || check === 'config' ? 'fork' : 'refuted', check, message }
  }
  // The response alone causes it: nothing else is read here.
  return {
    kind: 'malformed',
    message: `its answer cannot be read: ${(error as Error).message.slice(0, 200)}`,
  }
}
