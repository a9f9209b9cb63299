import { execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@lectern/fixtures'
import { ask, call, post, readResult } from './ask.ts'
import { type Running, startServer, temporaryFolder } from './process.ts'

/** Returns the name and version of a geth. */
export function describeGeth(geth: string): string {
  return `geth ${/(?<=^Version: )\S+/m.exec(execFileSync(geth, ['version'], { encoding: 'utf8' }))![0]}`
}

/** Starts a geth that executes a chain. */
export function executeChain(
  geth: string,
  chain: { readonly chain: string; readonly genesis: string; readonly headFile: string },
): Promise<Running> {
  const datadir = temporaryFolder()
  const own = ['--datadir', datadir, '--verbosity', '1', '--gcmode', 'archive']
  execFileSync(geth, [...own, 'init', chain.genesis], { stdio: 'ignore' })
  execFileSync(geth, [...own, 'import', chain.chain], { stdio: 'ignore' })
  const { config } = JSON.parse(readFileSync(chain.genesis, 'utf8')) as { config: { chainId: number } }
  const flags = ['--networkid', `${config.chainId}`, '--gcmode', 'archive']
  return serveGeth(geth, { datadir, headFile: chain.headFile, flags })
}

/** Starts a geth over a folder that has a chain. `headFile` names the head as a consensus client does. */
export async function serveGeth(
  geth: string,
  { datadir, headFile, flags }: { datadir: string; headFile: string; flags: readonly string[] },
  core?: number,
): Promise<Running> {
  const secret = randomBytes(32)
  writeFileSync(`${datadir}/jwt`, secret.toString('hex'))
  const enginePort = await freePort()
  // oxfmt-ignore
  const running = await startServer((port) => [
    geth, '--datadir', datadir, '--verbosity', '1', '--syncmode', 'full', '--nodiscover', '--maxpeers', '0', '--port', '0',
    '--ipcdisable', '--http', '--http.addr', '127.0.0.1', '--http.port', `${port}`,
    '--authrpc.port', `${enginePort}`, '--authrpc.jwtsecret', `${datadir}/jwt`, ...flags,
  ], core)
  await setHead(`http://127.0.0.1:${enginePort}/`, secret, headFile)
  await indexTransactions(running.url)
  return running
}

/** Names the last block as head, safe and finalized. */
async function setHead(url: string, secret: Uint8Array, file: string): Promise<void> {
  const claim = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1000) })}`
  const token = `${claim}.${createHmac('sha256', secret).update(claim).digest('base64url')}`
  const { method, params } = JSON.parse(readFileSync(file, 'utf8')) as { method: string; params: unknown[] }
  readResult(method, await post(url, call(1, method, ...params), { authorization: `Bearer ${token}` }))
}

// Until its index is complete, a geth answers an unknown hash with an error (go-ethereum#28703).
async function indexTransactions(url: string): Promise<void> {
  for (let turn = 0; turn < 1_200; turn++) {
    const result = ask(url, 'eth_getTransactionByHash', `0x${'00'.repeat(32)}`)
    if ((await result.catch(() => undefined)) === null) return
    await pause(250)
  }
  throw new Error(`${url} is still indexing its transactions after five minutes.`)
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
