import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeRlp, encodeRlp, type RlpInput } from '@lectern/chain/internal'

const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
let count = 0

/** Writes bytes to a new file below the system's temporary folder and returns its path. */
export function writeTemporary(bytes: Uint8Array | string): string {
  const path = join(folder, String(count++))
  writeFileSync(path, bytes)
  return path
}

/** The blocks of a chain.rlp, block 1 first, each as it lies in the file. */
export function readBlocks(path: string): Uint8Array[] {
  const file = readFileSync(path)
  const blocks: Uint8Array[] = []
  for (let offset = 0; offset < file.length; offset += blocks.at(-1)!.length) {
    const lengthSize = Math.max(0, file[offset]! - 0xf7)
    const length = lengthSize === 0 ? file[offset]! - 0xc0 : file.readUIntBE(offset + 1, lengthSize)
    blocks.push(file.subarray(offset, offset + 1 + lengthSize + length))
  }
  return blocks
}

type Items = RlpInput[]

/** The blocks with one changed: `edit` gets the block as nested lists and may change it in place. */
export function editBlock(
  blocks: readonly Uint8Array[],
  number: number,
  edit: (block: Items) => void,
): Uint8Array {
  const block = structuredClone(decodeRlp(blocks[number - 1]!)) as Items
  edit(block)
  return Buffer.concat(blocks.with(number - 1, encodeRlp(block)))
}

/** Changes the last bit of a byte string in a nested list: `flip(block, 0, 3)` the state root. */
export function flip(items: Items, ...path: number[]): void {
  const parent = path.slice(0, -1).reduce((list, index) => list[index] as Items, items)
  const old = parent[path.at(-1)!] as Uint8Array
  const bytes = old.length === 0 ? Uint8Array.of(1) : Uint8Array.from(old)
  if (old.length > 0) bytes[bytes.length - 1]! ^= 1
  parent[path.at(-1)!] = bytes
}
