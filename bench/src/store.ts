import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { toHex, type VerifiedBlock } from '@lectern/chain'
import { openStore, type Store } from '@lectern/history'
import { openTables } from '../../packages/history/src/store/tables.ts'
import { createView, type View } from '../../packages/history/src/store/view.ts'
import { makeChain } from '../../packages/history/src/synthetic.ts'

// How fast a store takes blocks and finds transactions: node bench/src/store.ts --transactions 1000000
// The blocks are real, verified ones with new names: verifying millions would hide the store. Only here does anything but `verify`
// make a VerifiedBlock. Their bytes repeat, which helps nobody: each record is packed by itself.

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '200000' },
    'blocks-per-append': { type: 'string', default: '20' },
    reads: { type: 'string', default: '100000' },
  },
})
const total = Number(values.transactions)
const perAppend = Number(values['blocks-per-append'])
const reads = Number(values.reads)
const PER_BLOCK = 152

const templates = makeChain(4, PER_BLOCK)
const samples = templates.flatMap(({ transactions }) => transactions)
const mean = (size: (transaction: (typeof samples)[number]) => number) =>
  Math.round(samples.reduce((sum, transaction) => sum + size(transaction), 0) / samples.length)
console.log(
  `${total} transactions, ${PER_BLOCK} a block, ${perAppend} blocks an append; ` +
    `mean transaction ${mean(({ bytes }) => bytes.length)} B, receipt ${mean(({ receipt }) => receipt.length - 259)} B and its bloom.`,
)

const datadir = mkdtempSync(join(tmpdir(), 'lectern-bench-'))
process.on('exit', () => rmSync(datadir, { recursive: true, force: true }))

const kept: Uint8Array[] = []
{
  await using store = await openStore(datadir)
  await fill(store)
}
{
  await using store = await openStore(datadir, { readOnly: true })
  await measureReads(store)
}

async function fill(store: Store): Promise<void> {
  let parent: VerifiedBlock | null = null
  let written = 0
  let cpu = 0
  let busy = 0
  let slowest = 0
  const step = Math.max(1, Math.floor(total / 8))
  let since = { written: 0, busy: 0 }
  while (written < total) {
    const blocks: VerifiedBlock[] = []
    for (let i = 0; i < perAppend; i++)
      blocks.push((parent = rename(templates[i % templates.length]!, parent)))
    const started = performance.now()
    const before = process.cpuUsage()
    await store.append(blocks)
    const used = process.cpuUsage(before)
    const took = performance.now() - started
    cpu += used.user + used.system
    busy += took
    slowest = Math.max(slowest, took)
    written += perAppend * PER_BLOCK
    if (written - since.written >= step) {
      const rate = (written - since.written) / (busy - since.busy)
      console.log(`  ${String(written).padStart(9)} transactions: ${rate.toFixed(0)} thousand/s`)
      since = { written, busy }
    }
  }
  const { transactions, bytes } = store.report()
  console.table({
    'durable, thousand tx/s': (transactions / busy).toFixed(1),
    'CPU, µs a tx': (cpu / transactions).toFixed(2),
    'slowest append, ms': slowest.toFixed(0),
    'bytes a tx': (bytes / transactions).toFixed(0),
  })
}

/** A verified block with another number, parent and hash, and other transaction hashes. */
function rename(block: VerifiedBlock, parent: VerifiedBlock | null): VerifiedBlock {
  const names = randomBytes(32 * (block.transactions.length + 1))
  const transactions = block.transactions.map((transaction, index) => {
    const hash = Uint8Array.from(names.subarray(32 * index, 32 * index + 32))
    if (kept.length < reads) kept.push(hash)
    else if (Math.random() < 0.05) kept[Math.floor(Math.random() * reads)] = hash
    return { ...transaction, hash }
  })
  return {
    ...block,
    number: parent ? parent.number + 1n : 0n,
    hash: Uint8Array.from(names.subarray(-32)),
    header: { ...block.header, parentHash: parent?.hash ?? block.header.parentHash },
    transactions,
  } as VerifiedBlock
}

async function measureReads(store: Store): Promise<void> {
  const tables = openTables(datadir, { readOnly: true })
  const view: View = createView(tables)
  // In the order they are asked for, as a request's hash lies in the cache when it is looked up.
  const asked = kept.toSorted(() => Math.random() - 0.5).map((hash) => Uint8Array.from(hash))
  const close = asked.map((hash) => Uint8Array.from([...hash.subarray(0, 31), hash[31]! ^ 1]))
  const unknown = asked.map(() => Uint8Array.from(randomBytes(32)))
  const numbers = asked.map((_, index) => BigInt(index * 7919) % (store.head!.number + 1n))
  const hexes = asked.map(toHex)
  const rows: Record<string, string> = {}
  const measure = (name: string, count: number, run: (index: number) => unknown) => {
    for (let i = 0; i < Math.min(2000, count); i++) run(i)
    const before = process.cpuUsage()
    for (let i = 0; i < count; i++) run(i)
    const { user, system } = process.cpuUsage(before)
    rows[name] = ((user + system) / count).toFixed(2)
  }
  measure(
    'bytes by hash, its pages touched for the first time',
    asked.length,
    (i) => view.transaction(asked[i]!) ?? fail(),
  )
  measure('bytes by hash', asked.length, (i) => view.transaction(asked[i]!) ?? fail())
  measure('a hash that differs in its last bit', asked.length, (i) => view.transaction(close[i]!) && fail())
  measure('an unknown hash', asked.length, (i) => view.transaction(unknown[i]!) && fail())
  measure(
    'eth_getTransactionByHash',
    asked.length / 4,
    (i) => store.eth_getTransactionByHash(hexes[i]! as `0x${string}`) ?? fail(),
  )
  measure(
    'eth_getTransactionReceipt',
    asked.length / 4,
    (i) => store.eth_getTransactionReceipt(hexes[i]! as `0x${string}`) ?? fail(),
  )
  measure(
    'eth_getBlockByNumber, hashes',
    2000,
    (i) => store.eth_getBlockByNumber(`0x${numbers[i]!.toString(16)}`, false) ?? fail(),
  )
  measure(
    'eth_getBlockByNumber, transactions',
    500,
    (i) => store.eth_getBlockByNumber(`0x${numbers[i]!.toString(16)}`, true) ?? fail(),
  )
  console.log('µs of CPU:')
  console.table(rows)
  console.log(
    `hashes in the levels of the index: ${view
      .state()
      .levels.map(({ count }) => count)
      .join(', ')}`,
  )
  await tables.root.close()
}

function fail(): never {
  throw new Error('the store gave the wrong answer')
}
