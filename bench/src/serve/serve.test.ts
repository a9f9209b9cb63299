import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { needs } from '@lectern/fixtures/needs'
import { expect, test } from 'vitest'
import { PER_BLOCK } from '../growth/chain.ts'
import { fillStore } from '../growth/fill.ts'
import { checkAnswers } from './answers.ts'
import { compareServers } from './compare.ts'
import { writeFigures, writeGenerator, writeRatios, writeReferences } from './comparison.ts'
import { compareConnections } from './connections.ts'
import { heads } from './heads.ts'
import { readLoads, readSigned } from './loads.ts'
import { startNginx } from './nginx.ts'
import { ownServers, references, startLectern, usual } from './servers.ts'

const has = (...tools: string[]) => tools.every((tool) => !spawnSync(tool, ['-v']).error)
const canMeasure = process.platform === 'linux' && cpus().length > 1 && has('wrk', 'taskset', 'nginx')

const { datadir } = await fillStore(20 * PER_BLOCK)
const loads = await readLoads(datadir)
const find = (pattern: string, name: string) =>
  loads.find((load) => load.pattern === pattern && load.name === name)!

test('the loads are the same for each chain: five on new and on all blocks, a sweep and polls', async () => {
  const names = loads.map(({ pattern, name }) => `${pattern}: ${name}`)
  expect(names).toHaveLength(12)
  expect(new Set(names).size).toBe(12)
  const signed = await readSigned([['0x01'], ['0x02', '0x03']])
  expect(signed.map(({ pattern, name }) => `${pattern}: ${name}`)).toEqual(names)
})

const count = (pattern: string, number: string) =>
  find(pattern, 'block, full').bodies.filter((body) => body.includes(`["${number}",true]`)).length

test('the newest block is asked for most, the n-th newest 1/n times as often; of all blocks each as often', () => {
  const newest = ['0x14', '0x13', '0x12', '0x11'].map((number) => count('newest', number))
  for (const [index, each] of newest.entries())
    expect(Math.abs(((index + 1) * each) / newest[0]! - 1)).toBeLessThan(0.1)
  for (const number of ['0x1', '0x9', '0x14'])
    expect(Math.abs(count('all', number) / 1_000 - 1)).toBeLessThan(0.1)
})

test('a sweep asks for each block and then for all its receipts, a hundred in a batch', () => {
  const { bodies, requests } = loads.find(({ pattern }) => pattern === 'sweep')!
  expect(requests).toBe(3)
  expect(bodies.slice(0, 3).map((body) => [JSON.parse(body)].flat().length)).toEqual([1, 100, 52])
  expect(JSON.parse(bodies[3]!)).toMatchObject({ method: 'eth_getBlockByNumber', params: ['0x6', true] })
})

test('our server answers every load under every head, and what it does not have is not taken for an answer', async () => {
  const server = await startLectern(datadir, usual)
  const proxy = canMeasure ? await startNginx([server.url], 1) : undefined
  try {
    for (const load of loads)
      for (const head of heads) {
        const url = head.proxied && proxy ? proxy.urls[0]! : server.url
        expect(await checkAnswers(url, load, head)).toBeGreaterThan(200)
      }
    const [bare, , fetch] = heads
    const large = find('all', 'block, full')
    const packed = await checkAnswers(server.url, large, fetch)
    expect(packed).toBeLessThan(0.7 * (await checkAnswers(server.url, large, bare)))
    const { absent, ...polls } = loads.at(-1)!
    expect(absent!.size).toBeGreaterThan(1_000)
    await expect(checkAnswers(server.url, polls)).rejects.toThrow(/does not answer the load/)
  } finally {
    await proxy?.stop()
    await server.stop()
  }
})

test(
  'each load and head has its row, ours beside others, bare, packed and behind nginx',
  needs('Linux with two cores, wrk, taskset and nginx: apt-get install wrk nginx util-linux', canMeasure),
  async () => {
    const asked = [find('newest', 'receipt')]
    const rival = { ...ownServers(datadir, asked)[0]!, name: 'a rival', kind: 'rival' as const }
    const candidates = [...ownServers(datadir, asked), ...references(asked), rival]
    const measured = await compareServers(candidates, {
      heads: heads.filter(({ name }) => name !== 'browser'),
      isAsked: () => true,
      effort: { passes: 1, seconds: 1, isWarmed: false },
      folder: datadir,
    })
    const ratios = writeRatios(measured)
    for (const head of ['bare', 'fetch', 'nginx'])
      expect(ratios).toMatch(
        new RegExp(`^\\| receipt \\| ${head} \\| \\*\\*[0-9.]+×\\*\\* \\| [23]× [✓✗] \\| a rival \\|`, 'm'),
      )
    expect(writeReferences(measured)).toMatch(/^\| receipt( \| \*\*[0-9.]+×\*\*){4} \|$/m)
    expect(writeGenerator(measured)).toMatch(/^\| receipt( \| [0-9.,]+){3} \|$/m)
    const figures = writeFigures(measured).split('\n')
    expect(figures).toHaveLength(2 + 5 + 2 + 2)
    const behind = measured.filter(({ head }) => head === 'nginx')
    expect(behind).toHaveLength(2)
    for (const { runs } of behind) expect(runs![0]!.proxyCpu).toBeGreaterThan(0)
    for (const { runs } of measured) expect(runs![0]).toMatchObject({ refused: 0 })
  },
)

test(
  'refused requests are counted, and end nothing',
  needs('Linux with two cores, wrk, taskset and nginx: apt-get install wrk nginx util-linux', canMeasure),
  async () => {
    let answered = 0
    const server = createServer(
      (_, response) => void response.writeHead(answered++ % 2 ? 503 : 200).end('{}'),
    )
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { measureLoad } = await import('../load.ts')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const load = { url, pid: process.pid, bodies: ['{}'], seconds: 1 }
    const { requests, refused } = await measureLoad({ ...load, mayRefuse: true })
    expect(refused).toBeGreaterThan(0)
    expect(Math.abs(refused - requests)).toBeLessThanOrEqual(16)
    await expect(measureLoad(load)).rejects.toThrow(/\d+ by status/)
    server.close()
  },
)

test(
  'many connections have their row, with a wallet beside them',
  needs('Linux with two cores, wrk, taskset and nginx: apt-get install wrk nginx util-linux', canMeasure),
  async () => {
    const text = await compareConnections(datadir, loads, { passes: 1, seconds: 1 })
    expect(
      text
        .split('\n')
        .slice(2)
        .map((row) => row.split(' | ')[0]),
    ).toEqual(['| 16', '| 128', '| 512'])
  },
)
