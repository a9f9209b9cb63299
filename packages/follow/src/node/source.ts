import { setTimeout as wait } from 'node:timers/promises'
import { type Parent, type VerifiedBlock, toHex } from '@lectern/chain'
import { claimedMembers, equalBytes, findPrice, show, toQuantity } from '@lectern/chain/internal'
import { type AskedBlock, type ChainIdentity, type ReplyVerifier, rulesOf } from '@lectern/history'
import { FollowError } from '../error.ts'
import { blockNumber, chainId, findUnknownPrice, readPrices } from './answers.ts'
import { isLimit } from './limits.ts'
import { type NodeOfChain, type Outline, readOutline } from './outline.ts'
import type { Rpc, RpcCall, RpcReply } from './rpc.ts'

/** The blocks that a node has under three tags. */
export interface Tip {
  readonly latest: Outline | null
  readonly safe: Outline | null
  readonly finalized: Outline | null
}

/** A node, whose answers are checked as far as one answer can be. Each member rejects with a FollowError or the signal's reason alone. */
export interface Source {
  readonly name: string
  /** Several URLs of one host have one voice. */
  readonly host: string
  /** Detects the methods of the node. Throws FollowError `chain` or `genesis` for a node of another chain. */
  identify(signal: AbortSignal): Promise<void>
  tip(signal: AbortSignal): Promise<Tip>
  /** Reads the blocks of its chain with these numbers; null for each that it lacks. */
  outlines(numbers: readonly bigint[], signal: AbortSignal): Promise<(Outline | null)[]>
  named(hash: Uint8Array, signal: AbortSignal): Promise<Outline | null>
  /** Reads complete blocks, verified, each the child of the one before it; retries late parts. */
  blocks(
    outlines: readonly Outline[],
    parent: Parent | null,
    signal: AbortSignal,
  ): Promise<readonly VerifiedBlock[]>
  readonly width: number
}

export interface SourceParts {
  readonly rpc: Rpc
  readonly chain: ChainIdentity
  readonly verifier: ReplyVerifier
  /** Called if a part is late, or something that no root commits to is wrong. */
  readonly onNote?: (code: 'receipts-late' | 'derived-odd' | 'asked-again', message: string) => void
  /** The longest wait for a late part, in milliseconds. */
  readonly patience: number
}

