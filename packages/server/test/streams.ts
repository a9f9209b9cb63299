import { createRandom } from '@lectern/fixtures'
import { createCanonicalSource } from './canonical.ts'

/** The bytes that one connection gets. */
export interface Stream {
  /** How many requests are in it, right and wrong; the last one ends the connection. */
  readonly requests: number
  /** The bytes of each write. */
  readonly pieces: readonly Buffer[]
}

interface Request {
  line: string
  headers: string[]
  body: string
  /** Texts between the lines. */
  eol: string
}

/** The headers of usual clients, before the length. */
const clients: readonly (readonly string[])[] = [
  ['Host: 127.0.0.1:8545', 'content-type: application/json'], // wrk
  ['Host: 127.0.0.1', 'User-Agent: curl/8.5.0', 'Accept: */*', 'Content-Type: application/json'],
  [
    'host: localhost:8545', // undici, and so fetch of Node: viem, ethers
    'connection: keep-alive',
    'content-type: application/json',
    'accept: */*',
    'accept-language: *',
    'sec-fetch-mode: cors',
    'user-agent: node',
    'accept-encoding: gzip, deflate',
  ],
  [
    'Host: 127.0.0.1:8545',
    'User-Agent: Go-http-client/1.1',
    'Accept: application/json',
    'Content-Type: application/json',
    'Accept-Encoding: gzip',
  ],
  [
    'Host: [::1]:8545',
    'Content-Type: application/json; charset=utf-8',
    'Accept-Encoding: gzip, deflate, br, zstd',
  ],
  [
    'Host: 127.0.0.1', // behind a proxy
    'X-Real-IP: 10.0.0.9',
    'X-Forwarded-For: 10.0.0.9, 10.0.0.1',
    'X-Forwarded-Proto: https',
    'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'Authorization: Bearer abc.def',
    'Content-Type: application/json',
    'Accept-Encoding: gzip, br',
  ],
  [
    'Host: 127.0.0.1', // a page
    'Origin: https://app.example',
    'Content-Type: application/json',
    'Accept-Encoding: gzip, deflate',
    'Referer: https://app.example/',
  ],
]

