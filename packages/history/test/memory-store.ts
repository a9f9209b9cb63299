import { setImmediate } from 'node:timers/promises'
import type { VerifiedBlock } from '@lectern/chain'
import type {
  Anchor,
  ChainIdentity,
  Grounds,
  Head,
  Proofs,
  Snapshot,
  Store,
  StoreChange,
  StoredBlock,
  StoreReport,
} from '../src/index.ts'
import { damaged } from '../src/error.ts'
import { earlierAnchors } from '../src/store/anchors.ts'
import { checkAnchor, checkBlocks, checkExpected, checkFinality, checkKeep } from '../src/store/checks.ts'
import { createProofs } from '../src/store/results/proofs.ts'
import type { BlockParts, BlockRecord, Reader, SyncReader } from '../src/store/results/reader.ts'
import { createRenderedResults } from '../src/store/results/rendered-results.ts'
import { createMethods } from '../src/store/results/results.ts'
import { toStored } from './synthetic.ts'

/** A store in memory, of which each method returns a promise: what a store elsewhere must be like. */
export class MemoryStore implements Store {
  readonly chain: ChainIdentity | null
  readonly batches: number[] = []
  readonly finality: Pick<StoreChange, 'safe' | 'finalized'> = {}
  blocks: readonly VerifiedBlock[] = []
  anchor: Omit<Anchor, 'grounds'> | null = null
  grounds: Grounds | null | undefined
  readonly #rendered = createRenderedResults(2 ** 20)
  #head: Head | null = null

  constructor(chain: ChainIdentity | null = null) {
    this.chain = chain
  }

  get head(): VerifiedBlock | null {
    return this.blocks.at(-1) ?? null
  }

  get hashes(): string[] {
    return this.blocks.map(({ hash }) => Buffer.from(hash).toString('hex'))
  }

