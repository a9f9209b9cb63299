import { execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAsk } from './ask.ts'
import { chains, headFile, type Chain } from './chains.ts'
import type { Node } from './nodes.ts'
import { freePort, startProcess, type RunningNode, type StartOptions } from './process.ts'

/** A geth for each chain whose head is named, by the path of its program; it is no dependency, so nothing installs one. */
export function gethNodes(program: string): Node[] {
  return chains.flatMap((chain) => {
    const head = headFile(chain)
    const name = `geth-${chain.name}`
    return head === undefined
      ? []
      : [{ name, dialect: 'geth', start: () => startGeth(name, program, chain, head) }]
  })
}

/** A geth with a chain that it executes, whose head a file names as a consensus client does. */
export async function startGeth(
  name: string,
  program: string,
  chain: Chain,
  head: string,
  options: StartOptions = {},
): ReturnType<Node['start']> {
  const datadir = mkdtempSync(join(tmpdir(), 'lectern-geth-'))
  const own = ['--datadir', datadir, '--verbosity', '1', '--gcmode', 'archive']
  execFileSync(program, [...own, 'init', chain.genesis], { stdio: 'ignore' })
  execFileSync(program, [...own, 'import', `${chain.folder}/chain.rlp`], { stdio: 'ignore' })
  const { config } = JSON.parse(readFileSync(chain.genesis, 'utf8')) as { config: { chainId: number } }
  const flags = ['--networkid', `${config.chainId}`, '--gcmode', 'archive']
  const running = await serveGeth(name, program, { datadir, head, flags }, options)
  return {
    ...running,
    async stop() {
      await running.stop()
      rmSync(datadir, { recursive: true })
    },
  }
}

/** What a geth serves: its folder, the file that names its head, and flags beside the usual ones. */
export interface GethData {
  readonly datadir: string
  readonly head: string
  readonly flags: readonly string[]
}

/** A geth over a folder that has a chain. */
export async function serveGeth(
  name: string,
  program: string,
  { datadir, head, flags }: GethData,
  options: StartOptions = {},
): Promise<RunningNode> {
  const secret = randomBytes(32)
  writeFileSync(`${datadir}/jwt`, secret.toString('hex'))
  const enginePort = await freePort()
  const running = await startProcess(
    name,
    (port) => ({
      program,
      // oxfmt-ignore
      args: [
      '--datadir', datadir, '--verbosity', '1', '--syncmode', 'full', '--nodiscover', '--maxpeers', '0',
      '--port', '0', '--ipcdisable', '--http', '--http.addr', '127.0.0.1', '--http.port', `${port}`,
      '--authrpc.port', `${enginePort}`, '--authrpc.jwtsecret', `${datadir}/jwt`, ...flags,
    ],
    }),
    options,
  )
  await setHead(`http://127.0.0.1:${enginePort}/`, secret, head)
  await indexTransactions(running.url)
  return running
}

/** Names the chain's last block head, safe and finalized, as a consensus client would (and as hive does). */
async function setHead(url: string, secret: Uint8Array, file: string): Promise<void> {
  const claim = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1000) })}`
  const token = `${claim}.${createHmac('sha256', secret).update(claim).digest('base64url')}`
  const { method, params } = JSON.parse(readFileSync(file, 'utf8')) as { method: string; params: unknown[] }
  await createAsk(url, { authorization: `Bearer ${token}` })(method, params)
}

// Until its index is whole, a geth answers an unknown hash with an error (go-ethereum#28703).
async function indexTransactions(url: string): Promise<void> {
  const ask = createAsk(url)
  for (let turn = 0; turn < 1_200; turn++) {
    try {
      await ask('eth_getTransactionByHash', [`0x${'00'.repeat(32)}`])
      return
    } catch {
      await pause(250)
    }
  }
  throw new Error(`${url} is still indexing its transactions after five minutes.`)
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