/** Changes that make a request unusual. */
const changes: readonly ((request: Request, random: (limit: number) => number) => void)[] = [
  ...[
    'Content-Length: 5',
    'content-length: 1, 2',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: identity',
    'Connection: close',
    'Connection: Keep-Alive',
    'Connection: upgrade',
    'Upgrade: h2c',
    'Expect: 100-continue',
    'Expect: otherwise',
    'Origin: http://evil.example',
    'Content-Encoding: gzip',
    'Content-Encoding: identity',
    'content-type: text/plain',
    'Content-Type: application/JSON',
    'Host: evil.example',
    'Host:',
    'Host : 127.0.0.1',
    'host: 127.0.0.1, evil',
    'Origin: http://127.0.0.1:8545',
    'Origin: https://app.example',
    'Origin: https://app.example\r\nOrigin: http://evil.example',
    'X-Forwarded-For: 1.2.3.4',
    'Cookie: a=b',
    'Cookie: a=b\r\ncookie: c=d',
    'x_under.score!~: 1',
    'b\u00e4d: name',
    'bad(name): 1',
    'X-Empty:',
    'X-Tab: a\tb',
    'X-Fold: a\r\n\tb',
    'Content-Length : 5',
    'Content_Length: 5',
    'Transfer-Encoding : chunked',
    'Transfer-Encoding: chunked\r\nX-Y: z',
    'Proxy-Connection: keep-alive',
    'Keep-Alive: timeout=5',
    'Connection: content-length',
    'Accept-Encoding: identity\r\nAccept-Encoding: gzip',
    'User-Agent: \tblanks \t',
    'User-Agent:none',
    'User-Agent: h\u00e9',
    'User-Agent: nul\0',
    'Accept-Encoding: gzip;q=0, *;q=0.5',
    'Accept: application/json\r\n folded',
    'Accept: bare\nline: feed',
    'Accept: bare\rreturn',
    'no colon',
    ': no name',
    'na me: blank',
    'Access-Control-Request-Method: POST',
    'Trailer: x',
    'TE: trailers',
    'Proxy-Connection: close',
    `Accept: ${'a'.repeat(3_000)}`,
    `User-Agent: ${'a'.repeat(17_000)}`,
    '',
  ].map((line) => (request: Request, random: (limit: number) => number) => {
    request.headers.splice(random(request.headers.length + 1), 0, line)
  }),
  ...[
    'POST / HTTP/1.0',
    'POST / HTTP/1.2',
    'POST / HTTP/2.0',
    'POST /  HTTP/1.1',
    'POST /?a=b HTTP/1.1',
    'POST /# HTTP/1.1',
    'POST // HTTP/1.1',
    'POST /%2f HTTP/1.1',
    'POST http://127.0.0.1/ HTTP/1.1',
    'POST * HTTP/1.1',
    'post / HTTP/1.1',
    'GET / HTTP/1.1',
    'PUT / HTTP/1.1',
    'OPTIONS / HTTP/1.1',
    'HEAD / HTTP/1.1',
    'CONNECT / HTTP/1.1',
    'PRI * HTTP/2.0',
    ' POST / HTTP/1.1',
    'POST /',
    '',
  ].map((line) => (request: Request) => {
    request.line = line
  }),
  (request, random) => request.headers.splice(random(request.headers.length), 1),
  (request) => (request.eol = '\n'),
  (request) => (request.line = `\r\n${request.line}`),
  (request) => (request.body = `${request.body} more`),
  (request, random) => (request.body = request.body.slice(random(request.body.length))),
  (request) => (request.body = ''),
  (request) => {
    request.headers = request.headers.map((line) => line.replace(/^content-length: /i, 'Content-Length: 0'))
  },
  (request) => {
    request.headers = request.headers.map((line) => line.replace(/^content-length: /i, 'Content-Length: +'))
  },
  (request) => {
    request.headers = request.headers.map((line) =>
      line.replace(/^content-length: .*/i, 'Content-Length: 99999999'),
    )
  },
  (request) => {
    const bytes = Buffer.byteLength(request.body).toString(16)
    request.headers = request.headers.filter((line) => !/^content-length/i.test(line))
    request.headers.push('Transfer-Encoding: chunked')
    request.body = `${bytes}\r\n${request.body}\r\n0\r\n\r\n`
  },
  (request, random) => {
    const at = random(request.line.length)
    request.line = request.line.slice(0, at) + String.fromCharCode(random(256)) + request.line.slice(at + 1)
  },
]

/** The end of each connection that is still good. */
const last = Buffer.from('GET /end HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')

/** A source of what connections are sent: requests of usual clients, some changed, pipelined, and cut at any byte. */
export function createStreamSource(seed: number): () => Stream {
  const random = createRandom(seed)
  const nextBody = createCanonicalSource(seed)
  return () => {
    const requests = Array.from({ length: 1 + random(6) }, () => writeRequest())
    requests.push(last)
    const whole = random(3) === 0 ? [Buffer.concat(requests)] : requests
    return {
      requests: requests.length,
      pieces: random(3) === 0 ? whole.flatMap((piece) => cut(piece)) : whole,
    }
  }

  function writeRequest(): Buffer {
    const body =
      random(40) === 0
        ? 'nonsense'
        : random(30) === 0
          ? '{"jsonrpc":"2.0","method":"rpc.discover"}'
          : nextBody().toString()
    const client = clients[random(clients.length)]!
    const request: Request = {
      line: 'POST / HTTP/1.1',
      headers: [...client, `Content-Length: ${Buffer.byteLength(body)}`],
      body,
      eol: '\r\n',
    }
    if (random(4) === 0) changes[random(changes.length)]!(request, random)
    const head = [request.line, ...request.headers, '', ''].join(request.eol)
    return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(request.body)])
  }

  function cut(piece: Buffer): Buffer[] {
    const offsets = Array.from({ length: 1 + random(3) }, () => random(piece.length)).toSorted(
      (a, b) => a - b,
    )
    return [0, ...offsets].map((at, index) => piece.subarray(at, offsets[index] ?? piece.length))
  }
}
