import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@lectern/fixtures'
import { createMutator } from '@lectern/server/testing'
import { converse, type Ending, post } from './connection.ts'
import { type Finding, quantile, scaled, type Scope, show, logProgress } from './finding.ts'
import { readMetric } from './metric.ts'
import { readHoldings } from './processes.ts'
import { answers, toBatch } from './questions.ts'
import { askServer, importSample, serve } from './served.ts'

/** Connections that send all but what they should, many at a time, to the real command. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const served = await serve(['--datadir', await importSample()])
  const connections = scaled(200_000, scope)
  const random = createRandom(scope.seed)
  const mutate = createMutator(scope.seed)
  const statuses = new Map<string, number>()
  const waits: number[] = []
  let [wrong, begun] = [0, 0]
  const checkNext = async () => {
    const { right, milliseconds } = await askServer(served.url, pick(random, answers))
    waits.push(milliseconds)
    if (!right) wrong++
  }
  const attackUntil = async (count: number) => {
    while (begun < count && !scope.signal.aborted) {
      begun++
      if (begun % 1_000 === 0) await checkNext()
      if (begun % 10_000 === 0) logProgress(`sockets: ${show(begun)} of ${show(connections)}`)
      const { text, end } = await attack(served.port, { random, mutate })
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? end
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const attackTogether = (count: number) => Promise.all(Array.from({ length: 32 }, () => attackUntil(count)))
  await attackTogether(Math.ceil(connections / 20)) // the heap grows to its working size
  const before = readHoldings(served.pid)
  const heaps: { readonly begun: number; readonly bytes: number }[] = []
  const watch = { going: true }
  const watching = (async () => {
    for (; watch.going; await wait(250))
      heaps.push({ begun, bytes: (await readMetric(served.url, 'nodejs_heap_size_used_bytes'))[0]! })
  })()
  await attackTogether(connections)
  watch.going = false
  await watching
  await checkNext()
  await wait(2_000)
  const after = readHoldings(served.pid)
  // What is between two collections is not growth.
  const least = [0.25, 1].map((end) => {
    const part = heaps.filter(({ begun: at }) => at > (end - 0.25) * connections && at <= end * connections)
    return Math.min(...part.map(({ bytes }) => bytes)) / 1e6
  }) as [number, number]
  const alive = served.child.exitCode === null
  const sums = [...statuses]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${status} ${show(count)}`)
  const code = await served.stop()
  return [
    {
      claim: `${show(begun)} hostile connections: the process goes on`,
      measured: `${alive ? 'alive' : 'ended'}, then exit ${code}; first answers: ${sums.join(', ')}`,
      holds: alive && code === 0,
    },
    {
      claim: 'a valid call between them is answered with the right bytes, under 100 ms',
      measured: `${wrong} of ${waits.length} wrong; 99 % under ${show(quantile(waits, 0.99))} ms, longest ${show(Math.max(...waits))} ms`,
      holds: wrong === 0 && quantile(waits, 0.99) < 100,
    },
    {
      claim: `the heaps of its ${after.processes} processes: the least of the last quarter is less than 20 MB above that of the first`,
      measured: `${show(least[0])} and ${show(least[1])} MB; all memory of their own ${show(before.anonymous / 1e6)} MB after the first twentieth, ${show(after.anonymous / 1e6)} MB at the end`,
      holds: least[1] - least[0] < 20,
    },
    {
      claim: 'no descriptor is left open, but the two keep-alive connections that ask in between',
      measured: `${after.descriptors - before.descriptors} more`,
      holds: after.descriptors <= before.descriptors + 2,
    },
  ]
}

interface Means {
  readonly random: (limit: number) => number
  readonly mutate: () => Buffer
}

/** Each gives the bytes that one connection sends. */
const attacks: readonly ((means: Means) => Buffer)[] = [
  ({ mutate }) => post(mutate()),
  ({ random }) => Buffer.from(Array.from({ length: 1 + random(600) }, () => random(256))),
  ({ random, mutate }) => Buffer.concat(Array.from({ length: 2 + random(6) }, () => post(mutate()))),
  ({ random }) =>
    Buffer.concat(Array.from({ length: 2 + random(20) }, () => post(pick(random, answers).request))),
  ({ random, mutate }) =>
    post(mutate(), (head) => replace(head, 3, `content-length: ${pick(random, lengths)}`)),
  ({ random, mutate }) => post(mutate(), (head) => [...head, pick(random, doubled)]),
  ({ random, mutate }) => post(mutate(), (head) => [...head, pick(random, codings)]),
  ({ random }) => post('{}', (head) => [...head, `x-long: ${'a'.repeat(16_000 + random(2_000))}`]),
  ({ random }) =>
    post('{}', (head) => [...head, ...Array.from({ length: 90 + random(3_000) }, (_, n) => `x-${n}: 1`)]),
  ({ random, mutate }) =>
    post(mutate(), (head) => [...head, pick(random, ['expect: 100-continue', 'expect: 200-ok'])]),
  ({ random, mutate }) => post(mutate(), (head) => replace(head, 0, pick(random, lines))),
  ({ random, mutate }) => post(mutate(), (head) => replace(head, 1, pick(random, hosts))),
  ({ random, mutate }) => post(mutate(), (head) => [...head, pick(random, odd)]),
  ({ random, mutate }) => {
    const bytes = post(mutate())
    for (let flips = 1 + random(4); flips > 0; flips--) bytes[random(bytes.length)]! ^= 1 << random(8)
    return bytes
  },
  ({ random }) => post(toBatch(Array.from({ length: 1 + random(40) }, () => pick(random, answers))).request),
  ({ random }) => {
    const bytes = post(pick(random, answers).request)
    return bytes.subarray(0, random(bytes.length)) // and no more
  },
]

