import { writeFileSync } from 'node:fs'
import { families } from '@lectern/chain/families'
import { compareJson, readRecorded } from '@lectern/chain/testing'
import { describeCorpus } from '@lectern/fixtures'
import { type JsonBlock, relink, startRecordedNode } from '@lectern/follow/testing'
import { expect, onTestFinished, test } from 'vitest'
import { lectern, serve, temporaryFolder } from './command.ts'

type Json = Record<string, any>

async function startNode(chainId: number, chain: readonly JsonBlock[]): Promise<string> {
  const node = await startRecordedNode(chainId, chain)
  onTestFinished(() => node[Symbol.asyncDispose]())
  return node.url
}

async function ask(url: string, method: string, ...params: unknown[]): Promise<any> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body })
  return ((await response.json()) as { result: unknown }).result
}

/** The members of a node's blocks and receipts that a server does not write as it does. */
async function findLost(url: string, chain: readonly JsonBlock[]): Promise<string[]> {
  const lost = new Set<string>()
  for (const { block, receipts } of chain) {
    const written = {
      block: await ask(url, 'eth_getBlockByHash', block['hash'], true),
      receipts: await ask(url, 'eth_getBlockReceipts', block['number']),
    }
    for (const path of compareJson({ block, receipts }, written).lost) lost.add(path)
  }
  return [...lost].filter((path) => path !== '/block/totalDifficulty')
}

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await lectern(args)
  expect(code, stderr + stdout).toBe(0)
  expect(stderr).not.toMatch(/blamed|odd/)
  return stdout
}

describeCorpus('l2', 'recorded blocks of other chains', (folder) => {
  const recorded = readRecorded(folder).filter(({ receipts }) => receipts)

  const chainOf = (family: 'op' | 'polygon', pattern: RegExp): JsonBlock[] =>
    relink(
      recorded.filter(({ name }) => pattern.test(name)),
      families[family],
      0,
    )

  test('a chain of the OP stack is followed, verified and served', async () => {
    const chain = chainOf('op', /^op\/op-mainnet/)
    const datadir = temporaryFolder()
    const node = await startNode(10, chain)
    await run('follow', node, '--once', '--genesis', 'node', '--datadir', datadir)
    expect(await run('verify', '--datadir', datadir)).toMatch(`Verified: blocks 0 to ${chain.length - 1}`)
    expect(await run('store', 'status', '--datadir', datadir)).toContain('chain 10 of the family op')
    const { url } = await serve(['--datadir', datadir])
    expect(await findLost(url, chain)).toEqual([])
    expect(await ask(url, 'eth_chainId')).toBe('0xa')
  })

  test('a chain of Polygon is followed, copied, exported, imported and served', async () => {
    const chain = chainOf('polygon', /^polygon\/polygon-pos-(9|1|2)/)
    const [first, second, third, files] = [1, 2, 3, 4].map(temporaryFolder) as [
      string,
      string,
      string,
      string,
    ]
    const node = await startNode(137, chain)
    await run('follow', node, '--once', '--genesis', 'node', '--datadir', first)
    await run('copy', '--from', first, '--to', second)
    const range = ['--network', 'polygon', '--from', '1']
    await run('export', '--format', 'jsonl', '--out', files, ...range, '--datadir', second)
    writeFileSync(`${files}/genesis.json`, JSON.stringify({ config: { chainId: 137 }, alloc: {} }))
    const lines = `${files}/polygon-1-${chain.length - 1}.jsonl`
    await run('import', lines, '--genesis', `${files}/genesis.json`, '--datadir', third)
    const { url } = await serve(['--datadir', third])
    expect(await findLost(url, chain.slice(1))).toEqual([])
  })

  test('a chain of no known family is neither followed nor imported: one sentence, and nobody is blamed', async () => {
    const each = recorded.find(({ name }) => name.startsWith('tempo/'))!
    const url = await startNode(each.chainId, [each])
    for (const genesis of [[], ['--genesis', 'node']]) {
      const { code, stdout, stderr } = await lectern([
        'follow',
        url,
        '--once',
        ...genesis,
        '--datadir',
        temporaryFolder(),
      ])
      expect([code, stdout]).toEqual([1, ''])
      expect(stderr).toMatch(new RegExp(`^lectern: Chain ${each.chainId} is of no known family, .*\\n$`))
    }
    const [datadir, files] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(`${files}/blocks.jsonl`, `${JSON.stringify(each satisfies Json)}\n`)
    writeFileSync(`${files}/genesis.json`, JSON.stringify({ config: { chainId: each.chainId }, alloc: {} }))
    const args = [
      'import',
      `${files}/blocks.jsonl`,
      '--genesis',
      `${files}/genesis.json`,
      '--datadir',
      datadir,
    ]
    const { code, stdout, stderr } = await lectern(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(`^lectern: \\S+ is of chain ${each.chainId}, which is of no known family: .*\\n$`),
    )
  })
})
