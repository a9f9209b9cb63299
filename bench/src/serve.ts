import { installRivals, describeMachine, readArguments, writeSection } from '@lectern/bench-tools'
import { findTools } from './load.ts'
import { compareAppends } from './serving/appends.ts'
import { makeServedChain, type ServedChain } from './serving/chain.ts'
import { compareServers } from './serving/compare.ts'
import { checkExchanges } from './serving/exchanges.ts'
import { makeQuestions, type Question } from './serving/loads.ts'
import type { Effort } from './serving/rounds.ts'
import { importChain, ownServers, references, rivals } from './serving/servers.ts'
import { compareUnknown } from './serving/unknown.ts'
import { compareWorkers } from './serving/workers.ts'

// Our server beside every rival under the same loads: npm run bench:serve [-- --only loads,workers --geth /path/to/geth --quick]
// Writes the parts into bench/README.md, each between the marks of its name; --quick measures ours and the references alone, briefly, and prints.

/** What the parts share. */
interface Setting {
  readonly quick: boolean
  readonly geth: string | undefined
  readonly effort: Effort
  readonly chain: ServedChain
  readonly datadir: string
  readonly questions: readonly Question[]
}

const parts: Readonly<Record<string, (setting: Setting) => Promise<string>>> = {
  loads({ quick, geth, chain, datadir, questions, effort }) {
    if (!quick) installRivals(new URL('../rivals/nodes/', import.meta.url))
    const candidates = [...ownServers(datadir), ...references, ...(quick ? [] : rivals(chain, geth))]
    return compareServers(candidates, questions, effort)
  },
  workers({ datadir, questions, effort }) {
    const some = new Set(['receipt', 'block, full', 'batch of 100 receipts'])
    return compareWorkers(
      datadir,
      questions.filter(({ name }) => some.has(name)),
      effort,
    )
  },
  unknown: ({ datadir, questions, effort }) => compareUnknown(datadir, questions[0]!, effort),
  appends: ({ effort }) => compareAppends(effort),
  exchanges: checkExchanges,
}

const { values, count, choose } = readArguments(
  `npm run bench:serve -- [--only ${Object.keys(parts).join(',')}] [--geth <program>] [--passes <number>] [--seconds <number>] [--quick]`,
  {
    only: { type: 'string' },
    geth: { type: 'string' },
    quick: { type: 'boolean', default: false },
    passes: { type: 'string' },
    seconds: { type: 'string' },
  },
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)) // which ends the servers too
try {
  await main()
} catch (error) {
  process.stderr.write(`bench:serve: ${(error as Error).message}\n`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { quick, geth } = values
  const effort = {
    passes: values.passes === undefined ? (quick ? 1 : 5) : count('passes'),
    seconds: values.seconds === undefined ? (quick ? 1 : 3) : count('seconds'),
  }
  const asked = values.only === undefined && quick ? ['loads'] : choose('only', Object.keys(parts))
  findTools()
  const chain = await makeServedChain(quick ? { blocks: 3, count: 100 } : {})
  using history = importChain(chain)
  const { datadir } = history
  const setting = { quick, geth, effort, chain, datadir, questions: makeQuestions(chain) }
  const machine = describeMachine() // before the page is written: then the work tree differs from the commit
  for (const name of asked) {
    const runs = name === 'exchanges' ? '' : `${effort.passes} runs of ${effort.seconds} s in turn. `
    const text = `${await parts[name]!(setting)}\n\n${runs}${machine}`
    if (quick) process.stdout.write(`${name}\n\n${text}\n`)
    else writeSection(`serving: ${name}`, text)
  }
}
