import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { text as readText } from 'node:stream/consumers'
import { sample } from '@lectern/fixtures'
import { createHttpPolicy, fitConnections } from '@lectern/server'
import Fastify from 'fastify'
import { needs } from '@lectern/fixtures/needs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importSample, lectern, serve, temporaryFolder } from '../../test/command.ts'
import { ask, askLatest, read, until } from '../../test/questions.ts'
import { operations } from './operations.ts'
import { ownDescriptors } from '../serve/serving-process.ts'

/** The sample chain, imported once: servers only read. */
const datadir = mkdtempSync(`${tmpdir()}/lectern-`)
beforeAll(async () => void (await lectern(importSample(datadir))))
afterAll(() => rmSync(datadir, { recursive: true, force: true }))

test('no worker is ready once one of them met damaged bytes; what is sound is answered on', async () => {
  const folder = temporaryFolder()
  cpSync(datadir, folder, { recursive: true })
  const { url } = await serve(['--datadir', folder, '--workers', '2', '--cache.rendered', '0'])
  const answer = await (await ask(url, 'eth_getBlockByNumber', ['0x5', false])).json()
  const { stateRoot } = (answer as { result: { stateRoot: string } }).result
  flip(`${folder}/store.mdb`, Buffer.from(stateRoot.slice(2), 'hex'))
  for (let asked = 0; asked < 2; asked++)
    expect(await (await ask(url, 'eth_getBlockByNumber', ['0x5', true])).json()).toMatchObject({
      error: { code: -32_603, message: 'Internal error.' },
    })
  for (let asked = 0; asked < 4; asked++)
    await until(
      () => read(`${url}/readyz`),
      (said) => JSON.stringify(said).includes('"reasons":["damaged"]'),
    )
  expect(await askLatest(url)).toBe(sample.headNumber)
})

/** Changes a bit at each offset of a file where some bytes are. */
function flip(path: string, bytes: Uint8Array): void {
  const file = readFileSync(path)
  const offsets: number[] = []
  for (let at = file.indexOf(bytes); at !== -1; at = file.indexOf(bytes, at + 1)) offsets.push(at)
  expect(offsets.length).toBeGreaterThan(0)
  const handle = openSync(path, 'r+')
  for (const offset of offsets) writeSync(handle, Uint8Array.of(file[offset]! ^ 1), 0, 1, offset)
  closeSync(handle)
}

