import { describeMachine, readArguments, toText, writeSection, writeTable } from '@lectern/bench-tools'
import { measureAppends } from './growth/appends.ts'
import { type Filled, fillStore } from './growth/fill.ts'
import { measureLookups } from './growth/lookups.ts'
import { drawQuestions } from './growth/questions.ts'
import { readMemory } from './cpu.ts'
import { findTools } from './load.ts'
import { checkAnswers } from './serving/answers.ts'
import { least, measureInTurn, median } from './serving/rounds.ts'
import { startLectern } from './serving/servers.ts'

// What a history's size costs: npm run bench:growth [-- --sizes 10000,1000000,10000000 --passes 5 --seconds 3]
// The stores are filled once, below .lectern/bench, the three in about four minutes on two quiet cores; then each is served, and the
// loads go round the sizes in turn. Writes its part of bench/README.md; with other sizes than these it prints alone.

const usual = '10000,1000000,10000000'
const parts: Readonly<Record<string, () => string | Promise<string>>> = {
  fills,
  lookups,
  appends,
  loads,
}
const { values, count, choose, refuse } = readArguments(
  `npm run bench:growth -- [--sizes <transactions,…>] [--only ${Object.keys(parts).join(',')}] [--passes <number>] [--seconds <number>] [--hashes <number>]`,
  {
    sizes: { type: 'string', default: usual },
    passes: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    hashes: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
)
const sizes = values.sizes.split(',').map(Number)
if (!sizes.every((size) => Number.isSafeInteger(size) && size > 0))
  refuse(`--sizes must be numbers of transactions with commas between them, not "${values.sizes}".`)
const asked = choose('only', Object.keys(parts))
const hashes = count('hashes')
const effort = { passes: count('passes'), seconds: count('seconds') }
if (asked.includes('loads')) findTools()

// The cache would have all blocks of a small store, and few of a big one.
const flags = ['--workers', '1', '--cache.rendered', '0']

const stores: Filled[] = []
for (const size of sizes) stores.push(await fillStore(size))
const questions = await Promise.all(stores.map(({ datadir }) => drawQuestions(datadir, hashes)))
const tables: string[] = []
for (const name of asked) tables.push(await parts[name]!())
const page = `${tables.join('\n\n')}\n\n${effort.passes} runs of ${effort.seconds} s in turn. ${describeMachine()}`
if (values.sizes === usual && values.only === undefined) writeSection('growth', page)
else process.stdout.write(`${page}\n`)

/** How the stores were filled, and whether an append costs the same at the end as at the beginning, beside the threads that make the blocks. */
function fills(): string {
  const rows = stores.map(({ transactions, bytes, eighths }) => {
    const cpu = eighths.map((eighth) => (1000 * eighth.cpu) / eighth.transactions)
    const [first, last] = [cpu[0]!, cpu.at(-1)!]
    return [
      toText(transactions),
      `**${toText(last / first)}×**`,
      ...[first, last, bytes / transactions].map(toText),
    ]
  })
  // oxfmt-ignore
  const head = ['filled', 'the last eighth, of the first', 'CPU, the first eighth, µs a tx', 'the last eighth', 'bytes a tx']
  return writeTable(head, rows)
}

/** An append alone. */
async function appends(): Promise<string> {
  const rows: string[][] = []
  for (const { datadir, transactions } of stores) {
    const { perSecond, cpu, slowest } = await measureAppends(datadir)
    rows.push([toText(transactions), ...[perSecond, cpu, slowest].map(toText)])
  }
  return writeTable(['appended to', 'thousand tx/s', 'CPU, µs a tx', 'slowest of 50 commits, ms'], rows)
}

/** The store alone, in this process. */
async function lookups(): Promise<string> {
  const asked = stores.map(({ datadir }, index) => {
    const hashesOf = (name: string) =>
      questions[index]!.find((question) => question.name === name)!.bodies.map(
        (body) => /0x[0-9a-f]{64}/.exec(body)![0],
      )
    return { datadir, known: hashesOf('transaction'), unknown: hashesOf('unknown hash') }
  })
  const found = await measureLookups(asked)
  const rows = found.map(({ known, near, unknown }, index) => [
    toText(stores[index]!.transactions),
    `**${toText(known / found[0]!.known)}×**`,
    `**${toText(unknown / known)}×**`,
    toText(known),
    toText(near),
    toText(unknown),
  ])
  // oxfmt-ignore
  const head = ['found in the store alone', 'of the smallest', 'unknown, of known', 'a transaction’s bytes by its hash, µs', 'a hash that differs in its last bit', 'an unknown hash']
  return writeTable(head, rows)
}

/** Whole requests. */
async function loads(): Promise<string> {
  const servers = await Promise.all(stores.map(({ datadir }) => startLectern(datadir, flags, { core: 0 })))
  try {
    const rows: string[][] = []
    const known: number[] = []
    const memory: { own: number; mapped: number }[][] = []
    for (const [row, { name }] of questions[0]!.entries()) {
      for (const [index, { url }] of servers.entries())
        if (name !== 'unknown hash') await checkAnswers(url, questions[index]![row]!)
      const all = servers.map(({ url, pid }, index) => ({
        url,
        pid,
        bodies: questions[index]![row]!.bodies,
        core: 1,
      }))
      const runs = await measureInTurn(all, effort)
      if (row === 0) memory.push(servers.map(({ pid }) => readMemory(pid)))
      const cpu = runs.map((own) => least(own, 'cpu'))
      if (name === 'transaction') known.push(...cpu)
      rows.push([
        name,
        ...cpu.slice(1).map((own) => `**${toText(own / cpu[0]!)}×**`),
        name === 'unknown hash' ? cpu.map((own, index) => toText(own / known[index]!)).join(' · ') : '',
        ...cpu.map(toText),
        ...runs.map((own) => toText(median(own, 'p99'))),
      ])
    }
    memory.push(servers.map(({ pid }) => readMemory(pid)))
    const names = stores.map(({ transactions }) => toText(transactions))
    // oxfmt-ignore
    const head = ['whole requests', ...names.slice(1).map((name) => `${name}, of the smallest`), 'of a known hash', ...names.map((name) => `CPU, ${name}, µs`), ...names.map((name) => `99 %, ${name}, ms`)]
    const [early, late] = memory as [(typeof memory)[0], (typeof memory)[0]]
    const resident = stores.map((_, index) => [
      names[index]!,
      mib(early[index]!.own),
      mib(late[index]!.own),
      mib(late[index]!.mapped),
    ])
    // oxfmt-ignore
    const second = ['MiB of memory', 'own, after the first load', 'own, at the end', 'of the file, mapped']
    return `${writeTable(head, rows)}\n\n${writeTable(second, resident)}`
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

function mib(bytes: number): string {
  return toText(bytes / 2 ** 20)
}
