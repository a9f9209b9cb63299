import jayson from 'jayson'
import { methods, type Method } from '../stub.ts'

const bind =
  (method: Method) =>
  (params: unknown, done: (error: object | null, result?: unknown) => void): void => {
    try {
      done(null, method(params))
    } catch (error) {
      const { code, message } = error as { code: number; message: string }
      done({ code, message })
    }
  }

const server = new jayson.Server(
  Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, bind(method)])),
)
server.http().listen(Number(process.argv[2]), '127.0.0.1')
