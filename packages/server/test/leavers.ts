// Clients that leave a server at any moment: node leavers.ts PORT CONNECTIONS SEED. A separate process, so that the server has its thread for itself.
import { connect, type Socket } from 'node:net'
import { setImmediate as nextRound, setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createRandom } from '@lectern/fixtures'

const call = (number: string, whole = true) =>
  `{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["${number}",${whole}]}`
const batchOf = (count: number, number: string) => `[${Array(count).fill(call(number)).join()}]`

/** The requests of clients on each path: immediate and late, small, large, in pieces, and proofs. */
const bodies = [
  call('0x0', false),
  call('0x1'),
  call('0x2'),
  call('0x4', false),
  call('0x5'),
  batchOf(3, '0x0'),
  batchOf(20, '0x2'),
  batchOf(12, '0x1'), // in pieces
  batchOf(8, '0x5'), // in pieces, each later
  batchOf(40, '0x4'),
  'nonsense',
  '{"jsonrpc":"2.0","method":"rpc.discover"}',
]
const paths = ['/proof/block/0x1', '/proof/block/0x2', '/proof/block/0x3', '/proof/block/0x4', '/livez', '/']

type Random = (limit: number) => number

/** One request: for the fast lane or node:http, its body compressed or in chunks of any size, its response in any coding. */
function writeRequest(random: Random): Buffer {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)]!
  const lines = [
    'host: 127.0.0.1',
    ...pick<string[]>([
      [],
      [],
      ['accept-encoding: gzip'],
      ['accept-encoding: br'],
      ['accept-encoding: zstd'],
    ]),
  ]
  if (random(5) === 0) return Buffer.from([`GET ${pick(paths)} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  lines.push('content-type: application/json')
  if (random(2) === 0) lines.push(pick(['x-tab: a\tb', 'connection: close', 'content-encoding: identity'])) // none is for the lane
  let body: Buffer = Buffer.from(pick(bodies))
  if (random(8) === 0) body = Buffer.from(body.toString().padEnd(100_000))
  if (random(6) === 0 && !lines.some((line) => line.startsWith('content-encoding'))) {
    const [coding, compress] = pick([
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
      ['zstd', zstdCompressSync],
    ] as const)
    lines.push(`content-encoding: ${coding}`)
    body = compress(body)
  }
  if (random(5) > 0) lines.push(`content-length: ${body.length}`)
  else {
    lines.push('transfer-encoding: chunked')
    const size = pick([1, 7, 500, 100_000])
    const chunks: Buffer[] = []
    for (let at = 0; at < body.length; at += size) {
      const chunk = body.subarray(at, at + size)
      chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'))
    }
    body = Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
  }
  const verb = random(20) === 0 ? 'POST /nope' : 'POST /'
  return Buffer.concat([Buffer.from([`${verb} HTTP/1.1`, ...lines, '', ''].join('\r\n')), body])
}

/** One connection: some requests at once, complete or cut. The client leaves at once, soon, at the first byte, or after a pause. */
async function visit(port: number, random: Random): Promise<void> {
  const requests = Buffer.concat(
    Array.from({ length: random(3) === 0 ? 1 + random(12) : 1 }, () => writeRequest(random)),
  )
  const text = random(4) === 0 ? requests.subarray(0, random(requests.length)) : requests
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await Promise.race([closed, new Promise((resolve) => socket.once('connect', resolve))])
  const at = random(3) === 0 ? random(text.length) : text.length
  socket.write(text.subarray(0, at))
  await leave(socket, random, text.subarray(at))
  socket.destroy()
  await closed
}

async function leave(socket: Socket, random: Random, rest: Buffer): Promise<void> {
  const way = random(5)
  for (let rounds = random(4); rounds > 0; rounds--) await nextRound()
  if (rest.length > 0) socket.write(rest)
  if (way === 0) return
  if (way === 1) for (let rounds = random(40); rounds > 0; rounds--) await nextRound()
  if (way === 2) await Promise.race([new Promise((resolve) => socket.once('data', resolve)), pause(50)])
  if (way === 3) await pause(random(20)) // reads nothing
  if (way === 4) {
    socket.resume()
    await pause(random(60))
  }
}

const [port, connections, seed] = process.argv.slice(2).map(Number) as [number, number, number]
const random = createRandom(seed)
let left = connections
await Promise.all(
  Array.from({ length: 50 }, async () => {
    while (left-- > 0) await visit(port, random)
  }),
)
