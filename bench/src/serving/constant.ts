import { createServer } from 'node:http'

// node constant.ts <port>: answers POST /<bytes> with as many bytes, always the same: what no server over node:http can be faster than.

const bodies = new Map<string, Buffer>()

const server = createServer((request, response) => {
  const size = request.url!.slice(1)
  let body = bodies.get(size)
  if (!body) bodies.set(size, (body = Buffer.alloc(Number(size), 'x')))
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
})
server.listen(Number(process.argv[2]), '127.0.0.1')
