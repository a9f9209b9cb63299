// Compares mainnet's built-in historical roots with those of a beacon state: node packages/history/test/check-roots.ts <source>.
// The source is the SSZ of a state or of its historical_roots, or the URL of a beacon node.
import { createReadStream } from 'node:fs'
import { toHex } from '@lectern/chain'
import { historicalRoots } from '@lectern/consensus'
import { readMainnetRoots } from '../src/archive/proofs/mainnet-roots.ts'
import { isUrl } from '../src/import/remote-eras.ts'

/** Where a state of mainnet's preset has the offset of its historical_roots: after genesis, slot, fork, header, and two vectors of 8,192 roots. */
const ROOTS_OFFSET = 8 + 32 + 8 + 16 + 112 + 2 * 8_192 * 32
/** The offset of the eth1_data_votes, after the eth1_data. */
const NEXT_OFFSET = ROOTS_OFFSET + 4 + 72

const [source] = process.argv.slice(2)
if (source === undefined) fail('Name a file or the URL of a beacon node.', 2)
const found = await readRoots(await openSource(source))
const root = toHex(historicalRoots.root(found))
const isSame = Buffer.concat(found).equals(Buffer.concat(readMainnetRoots()))
const sentence = `${source} has ${found.length} historical roots, whose root is ${root}`
if (!isSame) fail(`${sentence}: they are not those that are built in.`, 1)
console.log(`${sentence}: they are those that are built in.`)

async function openSource(from: string): Promise<AsyncIterable<Uint8Array>> {
  if (!isUrl(from)) return createReadStream(from) as AsyncIterable<Uint8Array>
  const response = await fetch(`${from.replace(/\/+$/, '')}/eth/v2/debug/beacon/states/finalized`, {
    headers: { accept: 'application/octet-stream' },
  })
  if (response.ok && response.body) return response.body
  return fail(`${from} gives no finalized state: HTTP ${response.status}.`, 2)
}

/** The roots at the start of what varies in a state: no more than that is read. */
async function readRoots(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  let bytes = Buffer.alloc(0)
  let end = Infinity
  for await (const piece of pieces) {
    bytes = Buffer.concat([bytes, piece])
    if (bytes.length >= NEXT_OFFSET + 4) end = bytes.readUInt32LE(NEXT_OFFSET)
    if (bytes.length >= end) break
  }
  const isState = bytes.length >= NEXT_OFFSET + 4
  const roots = isState ? bytes.subarray(bytes.readUInt32LE(ROOTS_OFFSET), end) : bytes
  if (roots.length > 0 && roots.length % 32 === 0) return [...historicalRoots.decode(roots)]
  return fail(`${source} is neither a beacon state nor a list of roots of 32 bytes.`, 2)
}

function fail(sentence: string, code: 1 | 2): never {
  console.error(sentence)
  process.exit(code)
}
