import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Methods } from '@lectern/spec'
import { expect, test, vi } from 'vitest'
import { methods } from '../../test/recorded.ts'
import { send } from '../../test/send.ts'
import type { Whole } from './reply.ts'
import { createRpc } from './rpc.ts'

const call = (id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"eth_getBlockByNumber","params":["0x${id.toString(16)}",false]}`
const batch = (...ids: number[]): string => `[${ids.map(call).join()}]`
const serve = (eth_getBlockByNumber: (number: string) => unknown): Methods =>
  ({ ...methods, eth_getBlockByNumber }) as Methods
const unavailable = (): never => {
  throw new Error('secret')
}
/** A result whose answer has so many bytes. */
const sized = (bytes: number): Uint8Array => new TextEncoder().encode(`"${'a'.repeat(bytes - 36)}"`)

test('B01 a batch is answered in its order, whatever takes longest', async () => {
  const rpc = createRpc({
    methods: serve(async (number) => {
      for (let turns = 8 - Number(number); turns > 0; turns -= 1) await nextTurn()
      return number
    }),
  })
  expect(await send(rpc, batch(1, 2, 3))).toMatchInlineSnapshot(
    `"[{"jsonrpc":"2.0","id":1,"result":"0x1"},{"jsonrpc":"2.0","id":2,"result":"0x2"},{"jsonrpc":"2.0","id":3,"result":"0x3"}]"`,
  )
})

test('the calls of a batch wait for a store together, 32 at most', async () => {
  let [waiting, most] = [0, 0]
  const rpc = createRpc({
    methods: serve(async (number) => {
      most = Math.max(most, (waiting += 1))
      await nextTurn()
      waiting -= 1
      return number
    }),
  })
  const ids = Array.from({ length: 100 }, (_, id) => id)
  const replies = JSON.parse(await send(rpc, batch(...ids))) as { id: number; result: string }[]
  expect(replies.map(({ result }) => Number(result))).toEqual(ids)
  expect(most).toBe(32)
})

test('the snapshot of a client who left stays open until what was begun is read', async () => {
  let waiting = 0
  const close = vi.fn(() => expect(waiting).toBe(0))
  const read = serve(async (number) => {
    waiting += 1
    for (let turns = Number(number); turns > 0; turns -= 1) await nextTurn()
    waiting -= 1
    return number
  })
  const onError = vi.fn()
  const rpc = createRpc({
    methods: { ...read, snapshot: () => ({ ...read, [Symbol.dispose]: close }) },
    onError,
  })
  const body = new TextEncoder().encode(batch(1, 5, 9))
  expect(await rpc(body, { isGone: () => true })).toBeUndefined()
  expect(waiting).toBe(2)
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  expect(onError).not.toHaveBeenCalled()
})

test('one snapshot answers a whole batch and is closed after it', async () => {
  let head = 1
  const close = vi.fn()
  const read = serve(() => head)
  const snapshot = vi.fn(() => {
    const stored = head
    const handlers = serve(() => {
      head += 1 // a block comes in at each read
      return stored
    })
    return { ...handlers, [Symbol.dispose]: close }
  })
  const rpc = createRpc({ methods: { ...read, snapshot } })
  const answers = JSON.parse(await send(rpc, batch(1, 2, 3))) as { result: number }[]
  expect(answers.map(({ result }) => result)).toEqual([1, 1, 1])
  expect(snapshot).toHaveBeenCalledTimes(1)
  expect(close).toHaveBeenCalledTimes(1)
  expect(await send(rpc, call(1))).toContain('"result":4')
})

test('a snapshot is closed when a read fails, and one that cannot be taken is an internal error of each call', async () => {
  const close = vi.fn()
  const failing = serve(unavailable)
  const rpc = createRpc({
    methods: { ...methods, snapshot: () => ({ ...failing, [Symbol.dispose]: close }) },
  })
  expect(await send(rpc, batch(1))).toContain('-32603')
  expect(close).toHaveBeenCalledTimes(1)

  const onError = vi.fn()
  const broken = createRpc({ methods: { ...methods, snapshot: unavailable }, onError })
  expect(await send(broken, batch(1, 2))).toBe(
    '[{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error."}},{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error."}}]',
  )
  expect(onError).toHaveBeenCalledWith(new Error('secret'), 'snapshot', undefined)
})

test('R5 the limit batchBytes is the last that is served; what comes after it is refused unread', async () => {
  const read = vi.fn(() => sized(100))
  const ask = async (batchBytes: number) => {
    read.mockClear()
    const answers = JSON.parse(
      await send(createRpc({ methods: serve(read), limits: { batchBytes } }), batch(1, 2, 3, 4)),
    )
    return answers.map(({ id, error }: { id: number; error?: { code: number } }) => [id, error?.code])
  }
  expect(await ask(400)).toEqual([[1], [2], [3], [4]].map(([id]) => [id, undefined]))
  expect(await ask(399)).toEqual([
    [1, undefined],
    [2, undefined],
    [3, undefined],
    [4, -32005],
  ])
  expect(await ask(250)).toEqual([
    [1, undefined],
    [2, undefined],
    [3, -32005],
    [4, -32005],
  ])
  expect(read).toHaveBeenCalledTimes(3)
})

test('R5 the answers of a batch are 25,000,000 bytes at most by default', async () => {
  const answers = [12_500_000, 12_500_001].map((bytes) =>
    send(createRpc({ methods: serve(() => sized(bytes)) }), batch(1, 2)),
  )
  expect((await answers[0])?.slice(-100)).not.toContain('-32005')
  expect((await answers[1])?.slice(-100)).toContain('-32005')
})

test('a single large answer is never refused, alone or first in a batch', async () => {
  const rpc = createRpc({ methods: serve(() => sized(26_000_000)) })
  expect(await send(rpc, call(1))).toHaveLength(26_000_000)
  const answer = await send(rpc, batch(1, 2))
  expect(answer.slice(0, 40)).toContain('"result":"aaa')
  expect(answer.slice(-200)).toContain('-32005')
})

test('a batch is in a buffer of twice its bytes at most, whatever the one before had', async () => {
  for (const bytes of [10_000, 100, 3_000, 40_000, 100]) {
    const rpc = createRpc({ methods: serve(() => sized(bytes)) })
    const response = (await rpc(new TextEncoder().encode(batch(...Array(20).keys())))) as Whole
    const written = response.write()
    expect(JSON.parse(written.bytes.toString())).toHaveLength(20)
    expect(written.bytes.buffer.byteLength).toBeLessThanOrEqual(2 * (written.bytes.length + 1024))
    written.release()
  }
})

test('a large batch leaves the event loop to others', async () => {
  const rpc = createRpc({
    methods: serve((number) => {
      const end = performance.now() + 0.2
      while (performance.now() < end);
      return number
    }),
  })
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  await send(rpc, batch(...Array.from({ length: 500 }, (_, id) => id)))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(5)
})
