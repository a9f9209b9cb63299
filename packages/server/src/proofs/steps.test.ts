import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startServer } from '../../test/server.ts'
import type { ProofSource } from './proofs.ts'
import { turnMilliseconds } from '../rpc/limits.ts'

const hash = `0x${'ab'.repeat(32)}` as const

/** Proofs of so many turns each. */
function createProofs(turns: number): {
  readonly proofs: Partial<ProofSource>
  readonly steps: { count: number }
} {
  const steps = { count: 0 }
  return {
    steps,
    proofs: {
      *receipt() {
        for (let turn = 0; turn < turns; turn += 1) {
          steps.count += 1
          const end = performance.now() + turnMilliseconds
          while (performance.now() < end);
          yield
        }
        return [Buffer.from('{"firstReceipt":'), Buffer.from('"0x0"}')]
      },
    },
  }
}
const serve = (proofs: Partial<ProofSource>, limits = {}) =>
  startServer({ proofs: { proofs: proofs as ProofSource }, policy: { limits } })

test('a request about the server is answered before the proofs that were asked for before it', async () => {
  const { proofs } = createProofs(2)
  await using server = await serve(proofs)
  const order: string[] = []
  const ask = (path: string) =>
    fetch(`${server.url}${path}`).then(({ status }) => order.push(`${path.slice(0, 6)} ${status}`))
  const asked = Array.from({ length: 20 }, () => ask(`/proof/receipt/${hash}`))
  await vi.waitFor(() => expect(order.length).toBeGreaterThan(0))
  await ask('/livez') // there is none here: it is a question that takes no work
  expect(order.length).toBeLessThan(20)
  expect(order.at(-1)).toBe('/livez 404')
  await Promise.all(asked)
  expect(order.filter((entry) => entry === '/proof 200')).toHaveLength(20)
})

test('a step that waits lets others have their turn, and is over before the next one', async () => {
  let [waiting, end] = [false, () => {}]
  await using server = await serve({
    *receipt() {
      waiting = true
      yield new Promise<void>((resolve) => (end = resolve)).then(() => void (waiting = false))
      return [Buffer.from(JSON.stringify({ waiting }))]
    },
    *transaction() {
      yield
      return [Buffer.from('{}')]
    },
  })
  const asked = fetch(`${server.url}/proof/receipt/${hash}`).then((response) => response.json())
  await vi.waitFor(() => expect(waiting).toBe(true))
  expect((await fetch(`${server.url}/proof/transaction/${hash}`)).status).toBe(200)
  expect(waiting).toBe(true)
  end()
  expect(await asked).toEqual({ waiting: false })
})

test('a proof whose client is gone is not begun', async () => {
  const { proofs, steps } = createProofs(10)
  await using server = await serve(proofs)
  const sockets = Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1'))
  for (const socket of sockets) socket.write(`GET /proof/receipt/${hash} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  await vi.waitFor(() => expect(steps.count).toBeGreaterThan(0))
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect((await fetch(`${server.url}/proof/receipt/${hash}`)).status).toBe(200))
  expect(steps.count).toBeLessThan(5 * 10)
})

test('long proofs are sent in pieces, all of each', async () => {
  const pieces = Array.from({ length: 50 }, (_, index) => Buffer.alloc(20_000, 97 + (index % 26)))
  await using server = await serve({
    *transaction() {
      yield
      return pieces
    },
  })
  const answers = await Promise.all(
    Array.from(
      { length: 10 },
      async () => await (await fetch(`${server.url}/proof/transaction/${hash}`)).text(),
    ),
  )
  for (const answer of answers) expect(answer === Buffer.concat(pieces).toString()).toBe(true)
})

test('pieces that are read from elsewhere are made as the client reads them', async () => {
  let made = 0
  async function* pieces() {
    for (; made < 400; made++) yield Buffer.alloc(100_000, 97)
  }
  await using server = await serve({ history: async () => pieces() })
  const socket = connect(server.port, '127.0.0.1')
  socket
    .pause()
    .write(`GET /proof/history/0x1?to=0x2 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)
  await vi.waitFor(() => expect(made).toBeGreaterThan(0))
  let before = -1
  await vi.waitFor(
    () => {
      const isStill = made === before
      before = made
      expect(isStill).toBe(true)
    },
    { interval: 200, timeout: 20_000 },
  )
  expect(made).toBeLessThan(300)
  let bytes = 0
  for await (const piece of socket) bytes += (piece as Buffer).length
  expect(bytes).toBeGreaterThan(40_000_000)
  expect(made).toBe(400)
})
