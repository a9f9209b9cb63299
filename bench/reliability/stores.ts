import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { dirname } from 'node:path'
import { readExchanges } from '@lectern/conformance'
import { corpus, sample } from '@lectern/fixtures'
import { openStore, type StoreLocation } from '@lectern/history'
import { digest, digestAnswers, startCluster } from '@lectern/history/testing'
import { exchange } from './exchange.ts'
import { type Finding, logProgress, type Scope, show } from './finding.ts'
import { runLectern, serve, temporaryFolder } from './served.ts'

/** A chain to import, by the command's own arguments. */
interface Source {
  readonly name: string
  readonly args: readonly string[]
  /** Whether its era files have a name. */
  readonly isNetwork?: true
  /** A folder of exchanges about it. */
  readonly exchanges?: string
}

/** One chain after the other, imported into the embedded store and into one of a cluster, and copied from either into the other kind. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  await using cluster = await startCluster()
  const create = async () => {
    const url = cluster.url(`k${randomBytes(8).toString('hex')}`)
    await run('store', 'create', '--store', url, '--replication', '1')
    return url
  }
  const findings: Finding[] = []
  for (const { name, args, isNetwork, exchanges } of listSources()) {
    if (scope.signal.aborted) break
    logProgress(name)
    const [embedded, copied] = [temporaryFolder(), temporaryFolder()]
    const [clustered, filled] = [await create(), await create()]
    await run('import', ...args, '--datadir', embedded)
    await run('import', ...args, '--store', clustered)
    await run('copy', '--from', embedded, '--to', filled)
    await run('copy', '--from', clustered, '--to', copied)
    const wanted = await digestOf({ datadir: embedded })
    const others = [
      await digestOf({ url: clustered }),
      await digestOf({ url: filled }),
      await digestOf({ datadir: copied }),
    ]
    findings.push({
      claim: `${name}: every answer of the cluster's store, of a copy of the embedded one into it and of a copy back is the embedded store's`,
      measured: `${show(wanted.count)} answers; digests ${[wanted, ...others].map(({ digest }) => digest.slice(0, 8)).join(', ')}`,
      holds: others.every(({ count, digest }) => count === wanted.count && digest === wanted.digest),
    })
    if (isNetwork) findings.push(await compareExports(name, ['--datadir', embedded], ['--store', clustered]))
    if (exchanges !== undefined) findings.push(await compareExchanges(name, clustered, exchanges))
  }
  return findings
}

const chainOf = (name: string, folder: string): Source => ({
  name,
  args: [`${folder}/chain.rlp`, '--genesis', `${folder}/genesis.json`, '--head', `${folder}/headfcu.json`],
})

function listSources(): readonly Source[] {
  const found: Source[] = [
    { ...chainOf('the sample chain', dirname(sample.genesis)), exchanges: sample.exchanges },
  ]
  const official = corpus('execution-apis/tests')
  if (official !== undefined) found.push({ ...chainOf('the official suite', official), exchanges: official })
  const hive = corpus('chains/hive-sync-3000')
  if (hive !== undefined) found.push(chainOf('hive sync', hive))
  const eras = corpus('era1')
  if (eras !== undefined) {
    const files = readdirSync(eras).filter((file) => file.startsWith('mainnet-'))
    found.push({ name: 'two eras of mainnet', isNetwork: true, args: files.map((file) => `${eras}/${file}`) })
  }
  return found
}

async function run(...args: readonly string[]): Promise<void> {
  const { code, text } = await runLectern(args)
  if (code !== 0) throw new Error(`lectern ${args.join(' ')} ended with ${code}: ${text}`)
}

async function digestOf(location: StoreLocation) {
  await using store = await openStore(location, { readOnly: true, renderedBytes: 0 })
  return await digestAnswers(store)
}

/** Compares the era files that two stores export. */
async function compareExports(name: string, ...places: readonly (readonly string[])[]): Promise<Finding> {
  const files: string[][] = []
  for (const place of places) {
    const out = temporaryFolder()
    await run('export', ...place, '--format', 'era1', '--out', out)
    files.push(readdirSync(out).map((file) => `${file} ${digest(readFileSync(`${out}/${file}`))}`))
  }
  return {
    claim: `${name}: both export the same files`,
    measured: `${files[0]!.length} files`,
    holds: files[0]!.join() === files[1]!.join() && files[0]!.length > 0,
  }
}

/** Serves a store by the real command, and compares each answer of a folder of exchanges byte for byte, the words of refusals aside. */
async function compareExchanges(name: string, store: string, folder: string): Promise<Finding> {
  const rounds = (await readExchanges(folder)).flatMap(({ rounds }) => rounds)
  const server = await serve(['--store', store, '--workers', '1'])
  using agent = Object.assign(new Agent({ keepAlive: true }), { [Symbol.dispose]: () => agent.destroy() })
  const different: string[] = []
  for (const { request, response } of rounds) {
    const { bytes } = await exchange({ agent, port: server.port, body: request })
    if (withoutWords(bytes.toString().trimEnd()) !== withoutWords(response)) different.push(request)
  }
  await server.stop()
  return {
    claim: `${name}: a server of the cluster's store answers its exchanges byte for byte`,
    measured: different[0] ?? `${rounds.length} of ${rounds.length}`,
    holds: different.length === 0 && rounds.length > 0,
  }
}

const withoutWords = (text: string): string =>
  text.replaceAll(/("error":\{"code":-?\d+),"message":"(?:[^"\\]|\\.)*"/g, '$1')
