import Fastify from 'fastify'
import { JSONRPCErrorException, JSONRPCServer, type JSONRPCRequest } from 'json-rpc-2.0'
import { InvalidParams, methods, type Method } from '../stub.ts'

const bind =
  (method: Method) =>
  (params: unknown): unknown => {
    try {
      return method(params)
    } catch (error) {
      throw error instanceof InvalidParams ? new JSONRPCErrorException(error.message, error.code) : error
    }
  }

const server = new JSONRPCServer({ errorListener: () => {} })
for (const [name, method] of Object.entries(methods)) server.addMethod(name, bind(method))

// As its README puts it into a web framework.
const app = Fastify()
app.post<{ Body: JSONRPCRequest }>('/', async ({ body }, reply) => {
  const answer = await server.receive(body)
  return answer ?? reply.code(204).send()
})
await app.listen({ host: '127.0.0.1', port: Number(process.argv[2]) })
