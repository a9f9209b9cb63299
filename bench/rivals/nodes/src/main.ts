import { installRivals } from '../../install.ts'

// npm run bench:nodes -- anvil          starts one node, fills its chain, and prints its address
// GETH=/path/to/geth npm run bench:nodes -- geth-official

installRivals(new URL('..', import.meta.url))
const { nodes } = await import('./nodes.ts')
const { gethNodes } = await import('./geth.ts')

const [name] = process.argv.slice(2)
const geth = process.env['GETH']
const all = nodes.concat(geth === undefined ? [] : gethNodes(geth))
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
