import { equalBytes, type VerifiedBlock } from '@lectern/chain'
import type { ImportStore } from '../src/import.ts'

/** A store in memory that keeps the rules of an append: contiguous, all or nothing. */
export class MemoryStore implements ImportStore {
  readonly chain = null
  readonly blocks: VerifiedBlock[] = []
  readonly batches: number[] = []
  anchor: { number: bigint; hash: Uint8Array } | null = null

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

  trust(anchor: { number: bigint; hash: Uint8Array }): void {
    const held = this.blockHash(anchor.number)
    if (!held || !equalBytes(held, anchor.hash)) throw new Error('that block is not held')
    this.anchor = anchor
  }
}
