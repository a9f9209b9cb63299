import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { httpTarget, plan, run } from '@lectern/conformance'
import { document } from '@lectern/spec'
import {
  nodeUpstream,
  startProxy,
  type Fault,
  legal,
  valueFaults,
  wireFaults,
} from '@lectern/conformance/testing'
import { writeSection, writeTable, installRivals } from '@lectern/bench-tools'
import { createAsk } from './ask.ts'

// npm run bench:faults [-- --geth /path/to/geth] [lectern-sample anvil geth-sample …]
// Checks nodes through a proxy that has one fault, or one legal habit, at a time, as `lectern conform` does by default,
// and writes what was missed or blamed to bench/conformance.md when no node was named. Exit code 1: there is such a thing.

installRivals(new URL('..', import.meta.url))
const { nodes } = await import('./nodes.ts')
const { gethNodes } = await import('./geth.ts')
const { ownNodes } = await import('./lectern.ts')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { geth: { type: 'string' } },
})
const all = [...nodes, ...(values.geth === undefined ? [] : gethNodes(values.geth)), ...ownNodes]
const names = positionals.length > 0 ? positionals : ['geth-sample', 'anvil', 'lectern-sample']
const chosen = all.filter(({ name }) => names.includes(name))
if (chosen.length === 0) {
  process.stderr.write(`Name some of ${all.map(({ name }) => name).join(', ')}; not "${names.join(' ')}".\n`)
  process.exit(2)
}
useEngine(await loadWasmEngine()) // some hundred runs

const checks = plan(document)
const rows: (string | number)[][] = []
const remarks: string[] = []
for (const { name, dialect, start } of chosen) {
  const node = await start()
  const upstream = nodeUpstream(node.url)
  /** What fails through a proxy, in words where nothing was checked, and how much the proxy changed. */
  const check = async (fault: Fault) => {
    await using proxy = await startProxy(upstream, fault)
    const found = await run(checks, httpTarget(proxy.url, { timeout: 2_000 }), {
      ...(dialect !== undefined && { dialect }),
    }).then(
      ({ results }) => results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
      (error: Error) => error.message,
    )
    return { found, touched: proxy.touched }
  }
  try {
    const { found: before } = await check({})
    const usual = new Set(before)
    const fresh = (found: string | readonly string[]) =>
      typeof found === 'string' ? [] : found.filter((id) => !usual.has(id))
    const print = (what: string) =>
      void (remarks.push(`- ${name}: ${what}`), process.stdout.write(`${name}: ${what}\n`))
    const counts = { faults: 0, caught: 0, absent: 0, legal: 0, blamed: 0 }
    for (const [what, , make] of [...valueFaults, ...wireFaults]) {
      const { found, touched } = await check(make())
      if (touched === 0) {
        counts.absent++ // the node's chain has nothing of that kind
        continue
      }
      counts.faults++
      if (fresh(found).length > 0) counts.caught++
      else print(`not found: ${what}${typeof found === 'string' ? ` (${found})` : ''}`)
    }
    const latest = (await createAsk(node.url)('eth_getBlockByNumber', ['latest', false])) as {
      number: string
    }
    for (const [what, make] of legal) {
      const { found, touched } = await check(make(BigInt(latest.number)))
      if (touched === 0) continue
      counts.legal++
      if (typeof found === 'string' || fresh(found).length > 0) {
        counts.blamed++
        print(`blamed: ${what}: ${typeof found === 'string' ? found : fresh(found).join(', ')}`)
      }
    }
    const { faults, caught, absent, legal: variations, blamed } = counts
    rows.push([name, faults, caught, absent, variations, blamed, usual.size])
    if (caught < faults || blamed > 0) process.exitCode = 1
  } finally {
    upstream[Symbol.dispose]()
    await node.stop()
  }
}
const table = writeTable(
  ['node', 'faults', 'found', 'not shown by its chain', 'legal variations', 'blamed', 'failures of its own'],
  rows,
)
const text = [table, remarks.join('\n')].filter((part) => part !== '').join('\n\n')
const page = new URL('../../../conformance.md', import.meta.url)
if (positionals.length === 0) writeSection('faults', text, page)
else process.stdout.write(`${text}\n(${fileURLToPath(page)} is as it was: nodes were named.)\n`)