export function createSource({ rpc, chain, verifier, onNote = () => {}, patience }: SourceParts): Source {
  const { name, host } = rpc
  const family = rulesOf(chain.config)
  const node: NodeOfChain = { name, family }
  let form: ReceiptsForm = 'transaction'
  let unpriced: ReturnType<typeof findUnknownPrice>
  const source: Omit<Source, 'name' | 'host' | 'width'> = {
    async identify(signal) {
      const { config, genesisHash } = chain
      const [chainId, genesis, receipts, rawBlock, rawReceipts, syncing, receipt, forks] = await rpc.ask(
        probes,
        signal,
      )
      const id = readChainId(name, chainId!)
      if (id !== config.chainId)
        throw new FollowError('chain', `${name} serves chain ${id}, not chain ${config.chainId}.`)
      const zero = readOutline(node, genesis!.result, 0n) // a pruned node may lack it
      if (zero && !equalBytes(zero.hash, genesisHash))
        throw new FollowError(
          'genesis',
          `${name} has the genesis block ${toHex(zero.hash)}, not ${toHex(genesisHash)}.`,
        )
      const sync = readSync(syncing!.result)
      if (sync)
        throw new FollowError(
          'error',
          `${name} is syncing: it has block ${sync.current} of ${sync.highest}. It is used once it has caught up.`,
        )
      const isWithout = [receipts, rawReceipts, receipt].every((reply) => reply!.error?.code === NO_METHOD)
      if (isWithout)
        throw new FollowError(
          'method',
          `${name} has no method for receipts: eth_getBlockReceipts, eth_getTransactionReceipt or debug_getRawReceipts.`,
        )
      const { result: block } = rawBlock!
      const isRaw = typeof block === 'string' && block.length > 2 && Array.isArray(rawReceipts!.result)
      unpriced = findUnknownPrice(readPrices(forks!), config)
      // Consensus bytes lack what nodes claim besides.
      form =
        isRaw && !claimedMembers[family.name] && !family.outsideHash
          ? 'raw'
          : receipts!.error
            ? 'transaction'
            : 'block'
    },
    async tip(signal) {
      const replies = await rpc.ask(tags.map(byNumber), signal)
      const latest = readOutline(node, resultOf(name, 'eth_getBlockByNumber', replies[0]!))
      // Nodes answer an error for a tag without a block.
      const [safe, finalized] = replies.slice(1).map(({ result }) => readOutline(node, result))
      return { latest, safe: safe!, finalized: finalized! }
    },
    async outlines(numbers, signal) {
      const calls = numbers.map((number) => byNumber(toQuantity(number)))
      const replies = await rpc.ask(calls, signal)
      return replies.map((reply, index) =>
        readOutline(node, resultOf(name, 'eth_getBlockByNumber', reply), numbers[index]!),
      )
    },
    async named(hash, signal) {
      const method = 'eth_getBlockByHash'
      const [reply] = await rpc.ask([[method, [toHex(hash), false]]], signal)
      return readOutline(node, resultOf(name, method, reply!), hash)
    },
    async blocks(outlines, parent, signal) {
      checkPrices(outlines)
      const blocks: VerifiedBlock[] = []
      for (let waited = 0, delay = FIRST_DELAY; ; waited += delay, delay *= 2) {
        const { calls, asked } = plan(outlines.slice(blocks.length), formOf)
        const bodies = await rpc.askBytes(calls, signal)
        const { config } = chain
        const before = blocks.at(-1)
        const found = await verifier.verify({
          config,
          parent: before ? { ...before, timestamp: before.header.timestamp } : parent,
          bodies,
          blocks: asked,
        })
        for (const [number, what] of found.odd)
          onNote(
            'derived-odd',
            `${name}: ${what} of block ${number} is not what its bytes say; ours is stored.`,
          )
        if (found.blocks.length > 0) [waited, delay] = [0, FIRST_DELAY]
        blocks.push(...found.blocks)
        if (found.fault === undefined) return blocks
        const { kind, message, check } = found.fault
        const isLimited = kind === 'error' && isLimit(found.fault)
        if (isLimited || (kind !== 'absent' && kind !== 'error') || waited >= patience) {
          const code = isLimited ? 'limited' : kind === 'absent' ? 'late' : kind
          throw new FollowError(code, `${name}: ${message}.`.replace(/\.\.$/, '.'), {
            ...(check && { check }),
          })
        }
        if (kind === 'absent') await checkCanonical(outlines[blocks.length]!, signal)
        onNote(
          kind === 'absent' ? 'receipts-late' : 'asked-again',
          `${name}: ${message}; asked again in ${delay} ms.`,
        )
        await wait(delay, undefined, { signal })
      }
    },
  }

  return {
    name,
    host,
    get width() {
      return rpc.width
    },
    identify: (signal) => guard(name, signal, () => source.identify(signal)),
    tip: (signal) => guard(name, signal, () => source.tip(signal)),
    outlines: (numbers, signal) => guard(name, signal, () => source.outlines(numbers, signal)),
    named: (hash, signal) => guard(name, signal, () => source.named(hash, signal)),
    blocks: (outlines, parent, signal) => guard(name, signal, () => source.blocks(outlines, parent, signal)),
  }

  /** Returns the form of a block's request: bytes lack the price that an assumed one is compared with. */
  function formOf({ timestamp }: Outline): ReceiptsForm {
    return form === 'raw' && findPrice(chain.config, timestamp)?.isAssumed ? 'block' : form
  }

  /** Throws FollowError `fork` for a block whose blobs the node prices with an unknown fraction: no hash commits to it. */
  function checkPrices(outlines: readonly Outline[]): void {
    if (unpriced === undefined) return
    const { timestamp: from, updateFraction } = unpriced
    const block = outlines.find(({ timestamp }) => timestamp >= from)
    if (block === undefined) return
    const price = `the fraction ${updateFraction} from the time ${from} on, which is not known`
    throw new FollowError(
      'fork',
      `${name}: block ${block.number}: blobs are priced by ${price}: a newer Lectern is needed, or a genesis.json that has it.`,
    )
  }

  /** Throws FollowError `changed` if the node has another block of that number now. */
  async function checkCanonical({ number, hash }: Outline, signal: AbortSignal): Promise<void> {
    const [found] = await source.outlines([number], signal)
    if (found && !equalBytes(found.hash, hash))
      throw new FollowError('changed', `${name} changed its chain at block ${number} meanwhile.`)
  }
}

