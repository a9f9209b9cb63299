import { createServer } from 'node:http'

// node constant.ts <port>: responds to POST /<bytes> with a constant body of that length. No server over node:http can be faster.

const bodies = new Map<string, Buffer>()

createServer((request, response) => {
  const bytes = request.url!.slice(1)
  if (!bodies.has(bytes)) bodies.set(bytes, Buffer.alloc(Number(bytes), 'x'))
  const body = bytes === '' ? Buffer.from('{"result":"0x1"}') : bodies.get(bytes)!
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  })
}).listen(Number(process.argv[2]), '127.0.0.1')
