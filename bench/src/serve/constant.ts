import { createServer } from 'node:http'
import Fastify from 'fastify'

// node constant.ts <port> [fastify]: answers POST /<bytes> with as many bytes, always the same: what no server over node:http, or
// over Fastify, can be faster than.

const [port, framework] = process.argv.slice(2)
const bodies = new Map<string, Buffer>()
const bodyOf = (bytes: string): Buffer => {
  let body = bodies.get(bytes)
  if (!body) bodies.set(bytes, (body = Buffer.alloc(Number(bytes), 'x')))
  return body
}

if (framework === 'fastify') {
  const app = Fastify()
  app.post<{ Params: { bytes: string } }>('/:bytes', (request, reply) =>
    reply.type('application/json').send(bodyOf(request.params.bytes)),
  )
  await app.listen({ port: Number(port), host: '127.0.0.1' })
} else
  createServer((request, response) => {
    const body = bodyOf(request.url!.slice(1))
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    })
  }).listen(Number(port), '127.0.0.1')
