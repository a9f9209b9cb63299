import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { startServer } from '../../test/server.ts'
import { createHttpPolicy } from '../index.ts'

test('a reader who does not take a proof in time is cut off, as one of an answer is', async () => {
  const refusals: string[] = []
  const onRefuse = (reason: string) => void refusals.push(reason)
  const policy = createHttpPolicy({ limits: { answerTime: 200 }, compression: false, onRefuse })
  const padding = 'a'.repeat(30_000_000)
  const proofs = { block: () => ({ padding }), transaction: () => null, receipt: () => null }
  await using server = await startServer({ plugin: { policy, path: '/rpc' }, proofs: { policy, proofs } })
  const get = 'GET /proof/block/0x7 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
  const socket = connect(server.port, '127.0.0.1', () => socket.write(get)).pause()
  const error = once(socket, 'error')
  await vi.waitFor(() => expect(refusals).toEqual(['time']), { timeout: 30_000 })
  await vi.waitFor(() => expect(policy.state.inflight).toBe(0), { timeout: 30_000 })
  socket.resume()
  expect(await error).toMatchObject([{ code: 'ECONNRESET' }])
  policy[Symbol.dispose]()
})
