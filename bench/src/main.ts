// Measures what must hold of a server that is left alone: npm run bench:reliability -- <name…> [--scale n] [--seed n] [--minutes n] [--note text].
// A first SIGINT ends it early, as --minutes does, and what was done is written.
// Each measurement stops by itself, listens on 127.0.0.1 only, and writes its table into bench/reliability.md.
import { describeMachine, readArguments, writeSection, writeTable } from '@lectern/bench-tools'
import { type Finding, type Scope, type Table, toTable } from './finding.ts'
import { isOwnNetwork, runInOwnNetwork } from './network.ts'

type Measure = (scope: Scope) => Promise<readonly Finding[] | Table>

const measurements: Readonly<Record<string, () => Promise<{ readonly measure: Measure }>>> = {
  fuzz: () => import('./fuzz.ts'),
  readers: () => import('./readers.ts'),
  lane: () => import('./lane.ts'),
  sockets: () => import('./sockets.ts'),
  slow: () => import('./slow.ts'),
  drain: () => import('./drain.ts'),
  kills: () => import('./kills.ts'),
  power: () => import('./power.ts'),
  flips: () => import('./flips.ts'),
  soak: () => import('./soak.ts'),
  overload: () => import('./overload.ts'),
  queue: () => import('./queue.ts'),
  attacks: () => import('./attacks.ts'),
  disk: () => import('./disk.ts'),
  reorgs: () => import('./reorgs.ts'),
  follow: () => import('./follow.ts'),
  stores: () => import('./stores.ts'),
  cluster: () => import('./cluster.ts'),
  'cluster-reorgs': () => import('./cluster-reorgs.ts'),
}
const page = new URL('../reliability.md', import.meta.url)

const { names, values, refuse } = readArguments(
  `npm run bench:reliability -- <${Object.keys(measurements).join('|')}>… [--scale <above 0>] [--seed <whole number>] [--minutes <above 0>] [--note <text>]`,
  {
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '1000' }, // the rest is skipped
    note: { type: 'string', default: '' }, // what else ran on the machine
  },
  { takesNames: true },
)
const [scale, seed, minutes] = [values.scale, values.seed, values.minutes].map(Number) as [
  number,
  number,
  number,
]
const wrong = names.find((name) => !Object.hasOwn(measurements, name))
if (wrong !== undefined) refuse(`There is no measurement "${wrong}".`)
if (names.length === 0) refuse('Name what to measure.')
if (!(scale > 0)) refuse(`--scale must be a number above 0, not "${values.scale}".`)
if (!Number.isSafeInteger(seed)) refuse(`--seed must be a whole number, not "${values.seed}".`)
if (!(minutes > 0 && minutes < 10_000))
  refuse(`--minutes must be a number above 0 and below 10000, not "${values.minutes}".`)
if (names.includes('slow') && !isOwnNetwork) {
  const code = runInOwnNetwork()
  if (code !== undefined) process.exit(code)
}
const interrupted = new AbortController()
process.once('SIGINT', () => {
  interrupted.abort()
  process.once('SIGINT', () => process.exit(1))
})
const over = AbortSignal.timeout(Math.round(60_000 * minutes))
const scope: Scope = { scale, seed, signal: AbortSignal.any([interrupted.signal, over]) }

for (const name of names) {
  const { measure } = await measurements[name]!()
  const start = performance.now()
  const result = await measure(scope)
  const seconds = Math.round((performance.now() - start) / 1_000)
  const { head, rows, holds } = 'rows' in result ? result : toTable(result)
  const table = writeTable(head, rows)
  writeSection(
    name,
    `${table}\n\nScale ${scale}, seed ${seed}, ${seconds} s. ${describeMachine()}${values.note === '' ? '' : ` ${values.note}`}`,
    page,
  )
  if (!holds) process.exitCode = 1
}
