import Fastify from 'fastify'
import { methods } from '../stub.ts'

// A route as it is written where no library is taken.
interface Call {
  readonly id: unknown
  readonly method: keyof typeof methods
  readonly params: unknown
}

const app = Fastify()
app.post<{ Body: Call }>('/', async ({ body: { id, method, params } }) => {
  const run = methods[method]
  if (!run) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
  try {
    return { jsonrpc: '2.0', id, result: run(params) }
  } catch (error) {
    const { code = -32603, message } = error as { code?: number; message: string }
    return { jsonrpc: '2.0', id, error: { code, message } }
  }
})
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
