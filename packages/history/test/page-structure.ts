// The bytes that LMDB writes around keys and values (mdb.c, data version 2 of lmdb 3.5), as targets.
const PAGE_HEAD = 24
const NODE_HEAD = 8 // a length, or the page below, 4; flags 2; the length of the key 2
const META_END = 184
const SHORT = 100
const [MAIN_ROOT, COMMIT, DATABASE_ROOT] = [136, 152, 40]
const [BRANCH, LEAF] = [1, 2]
const [LONG, TABLE] = [1, 2]
const NONE = 2n ** 64n - 1n

/** Where bytes of LMDB's own lie. */
export interface Structure {
  /** The bytes that the last commit needs, apart from values: the first two pages, heads of pages and nodes, positions, keys. */
  readonly positions: readonly number[]
  /** The last byte of the key of each row that is longer than most of the hash index. */
  readonly keyEnds: readonly number[]
}

/** Finds the bytes of LMDB's own in a file. */
export function findStructure(file: Uint8Array, pageSize: number): Structure {
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const positions: number[] = []
  const keyEnds: number[] = []
  const add = (from: number, count: number) => {
    for (let at = from; at < from + count; at++) positions.push(at)
  }
  const visit = (page: bigint): void => {
    if (page === NONE) return
    const start = Number(page) * pageSize
    const flags = view.getUint16(start + 18, true)
    const end = start + PAGE_HEAD + (flags & (BRANCH | LEAF) ? view.getUint16(start + 20, true) : 0)
    add(start, end - start)
    for (let at = start + PAGE_HEAD; at < end; at += 2) {
      const node = start + PAGE_HEAD + view.getUint16(at, true)
      const key = view.getUint16(node + 6, true)
      add(node, NODE_HEAD + key)
      const value = node + NODE_HEAD + key
      if (flags & LEAF && view.getUint16(node, true) > SHORT) keyEnds.push(value - 1)
      if (flags & BRANCH) visit(view.getBigUint64(node, true) & (2n ** 48n - 1n))
      else if (view.getUint16(node + 4, true) & LONG) visit(view.getBigUint64(value, true))
      else if (view.getUint16(node + 4, true) & TABLE) {
        add(value, DATABASE_ROOT + 8)
        visit(view.getBigUint64(value + DATABASE_ROOT, true))
      }
    }
  }
  for (const page of [0, pageSize]) add(page, META_END)
  const last = [0, pageSize].toSorted((a, b) =>
    Number(view.getBigUint64(b + COMMIT, true) - view.getBigUint64(a + COMMIT, true)),
  )[0]!
  visit(view.getBigUint64(last + MAIN_ROOT, true))
  return { positions, keyEnds }
}
