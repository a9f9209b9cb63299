import { type VerifiedBlock } from '@lectern/chain'
import { equalBytes } from '@lectern/chain/internal'
import type { ImportStore } from '../src/import/import-chain.ts'
import type { Grounds } from '../src/store/embedded/state.ts'
import type { Trust } from '../src/store/embedded/writer.ts'

/** A store in memory that keeps the rules of an append: contiguous, all or nothing. */
export class MemoryStore implements ImportStore {
  readonly chain = null
  readonly blocks: VerifiedBlock[] = []
  readonly batches: number[] = []
  readonly finality: Pick<Trust, 'safe' | 'finalized'> = {}
  anchor: { number: bigint; hash: Uint8Array } | null = null
  grounds: Grounds | null | undefined

  get head(): VerifiedBlock | null {
    return this.blocks.at(-1) ?? null
  }

  get hashes(): string[] {
    return this.blocks.map(({ hash }) => Buffer.from(hash).toString('hex'))
  }

  blockHash(number: bigint): Uint8Array | undefined {
    return this.blocks[Number(number)]?.hash
  }

  append(blocks: readonly VerifiedBlock[]): void {
    for (const [index, { number }] of blocks.entries())
      if (number !== BigInt(this.blocks.length + index)) throw new Error(`block ${number} does not follow`)
    this.blocks.push(...blocks)
    this.batches.push(blocks.length)
  }

  trust({ anchor, ...finality }: Trust): void {
    Object.assign(this.finality, finality)
    if (anchor === undefined) return
    const { number, hash, grounds } = anchor
    const held = this.blockHash(number)
    if (!held || !equalBytes(held, hash)) throw new Error('that block is not held')
    this.anchor = { number, hash }
    this.grounds = grounds
  }
}
