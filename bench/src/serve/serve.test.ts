import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { needs } from '@lectern/fixtures/needs'
import { expect, test } from 'vitest'
import { PER_BLOCK } from '../chain/chain.ts'
import { fillStore } from '../chain/fill.ts'
import { serve } from '../tools/lectern.ts'
import { checkAnswers } from './answers.ts'
import { readLoads } from './loads.ts'
import { bench, heads } from './main.ts'
import { measureInTurn } from './rounds.ts'

const has = (...tools: string[]) => tools.every((tool) => !spawnSync(tool, ['-v']).error)
const canMeasure = process.platform === 'linux' && cpus().length > 1 && has('wrk', 'taskset')
const needsTools = needs('Linux with two cores, wrk and taskset: apt-get install wrk util-linux', canMeasure)

const { datadir } = await fillStore(20 * PER_BLOCK)
const loads = await readLoads(datadir)
const find = (pattern: string, name: string) =>
  loads.find((load) => load.pattern === pattern && load.name === name)!

test('there are twelve loads: five on new and on all blocks, a sweep and polls', () => {
  const names = loads.map(({ pattern, name }) => `${pattern}: ${name}`)
  expect(names).toHaveLength(12)
  expect(new Set(names).size).toBe(12)
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

test('a sweep asks for each block and then for its receipts', () => {
  const { bodies, requests } = loads.find(({ pattern }) => pattern === 'in order')!
  expect(requests).toBe(2)
  expect(bodies.slice(1, 3).map((body) => JSON.parse(body))).toMatchObject([
    { method: 'eth_getBlockReceipts', params: ['0x5'] },
    { method: 'eth_getBlockByNumber', params: ['0x6', true] },
  ])
})

test('our server answers every load under every head, and what it does not have is not taken for an answer', async () => {
  const server = await serve(['--datadir', datadir, '--workers', '1', '--http.corsdomain', '*'])
  try {
    for (const load of loads)
      for (const head of Object.values(heads))
        expect(await checkAnswers(server.url, load, head)).toBeGreaterThan(200)
    const large = find('all', 'block, full')
    const packed = await checkAnswers(server.url, large, heads['fetch'])
    expect(packed).toBeLessThan(0.7 * (await checkAnswers(server.url, large)))
    const { absent, ...polls } = loads.at(-1)!
    expect(absent!.size).toBeGreaterThan(1_000)
    await expect(checkAnswers(server.url, polls)).rejects.toThrow(/does not answer the load/)
  } finally {
    await server.stop()
  }
})

test('a run has figures, and goes on where the one before ended', needsTools, async () => {
  const server = await serve(['--datadir', datadir, '--workers', '1'])
  try {
    const { bodies } = find('newest', 'receipt')
    const load = { url: server.url, pid: server.pid, bodies }
    const [runs] = await measureInTurn([load], { passes: 2, seconds: 1, isWarmed: false })
    expect(runs).toHaveLength(2)
    for (const { cpu, requests, bytes } of runs!) {
      expect(cpu).toBeGreaterThan(0)
      expect(requests).toBeGreaterThan(100)
      expect(bytes).toBeGreaterThan(500)
    }
  } finally {
    await server.stop()
  }
})

test('a head that is not known is refused', async () => {
  await expect(bench.run({ ...bench.flags, head: 'x' } as never)).rejects.toThrow(
    '--head must be bare, fetch, browser, not "x".',
  )
})
