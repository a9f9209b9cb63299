import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRpc, readResponse } from '@lectern/server'
import type { Hash } from '@lectern/spec'
import { expect } from 'vitest'
import { methods, rounds } from '@lectern/server/testing'
import { ClientError, createClient, http, type Client, type HttpOptions } from '../src/index.ts'

/** A request as the server reads it. */
export interface Request {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** A body that a server receives: its requests, whether they came as a batch, and which body it is, from 1. */
export interface Received {
  readonly requests: readonly Request[]
  readonly isBatch: boolean
  readonly round: number
  /** Sends the JSON of a value. */
  send(value: unknown, status?: number, headers?: Record<string, string>): void
  /** Answers as a good server does. */
  sendRight(): Promise<void>
  readonly response: ServerResponse
}

/** A server that runs: its address, and the requests of each body it got. */
export interface Server extends AsyncDisposable {
  readonly url: string
  readonly bodies: Request[][]
}

const rpc = createRpc({ methods })

/** The right answers to some requests, in their order. */
export async function answer(requests: readonly Request[]): Promise<{ id: number; result: any }[]> {
  const bytes = await readResponse(await rpc(new TextEncoder().encode(JSON.stringify(requests))))
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** A server on a free port of 127.0.0.1 with a given behaviour, which counts; closed at the end of the test. */
export async function listen(behave: (received: Received) => unknown): Promise<Server> {
  const bodies: Request[][] = []
  const server = createServer(async (request, response) => {
    const text = (await Array.fromAsync(request as AsyncIterable<Buffer>)).map(String).join('')
    const body = JSON.parse(text)
    const isBatch = Array.isArray(body)
    const requests: Request[] = isBatch ? body : [body]
    const round = bodies.push(requests)
    const send: Received['send'] = (value, status = 200, headers = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    const sendRight = async () => {
      const answers = await answer(requests)
      send(isBatch ? answers : answers[0])
    }
    await behave({ requests, isBatch, round, send, sendRight, response })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, bodies, [Symbol.asyncDispose]: close }
}

const found = rounds.filter(({ method, result }) => method === 'eth_getTransactionByHash' && result !== null)

/** The hashes of the recorded transactions. */
export const hashes: readonly Hash[] = found.map(({ params }) => params[0] as Hash)

/** The recorded transactions, in the order of their hashes. */
export const transactions: readonly unknown[] = found.map(({ result }) => result)

/** A server with a given behaviour, a client of it, the milliseconds before each new attempt, and all(n), which asks for n transactions at once. */
export async function ask(
  behave: (received: Received) => unknown,
  options: HttpOptions = {},
  deadline: number = 30_000,
): Promise<Server & { client: Client; waits: number[]; all(count: number): Promise<unknown[]> }> {
  const server = await listen(behave)
  const waits: number[] = []
  const client = createClient({
    transport: http(server.url, options),
    deadline,
    onEvent: (event) => event.type === 'retry' && waits.push(event.wait!),
  })
  const all = (count: number) =>
    Promise.all(hashes.slice(0, count).map((hash) => client.eth_getTransactionByHash(hash)))
  return { ...server, client, waits, all, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

/** The ClientError that a call rejects with. */
export async function failure(call: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await call.then(
    () => expect.fail('the call was answered'),
    (reason: unknown) => reason,
  )
  return error instanceof ClientError ? error : expect.fail(String(error))
}
