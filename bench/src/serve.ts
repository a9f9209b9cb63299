import { parseArgs } from 'node:util'
import { installRivals } from '../rivals/install.ts'
import { findTools } from './load.ts'
import { describeMachine } from './machine.ts'
import { writeSection } from './section.ts'
import { makeServedChain } from './serving/chain.ts'
import { compareAppends } from './serving/appends.ts'
import { compareServers } from './serving/compare.ts'
import { checkExchanges } from './serving/exchanges.ts'
import { makeQuestions } from './serving/loads.ts'
import { importChain, ownServers, reference, rivals } from './serving/servers.ts'
import { compareUnknown } from './serving/unknown.ts'
import { compareWorkers } from './serving/workers.ts'

// Our server beside every rival under the same loads: npm run bench:serve [-- --only loads,workers --geth /path/to/geth --quick]
// Writes the parts into bench/README.md, each between the marks of its name; --quick measures ours and node:http alone, briefly, and prints.

findTools()
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    geth: { type: 'string' },
    quick: { type: 'boolean', default: false },
    passes: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const { quick, geth } = values
const effort = {
  passes: Number(values.passes ?? (quick ? 1 : 5)),
  seconds: Number(values.seconds ?? (quick ? 1 : 3)),
}
const chain = await makeServedChain(quick ? { blocks: 3, count: 100 } : {})
using history = importChain(chain)
const questions = makeQuestions(chain)

const parts: Readonly<Record<string, () => Promise<string>>> = {
  async loads() {
    if (!quick) installRivals(new URL('../rivals/nodes/', import.meta.url))
    const candidates = [...ownServers(history.datadir), reference, ...(quick ? [] : rivals(chain, geth))]
    return compareServers(candidates, questions, effort)
  },
  workers: () =>
    compareWorkers(
      history.datadir,
      questions.filter(({ name }) => name === 'receipt' || name === 'block, full'),
      effort,
    ),
  unknown: () => compareUnknown(history.datadir, questions[0]!, effort),
  appends: () => compareAppends(effort),
  exchanges: checkExchanges,
}

const asked = values.only?.split(',') ?? (quick ? ['loads'] : Object.keys(parts))
const unknown = asked.find((name) => !Object.hasOwn(parts, name))
if (unknown !== undefined)
  throw new Error(`There is no part "${unknown}", but ${Object.keys(parts).join(', ')}.`)
for (const name of asked) {
  const text = `${await parts[name]!()}\n\n${effort.passes} runs of ${effort.seconds} s in turn. ${describeMachine()}`
  if (quick) process.stdout.write(`${name}\n\n${text}\n`)
  else writeSection(`serving: ${name}`, text)
}
