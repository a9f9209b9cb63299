import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { expect, test } from 'vitest'
import { makeServedChain } from './chain.ts'
import { compareServers } from './compare.ts'
import { checkAnswers, makeQuestions } from './loads.ts'
import { importChain, ownServers, references, startLectern } from './servers.ts'

const size = { blocks: 2, count: 100 }
const canMeasure =
  process.platform === 'linux' &&
  cpus().length > 1 &&
  ['wrk', 'taskset'].every((tool) => !spawnSync(tool, ['--version']).error)

test('a load asks each time about something else, and a batch about 100 receipts of a block', async () => {
  const questions = makeQuestions(await makeServedChain(size))
  for (const { name, bodies } of questions) expect(new Set(bodies).size, name).toBe(bodies.length)
  expect(JSON.parse(questions.at(-1)!.bodies[0]!)).toHaveLength(100)
})

test('our server answers every load, and what it does not hold is not taken for an answer', async () => {
  const chain = await makeServedChain(size)
  using history = importChain(chain)
  const server = await startLectern(history.datadir, [])
  try {
    for (const question of makeQuestions(chain))
      expect(await checkAnswers(server.url, question), question.name).toBeGreaterThan(500)
    const absent = makeQuestions({ ...chain, transactions: [[], ['0x01']] })
    for (const question of absent.slice(0, 2))
      await expect(checkAnswers(server.url, question)).rejects.toThrow(/does not answer the load/)
  } finally {
    await server.stop()
  }
})

test.runIf(canMeasure)('a load has its row, ours beside node:http and beside Fastify', async () => {
  const chain = await makeServedChain(size)
  using history = importChain(chain)
  const lane = ownServers(history.datadir).find(({ name }) => name === 'Lectern, fast lane')!
  const receipts = makeQuestions(chain).filter(({ name }) => name === 'receipt')
  const text = await compareServers([lane, ...references], receipts, { passes: 1, seconds: 1 })
  expect(text.match(/^\| receipt \| \*\*[0-9.]+×\*\* \|$/gm)).toHaveLength(2)
  expect(text).toMatch(/^\| receipt \| plain Fastify, a constant body \| \d/m)
  expect(text).toMatch(/^\| receipt \| Lectern, fast lane \| \d/m)
})
