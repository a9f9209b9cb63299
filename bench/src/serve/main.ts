import { dirname } from 'node:path'
import { installRivals, describeMachine, readArguments, writeSection } from '@lectern/bench-tools'
import { PER_BLOCK } from './growth/chain.ts'
import { fillStore } from './growth/fill.ts'
import { findTools } from './load.ts'
import { compareAppends } from './serving/appends.ts'
import { compareServers, type Plan } from './serving/compare.ts'
import { writeFigures, writeGenerator, writeRatios, writeReferences } from './serving/comparison.ts'
import { compareConnections } from './serving/connections.ts'
import { checkExchanges } from './serving/exchanges.ts'
import { heads } from './serving/heads.ts'
import { type Load, patterns, readLoads } from './serving/loads.ts'
import { developmentNodes, gethCandidate, ownServers, references } from './serving/servers.ts'
import { compareUnknown } from './serving/unknown.ts'
import { compareWorkers } from './serving/workers.ts'

// Our server beside every rival under the same loads: npm run bench:serve [-- --only traffic,workers --geth /path/to/geth --quick]
// Writes the parts into bench/README.md, each between the marks of its name, and every figure of the traffic into bench/traffic.md.
// --quick measures ours and the references alone on a tiny chain, --heads and --patterns some of the traffic; both print alone.

/** The least of a history whose newest blocks are few. */
const BLOCKS = 20_000

/** What the parts share. */
interface Setting extends Plan {
  readonly geth: string | undefined
  readonly datadir: string
  readonly loads: readonly Load[]
}

const parts: Readonly<Record<string, (setting: Setting) => Promise<string>>> = {
  traffic,
  connections: ({ datadir, loads, effort }) =>
    compareConnections(datadir, loads, { ...effort, seconds: Math.max(3, effort.seconds) }),
  workers({ datadir, loads, effort }) {
    const some = new Set(['receipt', 'block, full', 'batch of 100 receipts'])
    const asked = loads.filter(({ pattern, name }) => pattern === 'newest' && some.has(name))
    return compareWorkers(datadir, asked, effort)
  },
  unknown: ({ datadir, loads, effort }) => compareUnknown(datadir, loads[0]!, effort),
  appends: ({ effort }) => compareAppends(effort),
  exchanges: checkExchanges,
}

const { values, count, choose } = readArguments(
  `npm run bench:serve -- [--only ${Object.keys(parts).join(',')}] [--heads ${heads.map(({ name }) => name).join(',')}] [--patterns ${patterns.join(',')}] [--geth <program>] [--passes <number>] [--seconds <number>] [--quick]`,
  {
    only: { type: 'string' },
    heads: { type: 'string' },
    patterns: { type: 'string' },
    geth: { type: 'string' },
    quick: { type: 'boolean', default: false },
    passes: { type: 'string' },
    seconds: { type: 'string' },
  },
)
const isWritten = !values.quick && values.heads === undefined && values.patterns === undefined
const asked = values.only === undefined && values.quick ? ['traffic'] : choose('only', Object.keys(parts))
const [names, about] = [
  choose(
    'heads',
    heads.map(({ name }) => name),
  ),
  choose('patterns', patterns),
]
const effort = {
  passes: values.passes === undefined ? (values.quick ? 1 : 3) : count('passes'),
  seconds: values.seconds === undefined ? (values.quick ? 1 : 2) : count('seconds'),
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)) // which ends the servers too
try {
  await main()
} catch (error) {
  process.stderr.write(`bench:serve: ${(error as Error).message}\n`)
  process.exit(1) // which ends the servers too
}

async function main(): Promise<void> {
  findTools()
  const { datadir } = await fillStore((values.quick ? 20 : BLOCKS) * PER_BLOCK)
  const setting = {
    geth: values.geth,
    effort,
    datadir,
    folder: dirname(datadir), // with what others made of it
    loads: await readLoads(datadir),
    heads: heads.filter(({ name }) => names.includes(name)),
    isAsked: ({ pattern }: Load) => about.includes(pattern),
  }
  const machine = describeMachine() // before the page is written: then the work tree differs from the commit
  for (const name of asked) {
    const runs = name === 'exchanges' ? '' : `${effort.passes} runs of ${effort.seconds} s in turn. `
    publish(name, `${await parts[name]!(setting)}\n\n${runs}${machine}`)
  }
}

function publish(name: string, text: string, page?: URL): void {
  if (isWritten) writeSection(`serving: ${name}`, text, page)
  else process.stdout.write(`${name}\n\n${text}\n`)
}

/** Every load and head, of ours and of every rival. */
async function traffic({ geth, datadir, loads, ...plan }: Setting): Promise<string> {
  if (!values.quick) installRivals(new URL('../rivals/nodes/', import.meta.url))
  const rivals = values.quick
    ? []
    : [...(await developmentNodes()), ...(geth === undefined ? [] : [gethCandidate(geth, datadir, loads)])]
  const candidates = [...ownServers(datadir, loads), ...references(loads), ...rivals]
  const measured = await compareServers(candidates, plan)
  publish('figures', writeFigures(measured), new URL('../traffic.md', import.meta.url))
  return [
    writeRatios(measured),
    'Of the newest blocks and bare requests, how many times less CPU ours take than servers that answer a constant as long:',
    writeReferences(measured),
    'And what the load generator takes of its own core:',
    writeGenerator(measured),
  ].join('\n\n')
}
