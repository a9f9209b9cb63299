import { setImmediate } from 'node:timers/promises'
import type { VerifiedBlock } from '@lectern/chain'
import type { BlockName } from '@lectern/consensus'
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
import { rulesOf } from '../src/family.ts'
import { checkExpected, findTop, lowerHead, raiseHead, trustBlocks } from '../src/store/changes.ts'
import { emptyState, type State, toHead } from '../src/store/records/state.ts'
import { createProofs } from '../src/store/results/proofs.ts'
import type { BlockParts, BlockRecord, Reader } from '../src/store/results/reader.ts'
import { createRenderedResults } from '../src/store/results/rendered-results.ts'
import { createMethods } from '../src/store/results/results.ts'
import type { Sync } from '../src/store/interface.ts'
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
  #state: State = emptyState

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
      async *headers(from, to) {
        for (const { number, hash, raw } of inRange(from, to)) yield { number, hash, header: raw.header }
      },
      async *blocks(from, to) {
        for (const block of inRange(from, to)) yield toStored(block) satisfies StoredBlock
      },
      // All of a block is in one object, which was verified.
      async checkBlock({ number }) {
        if (find(number) === undefined) throw damaged(`block ${number}`)
      },
      async checkState() {},
      async [Symbol.asyncDispose]() {},
    }
  }

  async commit(change: StoreChange): Promise<void> {
    const { keepUpTo, blocks = [], anchor, expected = [], executed: _, ...finality } = change
    await setImmediate()
    let [stored, state] = [this.blocks, this.#state]
    const top = findTop(state, keepUpTo)
    if (top !== undefined) {
      stored = stored.filter(({ number }) => number <= top)
      state = lowerHead(state, stored.length > 0 ? keyOf(stored.at(-1)!) : null, 0)
    }
    state = raiseHead(state, blocks, this.chain)
    stored = [...stored, ...blocks]
    const hashOf = (named: BlockName) => stored.find(({ number }) => number === named.number)?.hash
    for (const block of expected) checkExpected(block, hashOf(block))
    state = trustBlocks(state, change, anchor && hashOf(anchor))
    const { timestamp } = stored.at(-1)?.header ?? {}
    this.#head = timestamp === undefined ? null : { ...toHead(state)!, timestamp }
    this.#state = state
    this.blocks = stored
    Object.assign(this.finality, finality)
    if (blocks.length > 0) this.batches.push(blocks.length)
    if (anchor === undefined) return
    this.anchor = { number: anchor.number, hash: anchor.hash }
    this.grounds = anchor.grounds
  }

  /** All of its blocks have one form. */
  async compact(): Promise<null> {
    return null
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

const keyOf = ({ number, hash }: BlockName) => ({ number: Number(number), hash })

const recordsOf = ({ number, transactions }: VerifiedBlock) =>
  transactions.map((transaction, index) => ({ ...transaction, number: Number(number), index }))

function readRecords(
  blocks: readonly VerifiedBlock[],
  head: Head | null,
  chain: ChainIdentity | null,
): Sync<Reader<MemoryBlock>> {
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
    family: () => rulesOf(chain?.config ?? {}),
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
const later = (reader: Sync<Reader<MemoryBlock>>): Reader<MemoryBlock> => ({
  head: reader.head,
  chainId: async () => reader.chainId(),
  family: reader.family,
  blockNumber: async (hash) => reader.blockNumber(hash),
  block: async (number) => reader.block(number),
  blockRecord: async (number) => reader.blockRecord(number),
  blockHashes: async (block) => reader.blockHashes(block),
  transactions: async (...some) => reader.transactions(...some),
  transaction: async (hash) => reader.transaction(hash),
})
