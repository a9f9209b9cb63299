import { readFileSync, writeSync } from 'node:fs'
import { deserialize } from 'node:v8'
import type { VerifiedBlock } from '@lectern/chain'
import { readHead } from '../../src/index.ts'
import { openCassandraStore } from '../../src/store/cassandra/open.ts'

// Writes a store until it is killed: see writer-process.ts.
const [location, path, batch] = process.argv.slice(2) as [string, string, string]
const blocks = deserialize(readFileSync(path)) as VerifiedBlock[]
const size = Number(batch)
await using store = await openCassandraStore(JSON.parse(location), { grace: 200 })
const head = async () => Number((await readHead(store))?.number ?? -1)
const say = (word: string, number: number) => writeSync(1, `${word} ${number}\n`)
for (;;) {
  const at = (await head()) + 1
  if (at >= blocks.length || (at > 30 && Math.random() < 0.2)) {
    const to = at - 1 - size * (1 + Math.floor(Math.random() * 8))
    say('unwind', to)
    await store.commit({ keepUpTo: BigInt(to) })
  } else if (Math.random() < 0.3) await store.compact({ hot: 10, blocks: 8 })
  else await store.commit({ blocks: blocks.slice(at, at + size) })
  say('head', await head())
}
