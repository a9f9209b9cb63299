import { connect } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import {
  createHttpPolicy,
  createServerOptions,
  refuseUnknownPaths,
  jsonRpc,
  proofs,
  type HttpPolicy,
  type HttpPolicyOptions,
  type JsonRpcOptions,
  type ProofSource,
  type ProofsOptions,
} from '../src/index.ts'
import { methods } from './recorded.ts'

/** Options of a server in tests. */
export interface ServerParts {
  readonly plugin?: Partial<JsonRpcOptions & { prefix: string }>
  readonly policy?: HttpPolicyOptions
  /** The proofs that are served; none by default. */
  readonly proofs?: Partial<ProofsOptions>
  /** Adds routes under the same policy. */
  readonly routes?: (app: FastifyInstance, policy: HttpPolicy) => Promise<unknown>
  /** Options of Fastify that the package does not set. */
  readonly fastify?: object
}

/** A server that runs until it is disposed of. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly app: FastifyInstance
  /** The reasons that onRefuse was called with. */
  readonly refusals: readonly string[]
}

/** A server of the recorded methods on a free port of 127.0.0.1. */
export async function startServer(parts: ServerParts = {}): Promise<RunningServer> {
  const refusals: string[] = []
  const policy = createHttpPolicy({
    onRefuse: (reason, status) => refusals.push(`${reason} ${status}`),
    ...parts.policy,
  })
  const app = fastify({
    ...createServerOptions(parts.policy?.limits),
    forceCloseConnections: true,
    ...parts.fastify,
  }) as unknown as FastifyInstance
  refuseUnknownPaths(app, policy)
  await app.register(jsonRpc, { methods, policy, ...parts.plugin })
  if (parts.proofs !== undefined) await app.register(proofs, { proofs: noProofs, policy, ...parts.proofs })
  await parts.routes?.(app, policy)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    port: Number(new URL(url).port),
    app,
    refusals,
    async [Symbol.asyncDispose]() {
      await app.close()
      policy[Symbol.dispose]()
    },
  }
}

const noProofs: ProofSource = { block: () => null, transaction: () => null, receipt: () => null }

/** All that a server sends on one connection until it ends it, or until so many milliseconds are over. */
export function exchange(port: number, text: string | Uint8Array, milliseconds?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()))
    socket.on('error', reject)
    if (milliseconds !== undefined) socket.setTimeout(milliseconds, () => socket.destroy())
  })
}

/** A whole POST with these header lines besides what it needs; it closes its connection by default. */
export function post(body: string, lines: readonly string[] = [], connection = 'close'): string {
  const head = ['host: 127.0.0.1', `connection: ${connection}`, 'content-type: application/json', ...lines]
  return `POST / HTTP/1.1\r\n${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** A call that the recorded methods answer. */
export const call = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["0x0",false]}'
