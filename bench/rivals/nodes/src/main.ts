import { parseArgs } from 'node:util'
import { installRivals } from '@lectern/bench-tools'

// npm run bench:nodes -- anvil          starts one node, fills its chain, and prints its address
// npm run bench:nodes -- geth-official --geth /path/to/geth   imports the chain of the official suite

installRivals(new URL('..', import.meta.url))
const { nodes } = await import('./nodes.ts')
const { gethNodes } = await import('./geth.ts')

const { positionals, values } = parseArgs({ allowPositionals: true, options: { geth: { type: 'string' } } })
const [name] = positionals
const all = nodes.concat(values.geth === undefined ? [] : gethNodes(values.geth))
const node = all.find((node) => node.name === name)
if (!node) {
  process.stderr.write(`Name one of ${all.map(({ name }) => name).join(', ')}; not "${name ?? ''}".\n`)
  process.exit(2)
}
const { url, filled, stop } = await node.start()
process.stdout.write(`${node.name}: ${url}\n`)
if (filled) process.stdout.write(`${filled.blocks} blocks, ${filled.transactions} transactions\n`)
for (const line of filled?.refused ?? []) process.stdout.write(`refused: ${line}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(0)))
}
