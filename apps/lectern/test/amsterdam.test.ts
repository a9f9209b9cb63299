import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@lectern/client'
import { blobPrices, trustedBlocks, verifier } from '@lectern/client/verify'
import { sender } from '@lectern/client/verify/sender'
import { describeCorpus } from '@lectern/fixtures'
import type { Hash } from '@lectern/spec'
import { expect, test } from 'vitest'
import { lectern, serve, temporaryFolder } from './command.ts'

interface Digests {
  readonly genesisHash: string
  readonly headHash: string
  readonly headNumber: number
  readonly blocks: readonly {
    readonly n: number
    readonly hash: string
    readonly full: string
    readonly hashes: string
    readonly txs: readonly { readonly hash: string; readonly tx: string; readonly receipt: string }[]
  }[]
}

describeCorpus('chains/amsterdam-75', "geth's chain of 75 blocks, the last 19 of Amsterdam", (folder) => {
  const digests = JSON.parse(readFileSync(`${folder}/digests.json`, 'utf8')) as Digests
  const genesis = ['--genesis', `${folder}/genesis.json`]
  const head = ['--head', digests.headHash]

  test('is executed, exported, imported again, verified, followed, proven and judged, and each answer is that of geth', async () => {
    const [executed, imported, followed, out] = [1, 2, 3, 4].map(temporaryFolder) as [
      string,
      string,
      string,
      string,
    ]

    await run(
      'import',
      `${folder}/chain.rlp`,
      ...genesis,
      '--head',
      `${folder}/headfcu.json`,
      '--datadir',
      executed,
    )
    const source = await serveAll(executed, digests)

    await run('export', '--format', 'ere', '--network', 'amsterdam', '--out', out, '--datadir', executed)
    const file = join(
      out,
      readdirSync(out).find((name) => name.endsWith('.ere'))!,
    )
    await run('import', file, ...genesis, ...head, '--datadir', imported)
    await serveAll(imported, digests)

    await run('follow', source, '--once', ...genesis, ...head, '--datadir', followed)
    await serveAll(followed, digests)

    await proveAll(source, digests, JSON.parse(readFileSync(`${folder}/genesis.json`, 'utf8')))

    const conform = await run('conform', source, '--reporter', 'json')
    expect((JSON.parse(conform.stdout) as { summary: object }).summary).toMatchObject({ failed: 0 })
  }, 300_000)
})

/** Runs the command, which must end well. */
async function run(...args: string[]): Promise<{ stdout: string }> {
  const outcome = await lectern(args)
  expect(outcome, args.join(' ')).toMatchObject({ code: 0 })
  return outcome
}

/** Verifies a store, and serves it until the test ends: each answer must be the one whose digest geth's has. */
async function serveAll(datadir: string, { headNumber, blocks }: Digests): Promise<string> {
  const verified = JSON.parse((await run('verify', '--datadir', datadir, '--json')).stdout) as object
  expect(verified).toMatchObject({ blocks: headNumber + 1 })
  const { url } = await serve(['--datadir', datadir])
  for (const { n, hash, full, hashes, txs } of blocks) {
    const number = `0x${n.toString(16)}`
    const expected = [
      ['eth_getBlockByNumber', [number, true], full],
      ['eth_getBlockByNumber', [number, false], hashes],
      ['eth_getBlockByHash', [hash, true], full],
      ['eth_getBlockByHash', [hash, false], hashes],
      ...txs.map(({ hash, tx }) => ['eth_getTransactionByHash', [hash], tx] as const),
      ...txs.map(({ hash, receipt }) => ['eth_getTransactionReceipt', [hash], receipt] as const),
    ] as const
    const answers = await askAll(url, expected)
    expect(answers.map(digestOf), `block ${n}`).toEqual(expected.map(([, , digest]) => digest))
  }
  return url
}

/** Proves each answer with the client: each member follows from a hash, or no check can reach it. */
async function proveAll(url: string, { blocks }: Digests, { config }: { config: unknown }): Promise<void> {
  const trust = trustedBlocks(blocks.map(({ hash }) => hash))
  const verify = verifier({ level: 'full', sender, blobs: blobPrices(config), trust })
  const { proven } = createClient({ transport: url, verify })
  const unproven = new Set<string>()
  for (const { n, txs } of blocks) {
    const results = [
      await proven.getBlock(n, { transactions: true }),
      ...(await Promise.all(txs.map(({ hash }) => proven.getTransaction(hash as Hash)))),
      ...(await Promise.all(txs.map(({ hash }) => proven.getReceipt(hash as Hash)))),
    ]
    for (const { report } of results) {
      expect(report).toMatchObject({ trust: 'anchored', unsupported: [] })
      for (const member of report.unproven) unproven.add(`${report.method}${member}`)
    }
  }
  expect([...unproven]).toEqual([])
}

async function askAll(
  url: string,
  calls: readonly (readonly [string, readonly unknown[], string])[],
): Promise<unknown[]> {
  const body = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const replies = (await response.json()) as { id: number; result: unknown }[]
  return replies.toSorted((a, b) => a.id - b.id).map(({ result }) => result)
}

/** The first 16 digits of SHA-256 of a value's JSON, keys sorted, without white space. */
function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('hex')
    .slice(0, 16)
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]))
}
