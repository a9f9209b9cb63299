import { equalBytes } from '@lectern/chain/internal'
import { createProvenBlock, type ProvenBlock, type Shelf } from './proven-block.ts'
import type { BlockParts, BlockRecord, SyncReader } from './reader.ts'

/** The blocks that proofs were asked of last. */
export interface ProvenBlocks {
  find(block: BlockRecord & BlockParts, number: number): ProvenBlock
}

/** Keeps what the proofs of one block share, up to so many bytes of all blocks together: the block that was asked for last stays longest. 0 keeps nothing. */
export function createProvenBlocks<B extends BlockRecord>(
  reader: SyncReader<B>,
  limit: number,
): ProvenBlocks {
  const kept = new Map<number, Kept>()
  let bytes = 0
  const drop = (number: number, { shelf }: Kept) => {
    kept.delete(number)
    bytes -= shelf.bytes
    shelf.isOpen = false
  }
  const makeRoom = () => {
    for (const [number, oldest] of kept) {
      if (bytes <= limit) return
      drop(number, oldest)
    }
  }
  return {
    find(block, number) {
      const last = kept.get(number)
      if (last !== undefined && equalBytes(last.hash, block.hash)) {
        kept.delete(number)
        kept.set(number, last)
        return last.block
      }
      if (last !== undefined) drop(number, last)
      const shelf: Shelf = {
        isOpen: true,
        bytes: block.header.length,
        add(more) {
          if (!shelf.isOpen) return
          shelf.bytes += more
          bytes += more
          makeRoom()
        },
      }
      const one = { hash: block.hash, shelf, block: createProvenBlock(block, number, reader, shelf) }
      kept.set(number, one)
      bytes += shelf.bytes
      makeRoom()
      return one.block
    },
  }
}

interface Kept {
  /** 32 bytes. */
  readonly hash: Uint8Array
  readonly shelf: Shelf
  readonly block: ProvenBlock
}
