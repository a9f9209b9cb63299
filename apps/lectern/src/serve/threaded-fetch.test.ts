import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { http } from '@lectern/client'
import { exactReplies } from '@lectern/client/upstream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createThreadedFetch } from './threaded-fetch.ts'

const limits = { maxBytes: 1_000, responseBytes: 1_500, timeout: 60_000 }

/** Starts a server, and returns a transport to it. */
async function connect(answer: (request: IncomingMessage, response: ServerResponse) => void, more = limits) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = {
    retries: 0,
    maxBytes: more.maxBytes,
    headers: { 'x-key': 'a' },
    readReplies: exactReplies,
  }
  const transport = http(url, { ...settings, fetch: createThreadedFetch(more) })
  return (signal = new AbortController().signal) =>
    transport({ method: 'eth_call', params: [{}] }, { signal, deadline: Date.now() + 60_000 })
}

const reply = (result: string) => `{"jsonrpc":"2.0","id":1,"result":${result}}`

test('a thread sends a request as it is, and its response comes back byte for byte', async () => {
  const bodies: string[] = []
  const send = await connect(async (request, response) => {
    bodies.push(
      `${request.method} ${request.headers['x-key']} ${Buffer.concat(await request.toArray()).toString()}`,
    )
    response.end(reply('"é\\u00e9 1.0"'))
  })
  expect(await send()).toMatchObject({ result: 'éé 1.0', text: '"é\\u00e9 1.0"' })
  expect(bodies).toEqual(['POST a {"jsonrpc":"2.0","id":1,"method":"eth_call","params":[{}]}'])
})

test('a status, a wait, a redirect, bytes that are no text and a closed port are errors as without a thread', async () => {
  const answers: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(429, { 'retry-after': '7' }).end(),
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1' }).end(),
    (response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
    (response) => response.destroy(),
  ]
  const send = await connect((_, response) => answers.shift()!(response))
  await expect(send()).rejects.toMatchObject({ status: 429, retryAfter: 7_000 })
  await expect(send()).rejects.toMatchObject({ status: 302 })
  await expect(send()).rejects.toMatchObject({ message: expect.stringMatching(/utf-8/i) })
  await expect(send()).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringMatching(/socket|reset|closed/),
  })
  const closed = http('http://127.0.0.1:1', { retries: 0, fetch: createThreadedFetch(limits) })
  const bounds = { signal: new AbortController().signal, deadline: Date.now() + 60_000 }
  await expect(closed({ method: 'a', params: [] }, bounds)).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringMatching(/ECONNREFUSED|bad port/),
  })
})

test('a response that is too long is cut, alone and with others', async () => {
  const gone: Promise<void>[] = []
  const send = await connect((_, response) => {
    gone.push(new Promise((resolve) => response.once('close', resolve)))
    response.write(reply(`"${'a'.repeat(1_200)}"`)) // and never ends
  })
  await expect(send()).rejects.toMatchObject({ code: 'TOO_LARGE' })
  await gone[0]
  const other = await connect((_, response) => void response.write(reply(`"${'a'.repeat(900)}"`)))
  const first = other()
  first.catch(() => {})
  await setTimeout(1) // not one batch
  await expect(Promise.race([first, other()])).rejects.toMatchObject({ code: 'TOO_LARGE' })
})

test.each(['its client leaves', 'its time is over'])(
  'a call closes its connection once %s',
  async (reason) => {
    const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const isLate = reason === 'its time is over'
    const send = await connect(
      (_, response) => {
        response.once('close', closed.resolve)
        asked.resolve()
      },
      { ...limits, timeout: isLate ? 2_000 : 60_000 },
    )
    const controller = new AbortController()
    const sent = send(controller.signal)
    await asked.promise
    if (isLate) await closed.promise
    controller.abort(new Error('Enough.'))
    await expect(sent).rejects.toThrow('Enough.')
    await closed.promise
  },
)

test('a thread that ends fails its calls, and another one sends the next', async () => {
  const threads: Worker[] = []
  const { postMessage } = Worker.prototype
  const spy = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
    this: Worker,
    ...message
  ) {
    threads.push(this)
    postMessage.apply(this, message)
  })
  onTestFinished(() => spy.mockRestore())
  const asked = Promise.withResolvers<void>()
  let isHanging = true
  const send = await connect((_, response) => {
    if (isHanging) asked.resolve()
    else response.end(reply('1').replace('"id":1', '"id":2'))
  })
  const sent = send()
  await asked.promise
  isHanging = false
  const ended = expect(sent).rejects.toMatchObject({
    code: 'NETWORK',
    message: expect.stringContaining('has ended'),
  })
  await threads[0]!.terminate()
  await ended
  expect(await send()).toMatchObject({ result: 1 })
  expect(new Set(threads).size).toBe(2)
})
