import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { HistoryError, reasonOf } from '../../error.ts'

// LMDB's first two pages say in turn where the tables of a commit begin (mdb.c, data version 2). LMDB uses the one with the higher number, and
// checks neither: a flipped bit would lead to an older commit or to none.
const MAGIC = Buffer.from('dec0efbe', 'hex') // in each of the two, after its head
const PAGE_SIZE = 24 // bytes from the magic to the file's page size
const ROOT = 112 // the page where the tables are named
const COMMIT = 128
const NONE = 2n ** 64n - 1n
const HEAD = 16 // a page begins with its number and the commit that wrote it
const LEAST_PAGE = 256
const ATTEMPTS = 10

/** Checks that a file is LMDB's, and that its first two pages lead to the commits that they name. */
export function checkStart(path: string): void {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const start = readAt(file, 0, 128)
    // LMDB begins an empty file.
    if (start.length === 0) return
    const at = start.subarray(0, 64).indexOf(MAGIC)
    if (at === -1)
      throw new HistoryError('foreign', `${path} is not a store of Lectern: it is not an LMDB file.`)
    const pageSize = start.readUInt32LE(at + PAGE_SIZE)
    checkLength(path, 2 * pageSize)
    // A writer may be at work between two reads.
    for (let attempt = 1; !leadsToLast(file, at, pageSize); attempt++)
      if (attempt === ATTEMPTS)
        throw new HistoryError(
          'damaged',
          `${path} is damaged: its first pages do not lead to its last commit. Import the chain again.`,
        )
  } catch (cause) {
    if (cause instanceof HistoryError) throw cause
    throw new HistoryError('unwritable', `${path} cannot be read: ${reasonOf(cause)}.`, { cause })
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Throws HistoryError `damaged` for a file that is cut off: reading a mapped page after its end kills the process (SIGBUS). */
export function checkLength(path: string, expected: number): void {
  const { size } = statSync(path)
  if (size < expected)
    throw new HistoryError('damaged', `${path} is cut off: it has ${size} of ${expected} bytes.`)
}

/** Whether the first two pages are of two successive commits, in order, and each names a root that its commit wrote. */
function leadsToLast(file: number, magic: number, pageSize: number): boolean {
  if (pageSize < LEAST_PAGE || !Number.isInteger(Math.log2(pageSize))) return false
  const commits = [0, 1].map((page) => {
    const meta = readAt(file, page * pageSize + magic, COMMIT + 8)
    if (
      meta.length < COMMIT + 8 ||
      !meta.subarray(0, 4).equals(MAGIC) ||
      meta.readUInt32LE(PAGE_SIZE) !== pageSize
    )
      return undefined
    const commit = meta.readBigUInt64LE(COMMIT)
    const root = meta.readBigUInt64LE(ROOT)
    if (root === NONE) return commit
    if (root > BigInt(Math.floor(Number.MAX_SAFE_INTEGER / pageSize))) return undefined
    const head = readAt(file, Number(root) * pageSize, HEAD)
    if (head.length < HEAD || head.readBigUInt64LE(0) !== root || head.readBigUInt64LE(8) !== commit)
      return undefined
    return commit
  })
  const [even, odd] = commits
  if (even === undefined || odd === undefined) return false
  if (even === 0n && odd === 0n) return true // nothing was ever written
  const isRow = even - odd === 1n || odd - even === 1n
  return isRow && even % 2n === 0n
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, position))
}
