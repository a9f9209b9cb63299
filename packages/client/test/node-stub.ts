import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A node of a test, which is asked over HTTP until it is disposed of. */
export interface NodeStub extends AsyncDisposable {
  readonly url: string
  /** The bodies that it got. */
  readonly bodies: string[]
}

/** A call as a node reads it. */
export interface StubCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** Starts a node. `respond` returns the body of a response, or writes one itself. */
export async function startNode(
  respond: (body: string, response: ServerResponse, request: IncomingMessage) => string | undefined | void,
): Promise<NodeStub> {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    bodies.push(body)
    const text = respond(body, response, request)
    if (text !== undefined) response.setHeader('content-type', 'application/json').end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers each call of a body by the members that a function writes, such as `"result":1`. */
export function answerEach(body: string, write: (call: StubCall) => string): string {
  const calls = JSON.parse(body) as StubCall | StubCall[]
  const reply = (call: StubCall) => `{"jsonrpc":"2.0","id":${call.id},${write(call)}}`
  return Array.isArray(calls) ? `[${calls.map(reply).join()}]` : reply(calls)
}
