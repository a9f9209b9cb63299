import { spawnSync } from 'node:child_process'
import { type Bench, readFlags, UsageError } from './tools/bench.ts'
import { storeResult } from './tools/page.ts'
import { writeTable } from './tools/table.ts'

// npm run bench -- NAME [flags]

type Load = () => Promise<{ readonly bench: Bench<any> }>

/** The measurements: what each measures, and the module that does. */
const benches: Readonly<Record<string, readonly [what: string, load: Load]>> = {
  serve: ['CPU per request, compared with node:http and geth', () => import('./serve/main.ts')],
  exchanges: ['recorded exchanges, byte for byte on each path of the server', () => import('./exchanges.ts')],
  growth: ['appends, disk, look-ups and requests as a store grows', () => import('./growth/main.ts')],
  cold: ['disk and requests of hot blocks, compared with cold ones', () => import('./cold/main.ts')],
  import: ['import and verification of era files', () => import('./import.ts')],
  follow: ['backfill, reorgs and lag behind a live node', () => import('./follow/main.ts')],
  cluster: ['a store in Apache Cassandra, compared with the embedded one', () => import('./cluster.ts')],
  sizes: ['bytes of clients in a browser bundle', () => import('./client/sizes.ts')],
  client: ['CPU of clients', () => import('./client/speed.ts')],
  validators: ['generated validators, compared with compiled TypeBox', () => import('./validators.ts')],
  'light-client': ['CPU and bytes of the light client', () => import('./light-client.ts')],
  conform: ['speed and false alarms of `lectern conform`', () => import('./conform.ts')],
  through: ['replies of a geth, direct and through Lectern', () => import('./through/main.ts')],
  slow: ['1,000 slow clients of each kind', () => import('./reliability/slow.ts')],
  drain: ['SIGTERM under load', () => import('./reliability/drain.ts')],
  queue: ['512 connections that ask for full blocks', () => import('./reliability/queue.ts')],
  attacks: ['requests that cost clients little and servers much', () => import('./reliability/attacks.ts')],
  upstream: ['own calls next to an upstream that never answers', () => import('./reliability/upstream.ts')],
  disk: ['a full disk, and no free descriptors', () => import('./reliability/disk.ts')],
  faults: ['30 minutes behind nodes with faults', () => import('./reliability/follow.ts')],
  nodes: ['one and two of three cluster nodes killed', () => import('./reliability/cluster.ts')],
}

const list = [
  'npm run bench -- NAME [flags] [--write]',
  '',
  ...Object.entries(benches).map(([name, [what]]) => `  ${name.padEnd(13)} ${what}`),
  `  ${'units'.padEnd(13)} keccak, senders, tries and validators, compared with other libraries`,
  '',
].join('\n')

const [name = '', ...args] = process.argv.slice(2)
if (name === 'units') process.exit(spawnSync('turbo', ['run', 'bench'], { stdio: 'inherit' }).status ?? 1)
else if (name === '' || name === '--help') process.stdout.write(list)
else if (!Object.hasOwn(benches, name)) refuse(`There is no measurement "${name}".\n${list}`)
else await run(name, ...benches[name]!)

async function run(name: string, what: string, load: Load): Promise<void> {
  const { bench } = await load()
  const usage = Object.entries(bench.flags).map(([flag, value]) => ` [--${flag} ${value || '…'}]`)
  if (args.includes('--help')) {
    process.stdout.write(`npm run bench -- ${name}${usage.join('')} [--write]\n`)
    process.exit() // some modules start a server
  }
  try {
    const { values, isWritten } = readFlags(bench.flags, args)
    const result = await bench.run(values)
    process.stdout.write(`${writeTable(result.head, result.rows)}\n`)
    if (isWritten) storeResult(name, what, result)
    process.exit(result.holds === false ? 1 : 0)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    refuse(`${error.message} Usage: npm run bench -- ${name}${usage.join('')} [--write]\n`)
  }
}

function refuse(text: string): never {
  process.stderr.write(text)
  process.exit(2)
}