test('a store that holds nothing yet is served, and is not ready', async () => {
  const folder = temporaryFolder()
  const cut = `${temporaryFolder()}/chain.rlp`
  copyFileSync(sample.chain, cut)
  truncateSync(cut, 10)
  await lectern(['import', cut, '--genesis', sample.genesis, '--datadir', folder])
  const { url } = await serve(['--datadir', folder, '--workers', '1'])
  const ready = await fetch(`${url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ reasons: ['importing'], criteria: { stored: 0 } })
})

test('an empty store becomes ready, and is reported, once a chain is imported', async () => {
  const folder = temporaryFolder()
  const wrong = `${temporaryFolder()}/genesis.json`
  writeFileSync(
    wrong,
    readFileSync(sample.genesis, 'utf8').replace(/"timestamp": "[^"]*"/, '"timestamp": "0x1"'),
  )
  await lectern(['import', sample.chain, '--genesis', wrong, '--datadir', folder])
  const { url } = await serve(['--datadir', folder, '--workers', '1'])
  expect(await read(`${url}/status`)).toMatchObject({
    genesis: expect.not.stringMatching(sample.genesisHash),
  })
  await lectern(importSample(folder))
  expect(await read(`${url}/status`)).toMatchObject({
    genesis: sample.genesisHash,
    head: { number: sample.headNumber },
  })
  expect(await read(`${url}/readyz`)).toMatchObject({ status: 'ready' })
})

test('a store that is deleted or replaced under a running server makes it not ready', async () => {
  const folder = temporaryFolder()
  cpSync(datadir, folder, { recursive: true })
  const { url } = await serve(['--datadir', folder, '--workers', '1'])
  expect(await read(`${url}/readyz`)).toMatchObject({ status: 'ready', criteria: { same: 1 } })
  const file = `${folder}/store.mdb`
  for (const change of [() => rmSync(file), () => copyFileSync(`${datadir}/store.mdb`, file)]) {
    change()
    await until(
      () => read(`${url}/readyz`),
      (said) => JSON.stringify(said).includes('"reasons":["replaced"]'),
    )
    expect(await askLatest(url)).toBe(sample.headNumber)
  }
})

test(
  '/status has the connections that the system has room for, if the flags ask for more',
  needs('/proc', existsSync('/proc/self/limits')),
  async () => {
    const { url } = await serve(['--datadir', datadir, '--workers', '1'], {}, 512)
    const connections = fitConnections(4_000, 512 - ownDescriptors)
    expect(connections).toBeLessThan(512)
    expect(await read(`${url}/status`)).toMatchObject({ limits: { connections } })
  },
)

test('/status says what the server is while its store cannot be read', async () => {
  await using app = Fastify()
  using policy = createHttpPolicy()
  const workers = { asked: 1, serving: 1, restarts: 0 }
  await app.register(operations, {
    store: { chain: null, snapshot: () => Promise.reject(new Error('No node of the cluster answers.')) },
    policy,
    proofs: true,
    metrics: false,
    limits: { connections: 7 },
    processes: { workers: async () => workers, metrics: async () => '', reportDamage() {} },
    readiness: () => Promise.reject(new Error('It is not asked.')),
  })
  const response = await app.inject('/status')
  expect(response.statusCode).toBe(503)
  expect(response.json()).toMatchObject({ proofs: true, limits: { connections: 7 }, workers })
  expect(response.body).not.toContain('head')
})

test('a head that is older than --ready.age is behind', async () => {
  const { url } = await serve(['--datadir', datadir, '--workers', '1', '--ready.age', '60'])
  expect(await read(`${url}/readyz`)).toMatchObject({ reasons: ['behind'] })
})

test('/metrics is closed by its flag, and answers in the type that Prometheus asks for', async () => {
  const { url } = await serve(['--datadir', datadir, '--workers', '1'])
  const open = await fetch(`${url}/metrics`)
  expect(open.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const closed = await serve(['--datadir', datadir, '--workers', '1', '--metrics', 'off'])
  expect((await fetch(`${closed.url}/metrics`)).status).toBe(404)
})

test.each(['1', '2'])(
  '/metrics has a port of its own with --metrics.port, with %s workers',
  async (workers) => {
    const flags = ['--metrics.port', '0', '--workers', workers]
    const { url, output } = await serve(['--datadir', datadir, ...flags])
    const [address] = /http[^"]+\/metrics/.exec(output()) ?? ['']
    expect(await (await fetch(address)).text()).toContain(`server_workers{state="serving"} ${workers}\n`)
    expect((await fetch(new URL('/', address))).status).toBe(404)
    expect((await fetch(`${url}/metrics`)).status).toBe(404)
  },
)

test('the document is under the rate of calls, probes are not', async () => {
  const { url } = await serve([
    '--datadir',
    datadir,
    '--workers',
    '1',
    '--http.rate',
    '1',
    '--http.rate-burst',
    '2',
  ])
  const statuses = async (path: string) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(url + path)))
    return answers.map(({ status }) => status).toSorted()
  }
  expect(await statuses('/openrpc.json')).toContain(429)
  expect(await statuses('/livez')).toEqual(Array(5).fill(200))
  expect(await statuses('/nope')).toContain(429)
})

test('the port of metrics answers the hosts that are listed, on so many connections', async () => {
  const flags = ['--metrics.port', '0', '--metrics.connections', '3', '--workers', '1']
  const { output } = await serve(['--datadir', datadir, ...flags])
  const { port } = new URL(/http[^"]+\/metrics/.exec(output())![0])
  const send = async (text: string) => {
    const socket = connect(Number(port), '127.0.0.1', () => void socket.write(text))
    return await readText(socket).catch(() => '') // dropped
  }
  const ask = (host: string) => send(`GET /metrics HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  for (const host of ['127.0.0.1:6060', 'localhost']) expect(await ask(host)).toMatch(/^HTTP\/1.1 200/)
  expect(await ask('evil.example')).toMatch(/^HTTP\/1.1 403[^]*--http.vhosts does not list the host/)
  const answers = await Promise.all(Array.from({ length: 3 + 8 + 5 }, () => send('')))
  const statuses = answers.map((answer) => answer.slice(9, 12)).toSorted()
  expect(statuses).toEqual([...Array(5).fill(''), ...Array(3).fill('408'), ...Array(8).fill('503')])
})

test('a port for metrics that is taken ends the command with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = String((other.address() as AddressInfo).port)
  const { code, stderr } = await lectern(['serve', '--datadir', 'none', '--metrics.port', port])
  other.close()
  expect(code).toBe(1) // another start may find it free
  expect(stderr).toBe(
    `lectern: Cannot listen on 127.0.0.1:${port}: the port is in use; --metrics.port takes another, 0 any free one.\n`,
  )
})

test('calls and refusals are logged at debug, with method, code, time, bytes and request; probes are not', async () => {
  const flags = ['--workers', '2', '--log.level', 'debug', '--http.site', 'off'] // the page may not be built
  const { url, child, output } = await serve(['--datadir', datadir, ...flags])
  await askLatest(url)
  await ask(url, 'eth_secret', [])
  await fetch(`${url}/livez`)
  await fetch(`${url}/nowhere`)
  child.kill('SIGTERM')
  await once(child, 'close')
  const lines = output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.find(({ msg }) => msg === 'call')).toMatchObject({
    level: 20,
    method: 'eth_getBlockByNumber',
    seconds: expect.any(Number),
    bytes: expect.any(Number),
    reqId: expect.stringMatching(/^req-/),
    worker: expect.any(Number),
  })
  expect(lines.find(({ msg }) => msg === 'call failed')).toMatchObject({ method: 'other', code: -32_601 })
  expect(lines.find(({ msg }) => msg === 'Refused.')).toMatchObject({
    level: 20,
    reason: 'path',
    status: 404,
    reqId: expect.stringMatching(/^req-/),
  })
  expect(output()).not.toContain('secret')
  expect(output()).not.toContain('livez')
  expect(lines.filter(({ level }) => Number(level) > 20).map(({ msg }) => msg)).toEqual([
    `Serving ${url}`,
    'SIGTERM: draining',
    'Ended',
  ])
})
