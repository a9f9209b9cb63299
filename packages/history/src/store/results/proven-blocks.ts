import { createProvenBlock, isSameBlock, type ProvenBlock, type Shelf } from './proven-block.ts'
import type { HeldBlock } from '../embedded/records.ts'
import type { View } from '../embedded/view.ts'

/** The blocks that proofs were asked of last. */
export interface ProvenBlocks {
  find(block: HeldBlock, number: number): ProvenBlock
}

/** Keeps what the proofs of one block share, up to so many bytes of all blocks together: the block that was asked for last stays longest. 0 keeps nothing. */
export function createProvenBlocks(view: View, limit: number): ProvenBlocks {
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
    find(held, number) {
      const last = kept.get(number)
      if (last !== undefined && isSameBlock(last.held, held)) {
        kept.delete(number)
        kept.set(number, last)
        return last.block
      }
      if (last !== undefined) drop(number, last)
      const shelf: Shelf = {
        isOpen: true,
        bytes: held.header.length,
        add(more) {
          if (!shelf.isOpen) return
          shelf.bytes += more
          bytes += more
          makeRoom()
        },
      }
      const one = { held, shelf, block: createProvenBlock(held, number, view, shelf) }
      kept.set(number, one)
      bytes += shelf.bytes
      makeRoom()
      return one.block
    },
  }
}

interface Kept {
  readonly held: HeldBlock
  readonly shelf: Shelf
  readonly block: ProvenBlock
}