/** Turns each error of reading an answer, except an abort, into a FollowError: hostile JSON causes TypeErrors and RangeErrors. */
export async function guard<T>(
  name: string,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof FollowError || signal?.aborted) throw cause
    const words = (cause as Error).message.slice(0, 200)
    throw new FollowError('malformed', `${name} answered what cannot be read: ${words}.`, { cause })
  }
}

export function readChainId(name: string, reply: RpcReply): bigint {
  const id = resultOf(name, 'eth_chainId', reply)
  if (chainId.Check(id)) return BigInt(id)
  throw new FollowError(
    'malformed',
    `${name} answered ${show(id)} for eth_chainId, which is no hex quantity.`,
  )
}

const FIRST_DELAY = 100 // milliseconds

const tags = ['latest', 'safe', 'finalized'] as const
const byNumber = (block: string): RpcCall => ['eth_getBlockByNumber', [block, false]]

export const probes: readonly RpcCall[] = [
  ['eth_chainId', []],
  byNumber('0x0'),
  ['eth_getBlockReceipts', ['latest']],
  ['debug_getRawBlock', ['latest']],
  ['debug_getRawReceipts', ['latest']],
  ['eth_syncing', []],
  ['eth_getTransactionReceipt', [`0x${'0'.repeat(64)}`]],
  ['eth_config', []],
]
const NO_METHOD = -32_601

/** Reads the progress of a syncing node; undefined for one that has its newest blocks. Some nodes say at each block that they sync. */
function readSync(result: unknown): { readonly current: bigint; readonly highest: bigint } | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const { currentBlock, highestBlock } = result as Record<string, unknown>
  const [current, highest] = [currentBlock, highestBlock].map((number) =>
    blockNumber.Check(number) ? BigInt(number) : 0n,
  ) as [bigint, bigint]
  return highest - current > BEHIND ? { current, highest } : undefined
}
const BEHIND = 32n

export function resultOf(name: string, method: string, reply: RpcReply): unknown {
  if (reply.error === undefined) return reply.result
  const { code, message } = reply.error
  if (isLimit(reply.error)) throw new FollowError('limited', `${name} answered "${message}" (${code}).`)
  throw new FollowError('error', `${name} answered "${message}" (${code}) for ${method}.`)
}

/** The request for receipts: consensus bytes, all of a block, or one by one. */
type ReceiptsForm = 'raw' | 'block' | 'transaction'

/** Lists the calls that fetch blocks by hash, and which of them belong to which block. */
function plan(outlines: readonly Outline[], formOf: (outline: Outline) => ReceiptsForm) {
  const calls: RpcCall[] = []
  const add = (method: string, ...params: readonly unknown[]) => calls.push([method, params]) - 1
  const asked = outlines.map((outline): AskedBlock => {
    const { number, hash, transactions, uncles } = outline
    const name = toHex(hash)
    const form = formOf(outline)
    const isRaw = form === 'raw'
    return {
      number,
      hash,
      isRaw,
      block: isRaw ? add('debug_getRawBlock', name) : add('eth_getBlockByHash', name, true),
      receipts: isRaw
        ? add('debug_getRawReceipts', name)
        : form === 'block'
          ? add('eth_getBlockReceipts', name)
          : transactions.map((transaction) => add('eth_getTransactionReceipt', transaction)),
      uncles: isRaw
        ? []
        : Array.from({ length: uncles }, (_, index) =>
            add('eth_getUncleByBlockHashAndIndex', name, toQuantity(index)),
          ),
    }
  })
  return { calls, asked }
}