  async snapshot(): Promise<Snapshot> {
    await setImmediate()
    const head = this.#head
    const reader = readRecords(this.blocks, head, this.chain)
    const find = (number: bigint) => this.blocks[Number(number - (head?.lowest ?? 0n))]
    const blocks = head === null ? [] : this.blocks
    const inRange = (from = 0n, to?: bigint) =>
      blocks.filter(({ number }) => number >= from && (to === undefined || number <= to))
    return {
      ...createMethods(later(reader), this.#rendered),
      head,
      blockHash: async (number) => find(number)?.hash,
      async blockNumber(hash) {
        const number = reader.blockNumber(hash)
        return number === undefined ? undefined : BigInt(number)
      },
      async locate(hash) {
        const found = reader.transaction(hash)
        return found && { number: BigInt(found.number), index: found.index }
      },
      async *headers(from, to) {
        for (const { number, hash, raw } of inRange(from, to)) yield { number, hash, header: raw.header }
      },
      async *blocks(from, to) {
        for (const block of inRange(from, to)) yield toStored(block) satisfies StoredBlock
      },
      // What a block says of itself is in one object, which was verified.
      async checkBlock({ number }) {
        if (find(number) === undefined) throw damaged(`block ${number}`)
      },
      async checkState() {},
      async [Symbol.asyncDispose]() {},
    }
  }

  async commit({
    keepUpTo,
    blocks = [],
    anchor,
    expected = [],
    executed,
    ...finality
  }: StoreChange): Promise<void> {
    await setImmediate()
    let [stored, head] = [this.blocks, this.#head]
    if (keepUpTo !== undefined && keepUpTo !== (head?.number ?? -1n)) {
      checkKeep(head, keepUpTo)
      stored = stored.filter(({ number }) => number <= keepUpTo)
      const lower = <N extends bigint | null | undefined>(number: N) =>
        number != null && number > keepUpTo ? keepUpTo : number
      const { safe, executed: done, ...rest } = head!
      const cut = { safe: lower(safe), ...(done !== undefined && { executed: lower(done)! }) }
      head = stored.length > 0 ? { ...rest, ...nameOf(stored.at(-1)!), ...cut } : null
    }
    if (blocks.length > 0) {
      checkBlocks(head, blocks, this.chain)
      stored = [...stored, ...blocks]
      const rest = head ?? { lowest: stored[0]!.number, anchor: null, safe: null, finalized: null }
      head = { ...rest, ...nameOf(stored.at(-1)!) }
    }
    for (const block of expected)
      checkExpected(block, stored.find(({ number }) => number === block.number)?.hash)
    if (anchor) checkAnchor(anchor, stored.find(({ number }) => number === anchor.number)?.hash)
    const { safe = head?.safe ?? null, finalized = head?.finalized ?? null } = finality
    checkFinality(head, { safe, finalized })
    const isLower = anchor === undefined || anchor.number < (head?.anchor?.number ?? 0n)
    const trusted = isLower
      ? (head?.anchor ?? null)
      : { number: anchor.number, hash: anchor.hash, grounds: anchor.grounds ?? null }
    const { earlier: before, ...rest } = head ?? {}
    const earlier = isLower || !head ? before : earlierAnchors(head, anchor)
    this.#head = head && {
      ...(rest as Head),
      ...(earlier && earlier.length > 0 && { earlier }),
      ...(executed !== undefined && executed > (head.executed ?? head.lowest - 1n) && { executed }),
      anchor: trusted,
      safe,
      finalized,
    }
    this.blocks = stored
    Object.assign(this.finality, finality)
    if (blocks.length > 0) this.batches.push(blocks.length)
    if (anchor === undefined) return
    this.anchor = { number: anchor.number, hash: anchor.hash }
    this.grounds = anchor.grounds
  }

  async report(): Promise<StoreReport> {
    const transactions = this.blocks.reduce((sum, block) => sum + block.transactions.length, 0)
    return { blocks: this.blocks.length, transactions, bytes: 0 }
  }

  async *checkIndex(): AsyncGenerator<void> {}

  get proofs(): Proofs {
    return createProofs(later(readRecords(this.blocks, this.#head, this.chain)), 0)
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

const nameOf = ({ number, hash, header: { timestamp } }: VerifiedBlock) => ({ number, hash, timestamp })

const recordsOf = ({ number, transactions }: VerifiedBlock) =>
  transactions.map((transaction, index) => ({ ...transaction, number: Number(number), index }))

function readRecords(
  blocks: readonly VerifiedBlock[],
  head: Head | null,
  chain: ChainIdentity | null,
): SyncReader<MemoryBlock> {
  const find = (number: number) => blocks.find((block) => block.number === BigInt(number))
  const block = (number: number): MemoryBlock | undefined => {
    const found = find(number)
    if (found === undefined) return undefined
    const { header, hash, raw, size, blobGasPrice, transactions } = found
    const { timestamp, baseFeePerGas } = header
    return { ...raw, hash, timestamp, baseFeePerGas, blobGasPrice, size, count: transactions.length, found }
  }
  return {
    head: () => head,
    chainId: () => chain?.config.chainId ?? null,
    blockNumber(hash) {
      const found = blocks.find((block) => Buffer.compare(block.hash, hash) === 0)
      return found && Number(found.number)
    },
    block,
    blockRecord: block,
    blockHashes: ({ found }) => Buffer.concat(found.transactions.map(({ hash }) => hash)),
    transactions: ({ found }, from, to) => recordsOf(found).slice(from, to),
    transaction: (hash) =>
      blocks.flatMap(recordsOf).find((record) => Buffer.compare(record.hash, hash) === 0),
  }
}

interface MemoryBlock extends BlockRecord, BlockParts {
  readonly found: VerifiedBlock
}

/** The same reader, as one over a network would be. */
const later = (reader: SyncReader<MemoryBlock>): Reader<MemoryBlock> => ({
  head: reader.head,
  chainId: async () => reader.chainId(),
  blockNumber: async (hash) => reader.blockNumber(hash),
  block: async (number) => reader.block(number),
  blockRecord: async (number) => reader.blockRecord(number),
  blockHashes: async (block) => reader.blockHashes(block),
  transactions: async (...some) => reader.transactions(...some),
  transaction: async (hash) => reader.transaction(hash),
})
