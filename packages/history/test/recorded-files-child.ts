import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sample } from '@lectern/fixtures'
import { exportEras, importChain, openStore, readGenesis, writeDurably } from '../src/index.ts'
import { download } from '../src/remote/download.ts'

// Exports a part of the sample chain, then all of it in its place, downloads a file, and writes a small one twice. The writes are recorded. After each it
// says what the folder must hold: a JSON object of the SHA-256 of each file by its name.
const [datadir, folder] = process.argv.slice(2) as [string, string]

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const stored: Record<string, string> = {}
const say = () => writeSync(1, `${JSON.stringify(stored)}\n`)

const genesis = await readGenesis(sample.genesis)
await using store = await openStore(datadir, { chain: genesis.chain })
await importChain({ store, source: sample.chain, genesis })
for (const to of [5n, store.head!.number]) {
  const out = join(folder, 'eras')
  const written = await exportEras({
    store,
    format: 'ere',
    folder: out,
    network: 'sample',
    to,
    overwrite: true,
  })
  for (const name of Object.keys(stored)) delete stored[name]
  for (const path of [...written.map(({ path }) => path), join(out, 'checksums.txt')])
    stored[path.slice(folder.length + 1)] = sumOf(readFileSync(path))
  say()
}

const body = randomBytes(300_000)
const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`
await download({ url, path: join(folder, 'file'), sum: createHash('sha256').update(body).digest() })
stored['file'] = sumOf(body)
say()
server.close()

for (const text of ['one\n', 'another\n']) {
  await writeDurably(join(folder, 'small'), text)
  stored['small'] = sumOf(Buffer.from(text))
  say()
}
