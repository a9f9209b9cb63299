import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openStore } from '@lectern/history'
import { type Bench, type Result, UsageError } from '../tools/bench.ts'
import { PER_BLOCK } from '../chain/chain.ts'
import { fillStore } from '../chain/fill.ts'
import { describeGeth, serveGeth } from '../tools/geth.ts'
import { serve } from '../tools/lectern.ts'
import { bareHead, findTools, writeHead } from '../tools/load.ts'
import { type Running, startServer, temporaryFolder } from '../tools/process.ts'
import { toRatio } from '../tools/table.ts'
import { checkAnswers } from './answers.ts'
import { makeGethHistory } from './geth-history.ts'
import { type Load, readLoads } from './loads.ts'
import { least, measureInTurn, median } from './rounds.ts'

/** Request heads: the least that HTTP needs, and those of Node 26's fetch and of Chromium 156 on a page of another origin, recorded. */
export const heads: Readonly<Record<string, string>> = {
  bare: bareHead,
  fetch: writeHead(
    'connection: keep-alive',
    'content-type: application/json',
    'accept: */*',
    'accept-language: *',
    'sec-fetch-mode: cors',
    'user-agent: node',
    'accept-encoding: gzip, deflate',
    'content-length: {length}',
  ),
  browser: writeHead(
    'Connection: keep-alive',
    'Content-Length: {length}',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'content-type: application/json',
    'Accept: */*',
    'Origin: https://wallet.example',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    'Referer: https://wallet.example/',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-US,en;q=0.9',
  ),
}

/** One worker; pages of any origin may ask. */
const flags = ['--workers', '1', '--http.corsdomain', '*']

/** Measures Lectern, a constant body of node:http and, if its program is given, geth with the same blocks. */
export const bench: Bench<{
  geth: string
  head: string
  form: string
  blocks: number
  passes: number
  seconds: number
}> = {
  flags: { geth: '', head: 'bare', form: 'hot', blocks: 20_000, passes: 2, seconds: 2 },
  async run({ geth, head: name, form, blocks, passes, seconds }) {
    if (form !== 'hot' && form !== 'cold') throw new UsageError(`--form must be hot or cold, not "${form}".`)
    const head = heads[name]
    if (head === undefined)
      throw new UsageError(`--head must be ${Object.keys(heads).join(', ')}, not "${name}".`)
    findTools()
    const { datadir } = await fillStore(blocks * PER_BLOCK)
    const served = form === 'hot' ? datadir : await copyCold(datadir)
    const servers = new Map([
      ['Lectern', await serve(['--datadir', served, ...flags], { core: 0 })],
      ['node:http', await startConstant()],
    ])
    if (geth !== '') servers.set(describeGeth(geth), await startGeth(geth, datadir))
    const rows = []
    for (const load of await readLoads(datadir))
      rows.push(await measure(load, servers, head, { passes, seconds }))
    const others = [...servers.keys()].slice(1).map((name) => `CPU of ${name}`)
    await Promise.all([...servers.values()].map(({ stop }) => stop()))
    return { head: ['blocks: request', 'CPU per request, µs', ...others, '99 %, ms', 'bytes'], rows }
  },
}

/** Copies a store into a temporary folder, and moves all of the copy's blocks into the cold form. */
async function copyCold(datadir: string): Promise<string> {
  const copy = temporaryFolder()
  cpSync(datadir, copy, { recursive: true })
  await using store = await openStore(copy)
  while ((await store.compact({ hot: 0 })) !== null);
  return copy
}

/** Measures one load on each server in turn; all of them share a core, the load generator has another. */
async function measure(
  load: Load,
  servers: ReadonlyMap<string, Running>,
  head: string,
  effort: { readonly passes: number; readonly seconds: number },
): Promise<Result['rows'][0]> {
  process.stderr.write(`${load.pattern}, ${load.name}\n`)
  const [ours, constant, ...rivals] = servers.values() as Iterable<Running> as [Running, Running]
  const bytes = Math.round(await checkAnswers(ours.url, load, head))
  for (const rival of rivals as Running[]) await checkAnswers(rival.url, load, head)
  const { bodies, connections = 16, requests = 1 } = load
  const runs = await measureInTurn(
    [...servers.values()].map(({ url, pid }) => ({
      url: url === constant.url ? `${url}${bytes}` : url,
      pid,
      bodies,
      head,
      connections,
      core: 1,
    })),
    effort,
  )
  const cpu = runs.map((own) => requests * least(own, 'cpu'))
  const [own] = runs as [(typeof runs)[0]]
  return [
    `${load.pattern}: ${load.name}`,
    cpu[0]!,
    ...cpu.slice(1).map((other) => toRatio(other / cpu[0]!)),
    median(own, 'p99'),
    requests * median(own, 'bytes'),
  ]
}

const startConstant = (): Promise<Running> =>
  startServer(
    (port) => [process.execPath, fileURLToPath(new URL('constant.ts', import.meta.url)), `${port}`],
    0,
  )

async function startGeth(geth: string, store: string): Promise<Running> {
  const history = await makeGethHistory(geth, store)
  // oxfmt-ignore
  const flags = ['--networkid', '1', '--history.transactions', '0', '--history.logs.disable', '--http.corsdomain', '*']
  return await serveGeth(geth, { ...history, flags }, 0)
}
