import { parseOpenRPCDocument } from '@open-rpc/schema-utils-js'
import openRpc from '@open-rpc/server-js'
import { document } from '@lectern/spec'
import { InvalidParams, methods, type Method } from '../stub.ts'

// It checks params by the document itself, which it is given with its references resolved.
const { JSONRPCError } = openRpc as unknown as { JSONRPCError: new (message: string, code: number) => Error }
const bind =
  (method: Method) =>
  async (...params: unknown[]): Promise<unknown> => {
    try {
      return method(params)
    } catch (error) {
      throw error instanceof InvalidParams ? new JSONRPCError(error.message, error.code) : error
    }
  }
const methodMapping = Object.fromEntries(
  Object.entries(methods).map(([name, method]) => [name, bind(method)]),
)
const openrpcDocument = await parseOpenRPCDocument(JSON.stringify(document))
const port = { host: '127.0.0.1', port: Number(process.argv[2]) } as unknown as number // it goes to listen() as it is
const server = new openRpc.Server({
  openrpcDocument,
  methodMapping,
  transportConfigs: [{ type: 'HTTPTransport', options: { port, middleware: [] } }],
} as never)
await server.start()
