import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { toHex, useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { openStore, type EmbeddedStore } from '@lectern/history'
import { makeChain } from '@lectern/history/testing'

// node writer.ts <blocks stored> <blocks to append> <datadir> …: fills stores with synthetic blocks of 175 transactions and writes the
// hashes of those blocks; then, for each number of a store on standard input, appends a block to it every 100 ms, until the next line.

const [stored, extra] = process.argv.slice(2, 4).map(Number) as [number, number]
useEngine(await loadWasmEngine())
const blocks = makeChain(stored + extra, 175)
const stores: { readonly store: EmbeddedStore; next: number }[] = []
for (const datadir of process.argv.slice(4)) {
  const store = await openStore(datadir)
  await store.commit({ blocks: blocks.slice(0, stored) })
  stores.push({ store, next: stored })
}
const hashes = blocks
  .slice(0, stored)
  .flatMap(({ transactions }) => transactions.map(({ hash }) => toHex(hash)))
process.stdout.write(`${JSON.stringify(hashes)}\n`)

let chosen: (typeof stores)[number] | undefined
createInterface(process.stdin)
  .on('line', (line) => (chosen = stores[Number(line)]))
  .on('close', () => process.exit())
for (;;) {
  const started = performance.now()
  if (chosen && chosen.next < blocks.length) {
    await chosen.store.commit({ blocks: [blocks[chosen.next]!] })
    chosen.next += 1
    process.stdout.write(`${chosen.next}\n`)
  }
  await pause(Math.max(1, 100 - (performance.now() - started)))
}
