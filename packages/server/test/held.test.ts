import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { countCompressors } from '../src/http/content-coding.ts'
import { createHttpPolicy, defaultHttpLimits } from '../src/index.ts'
import { methods } from './recorded.ts'
import { startServer } from './server.ts'

/** How many connections are made and left. */
const runs = Number(process.env['LECTERN_FUZZ'] ?? (process.env['CI'] ? 10_000 : 2_000))

const noise = (bytes: number) => Buffer.from(`"0x${randomBytes(bytes / 2).toString('hex')}"`)
const [small, block, long] = [noise(2_000), noise(200_000), noise(30_000)]
const late = { '0x4': small, '0x5': block } as Record<string, Buffer>

/** Blocks by their number: small, large, some that take a round or ten of the event loop. */
async function findLate(number: string): Promise<never> {
  await nextRound()
  if (number === '0x5') await pause(1)
  return late[number] as never
}
const findBlock = (number: string) =>
  (late[number] ? findLate(number) : number === '0x1' ? block : number === '0x2' ? long : small) as never

/** Asks whether the server is there, like a load balancer, and notes the milliseconds. Returns the most memory that it saw. */
async function watch(url: string, times: number[], isOn: () => boolean): Promise<number> {
  let memory = 0
  while (isOn()) {
    memory = Math.max(memory, process.memoryUsage.rss())
    const start = performance.now()
    const { status } = await fetch(url, { headers: { connection: 'close' } })
    times.push(performance.now() - start)
    expect(status).toBe(200)
    await pause(50)
  }
  return memory
}

function* pieces(): Generator<Uint8Array> {
  for (let index = 0; index < 40; index += 1) yield long
}
function* steps() {
  for (let index = 0; index < 5; index += 1) yield nextRound()
  return pieces()
}

test(`after ${runs} connections that were left at any moment the server holds nothing, on every path`, async () => {
  const state = { snapshots: 0 }
  const policy = createHttpPolicy()
  const snapshot = async () => {
    state.snapshots += 1
    return {
      ...methods,
      eth_getBlockByNumber: findBlock,
      head: null,
      [Symbol.dispose]: () => void (state.snapshots -= 1),
    }
  }
  const found = { 1: { block: String(block) }, 2: steps, 3: null, 4: { small: String(small) } } as Record<
    string,
    any
  >
  const proofs = {
    block: (number: bigint) => (number === 2n ? steps() : found[String(number)]),
    transaction: () => null,
    receipt: () => null,
  }
  const before = process.memoryUsage.rss()
  const plugin = { methods: { snapshot } as never, policy, fastLane: true }
  await using server = await startServer({ plugin, proofs: { policy, proofs } })
  const clients = fork(new URL('leavers.ts', import.meta.url), [String(server.port), String(runs), '2026'])
  let isOn = true
  const times: number[] = []
  const watched = watch(server.url, times, () => isOn)
  const [code] = await once(clients, 'exit')
  expect(code).toBe(0)
  isOn = false
  const most = await watched
  // docs/server-plugin.md, "Memory", says so.
  const { uploadBytes, responseBytes } = defaultHttpLimits
  expect(most - before).toBeLessThan(uploadBytes + responseBytes + 256 * 2 ** 20)
  const milliseconds = times.toSorted((one, other) => one - other).map(Math.round)
  if (process.env['LECTERN_FUZZ'] !== undefined)
    console.info({
      runs,
      asked: milliseconds.length,
      median: milliseconds[milliseconds.length >> 1],
      most: milliseconds.at(-1),
      memory: Math.round(most / 2 ** 20),
    })
  const connections = () =>
    new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)))
  await vi.waitFor(
    async () =>
      expect({
        connections: await connections(),
        inflight: policy.state.inflight,
        queued: policy.state.queued,
        uploads: policy.load.uploads.held,
        responses: policy.load.responses.held,
        compressors: countCompressors(),
        ...state,
      }).toEqual({
        connections: 0,
        inflight: 0,
        queued: 0,
        uploads: 0,
        responses: 0,
        compressors: 0,
        snapshots: 0,
      }),
    { timeout: 30_000, interval: 100 },
  )
  policy[Symbol.dispose]()
}, 600_000)