const replace = (head: readonly string[], index: number, line: string): string[] => head.with(index, line)

// oxfmt-ignore
const lengths = ['0', '1', '-1', '+10', '0x10', '1e3', '99999999999999999999', '4294967296', '10, 10', '', ' ', '5 5', '1048577', '٣']
const doubled = [
  'content-length: 1',
  'content-length: 0',
  'Content-Length:5',
  'content-length : 5',
  'content-type: text/plain',
]
// oxfmt-ignore
const codings = [
  'transfer-encoding: chunked', 'Transfer-Encoding: identity', 'transfer-encoding: chunked, identity', 'transfer-encoding: \x0bchunked',
  'transfer-encoding:chunked\r\ntransfer-encoding: x', 'content-encoding: gzip', 'content-encoding: br', 'content-encoding: zstd', 'te: trailers',
]
// oxfmt-ignore
const lines = [
  'GET / HTTP/1.1', 'PUT / HTTP/1.1', 'post / HTTP/1.1', 'POST /', 'POST / HTTP/1.0', 'POST / HTTP/9.9', 'POST  / HTTP/1.1', 'OPTIONS * HTTP/1.1',
  'POST http://127.0.0.1/ HTTP/1.1', 'CONNECT a:1 HTTP/1.1', 'POST /../../etc/passwd HTTP/1.1', 'PRI * HTTP/2.0', `POST /${'a'.repeat(9_000)} HTTP/1.1`,
  'GET /proof/block/0x1 HTTP/1.1', 'GET /proof/receipt/0x HTTP/1.1', 'GET /metrics HTTP/1.1', 'GET /%ff%00 HTTP/1.1', 'HEAD / HTTP/1.1', 'TRACE / HTTP/1.1',
]
const hosts = [
  'host: evil.example',
  'host:',
  'host: 127.0.0.1\r\nhost: b',
  'x: 1',
  'host: [::1',
  'host: 127.0.0.1:99999',
  'host: a b',
]
// oxfmt-ignore
const odd = [
  'connection: upgrade\r\nupgrade: websocket', 'connection: close', 'connection: keep-alive, close', 'x: \x00', ' folded', 'x:1\ny:2', 'no colon',
  'origin: null', 'accept-encoding: zstd, br, gzip', 'accept-encoding: *;q=0', 'traceparent: 00-zz', 'x-forwarded-for: 1.1.1.1, ::1', ': empty',
  'http2-settings: AAA', 'trailer: x', 'keep-alive: timeout=-1', 'x: é', 'content-type: application/json; charset=utf-16',
]

/** One connection: at once, in two pieces, or the first bytes alone; half of them end their side, the others wait for an answer. */
function attack(port: number, means: Means): Promise<Ending> {
  const { random } = means
  const bytes = pick(random, attacks)(means)
  const cut = pick(random, [
    bytes.length,
    bytes.length,
    random(bytes.length + 1),
    Math.min(bytes.length, random(30)),
  ])
  const write = random(2) === 0 ? 'end' : 'write'
  const onConnect = (socket: Socket) => {
    if (cut === bytes.length) return void socket[write](bytes)
    socket.write(bytes.subarray(0, cut))
    setTimeout(() => socket.writable && socket[write](bytes.subarray(cut)), random(8))
  }
  const patience = write === 'end' ? 5_000 : 100
  return converse(port, onConnect, patience, (text) => write === 'write' && /^HTTP\/1\.1 [2-5]/.test(text))
}

const pick = <T>(random: (limit: number) => number, from: readonly T[]): T => from[random(from.length)]!

/** What it holds once the last connections are gone. */
