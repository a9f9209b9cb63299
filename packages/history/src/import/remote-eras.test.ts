import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fromHex, toHex } from '@lectern/chain'
import { needs } from '@lectern/fixtures/needs'
import { expect, onTestFinished, test } from 'vitest'
import { contentOf } from '../../test/content.ts'
import { writeEraFile, writeEreFile } from '../../test/era-file.ts'
import { download } from '../remote/download.ts'
import { importRemoteEras, listRemoteEras, type RemoteImportOptions } from './remote-eras.ts'
import { openEmbeddedStore } from '../store/embedded/store.ts'
import { makeChain, syntheticConfig } from '../../test/synthetic.ts'

const blocks = makeChain(12, 4)
const chain = { genesisHash: blocks[0]!.hash, config: syntheticConfig }
const era = await writeEreFile(blocks.map(({ raw }) => raw))
const name = basename(era.path)
const hex = createHash('sha256').update(era.bytes).digest('hex')
const sum = fromHex(`0x${hex}`)

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server of one answer after the other; the last one stays. It ends with the test. */
async function listen(...answers: Answer[]): Promise<{ url: string; ranges: (string | undefined)[] }> {
  const ranges: (string | undefined)[] = []
  const server = createServer((request, response) => {
    ranges.push(request.headers.range)
    ;(answers.length > 1 ? answers.shift()! : answers[0]!)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ranges }
}

/** Cuts the connection before it answers. */
const reset: Answer = ({ socket }) => void socket.destroy()

/** Answers as a server of files does, and cuts the connection after so many bytes. */
const serve =
  (bytes: Uint8Array, { cutAfter = Infinity, ranges = true } = {}): Answer =>
  ({ headers }, response) => {
    const last = ranges ? /^bytes=-(\d+)$/.exec(headers.range ?? '')?.[1] : undefined
    const from = last
      ? bytes.length - Number(last)
      : ranges
        ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
        : 0
    if (from >= bytes.length)
      return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    const length = bytes.length - from
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': length,
      ...(from > 0 && { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    if (cutAfter >= length) return void response.end(bytes.subarray(from))
    response.write(bytes.subarray(from, from + cutAfter), () => setTimeout(() => response.destroy(), 20))
  }
const status =
  (code: number): Answer =>
  (_, response) =>
    void response.writeHead(code).end()

const elsewhere: Answer = (_, response) =>
  void response.writeHead(206, { 'content-range': 'bytes 5-6/7' }).end()

const newFolder = () => mkdtempSync(join(tmpdir(), 'lectern-remote-'))
const bring = async (url: string, options: Partial<Parameters<typeof download>[0]> = {}) => {
  const path = join(newFolder(), name)
  const outcome = await download({ url, path, sum, pause: 1, tries: 3, ...options }).then(
    () => 'done',
    ({ message }: Error) => message.replace(/127\.0\.0\.1:\d+/, 'HOST'),
  )
  const isRight = existsSync(path) && readFileSync(path).equals(era.bytes)
  if (outcome === 'done') expect(isRight).toBe(true)
  else expect(existsSync(path)).toBe(false)
  return outcome
}

test('a download that is cut again and again goes on where it ended', async () => {
  const { url, ranges } = await listen(serve(era.bytes, { cutAfter: 700 }))
  expect(await bring(url, { tries: 20 })).toBe('done')
  expect(ranges[0]).toBeUndefined()
  expect(ranges.filter((range) => /^bytes=\d+-$/.test(range ?? '')).length).toBeGreaterThan(2)
})

test('a server that knows no ranges is read from the beginning again', async () => {
  const { url } = await listen(serve(era.bytes, { cutAfter: 900 }), serve(era.bytes, { ranges: false }))
  expect(await bring(url)).toBe('done')
})

test('a range other than the one asked for is not taken', async () => {
  const wrong: Answer = (_, response) =>
    void response
      .writeHead(206, { 'content-range': `bytes 5-${era.bytes.length - 1}/${era.bytes.length}` })
      .end(era.bytes.subarray(5))
  const { url } = await listen(serve(era.bytes, { cutAfter: 900 }), wrong, serve(era.bytes))
  expect(await bring(url)).toBe('done')
})

test('a server that cuts, and then answers with another range, is not asked forever', async () => {
  const turns = Array.from({ length: 20 }, () => [serve(era.bytes, { cutAfter: 900 }), elsewhere]).flat()
  const { url, ranges } = await listen(...turns, status(404))
  expect(await bring(url)).toMatch(/cannot be downloaded, 3 tries in a row: /)
  expect(ranges.length).toBeLessThan(10)
})

test('what an earlier try left of another file is thrown away', async () => {
  const path = join(newFolder(), name)
  writeFileSync(`${path}.part`, 'of another file')
  const { url } = await listen(serve(era.bytes))
  expect(await download({ url, path, sum, pause: 1 })).toBe(true)
  expect(readFileSync(path).equals(era.bytes)).toBe(true)
  rmSync(path)
  writeFileSync(`${path}.part`, Buffer.alloc(era.bytes.length + 9))
  expect(await download({ url, path, sum, pause: 1 })).toBe(true)
  expect(readFileSync(path).equals(era.bytes)).toBe(true)
})

test('a file that was there with another sum is neither used, replaced nor deleted', async () => {
  const cache = newFolder()
  const path = join(cache, name)
  writeFileSync(path, 'mine')
  const { outcome, stored, ranges } = await importFrom(`${hex}  ${name}\n`, { cache })
  expect(String(outcome).replace(/127\.0\.0\.1:\d+/, 'HOST')).toBe(
    `${path} is there already with the SHA-256 0x${createHash('sha256').update('mine').digest('hex')}, but http://HOST/eras/${name} is published with 0x${hex}: move it away.`,
  )
  expect({ stored, text: readFileSync(path, 'utf8'), asked: ranges.length }).toEqual({
    stored: 0,
    text: 'mine',
    asked: 1,
  })
})

test('a server that packs what it was asked to leave as it is gives the file all the same', async () => {
  const packed = gzipSync(era.bytes)
  const packing: Answer = (_, response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length }).end(packed)
  const { url } = await listen(packing)
  expect(await bring(url)).toBe('done')
  const ranges: Answer = ({ headers }, response) =>
    headers.range
      ? void response
          .writeHead(206, {
            'content-encoding': 'gzip',
            'content-range': `bytes 900-${packed.length - 1}/${packed.length}`,
          })
          .end(packed.subarray(900))
      : packing({ headers } as IncomingMessage, response)
  const mixed = await listen(serve(era.bytes, { cutAfter: 900 }), ranges)
  expect(await bring(mixed.url)).toBe('done') // from the beginning again
})

/** Answers with a piece at a time, and never says how long the file is. */
const inPieces =
  (size: number, behind: (response: ServerResponse) => void): Answer =>
  (request, response) => {
    const { range } = request.headers
    if (range === undefined) return serve(era.bytes, { cutAfter: 900 })(request, response) // of the first cut nothing came
    const from = Number(/^bytes=(\d+)-$/.exec(range)![1])
    if (from >= era.bytes.length) return behind(response)
    const piece = era.bytes.subarray(from, from + size)
    response.writeHead(206, { 'content-range': `bytes ${from}-${from + piece.length - 1}/*` }).end(piece)
  }

test('a range that does not say how long the file is, is not taken for its end', async () => {
  for (const range of [{ 'content-range': `bytes */${era.bytes.length}` }, {}]) {
    const behind = (response: ServerResponse) => void response.writeHead(416, range).end()
    const { url, ranges } = await listen(serve(era.bytes, { cutAfter: 900 }), inPieces(2000, behind))
    expect(await bring(url)).toBe('done')
    expect(ranges.at(-1)).toBe(`bytes=${era.bytes.length}-`)
  }
})

test('a full disk is reported as one, at once', needs('/dev/full', existsSync('/dev/full')), async () => {
  const path = join(newFolder(), name)
  symlinkSync('/dev/full', `${path}.part`)
  const { url, ranges } = await listen(serve(era.bytes))
  await expect(download({ url, path, sum, pause: 1 })).rejects.toMatchObject({
    code: 'unwritable',
    message: `${path}.part cannot be written: no space left on device.`,
  })
  expect(ranges).toHaveLength(1)
})

test('a user in a URL is sent to its server alone, and its query is that of each request', async () => {
  const asked: [string | undefined, string | undefined][] = []
  const files = folderOf(`0x${hex}\n`)
  const { url } = await listen((request, response) => {
    asked.push([request.url, request.headers.authorization])
    request.url = request.url!.replace(/\?.*/, '')
    files(request, response)
  })
  const source = `${url.replace('//', '//me%40home:se%20cret%@')}/eras?token=1`
  const listed = await listRemoteEras(source)
  await using store = await openEmbeddedStore(newFolder(), { chain })
  const options = { store, chain, workers: 0, pause: 1, cache: newFolder() }
  await importRemoteEras({ ...options, files: listed })
  const basic = `Basic ${Buffer.from('me@home:se cret%').toString('base64')}`
  expect(asked).toEqual(['checksums.txt', '', name].map((file) => [`/eras/${file}?token=1`, basic]))
  const refusals = [
    () => listRemoteEras(source.replace('/eras', '/none')),
    () => listRemoteEras(source.replace('http:', 'ftp:')),
    () => download({ url: source, path: join(newFolder(), name), sum, pause: 1 }),
  ]
  for (const refused of refusals) {
    const { message } = await refused().then(
      () => new Error('none'),
      (error: Error) => error,
    )
    expect(message).toMatch(/(http|ftp):\/\/\*\*\*@127\.0\.0\.1:\d+\//)
    expect(message).not.toMatch(/cret/)
  }
})

test('a list is asked for again where the server is busy, and not where it refuses', async () => {
  const list = folderOf(`${hex}  ${name}\n`)
  const busy = await listen(status(503), status(429), reset, list)
  expect(await listRemoteEras(`${busy.url}/eras`, { pause: 1 })).toHaveLength(1)
  const closed = await listen(reset)
  await expect(listRemoteEras(`${closed.url}/eras`, { pause: 1 })).rejects.toThrow(
    /checksums\.txt cannot be read, 5 tries in a row: /,
  )
  expect(closed.ranges).toHaveLength(5)
  const lasting = await listen(status(503))
  await expect(listRemoteEras(`${lasting.url}/eras`, { pause: 1, tries: 3 })).rejects.toThrow(
    /checksums\.txt cannot be read, 3 tries in a row: it answered 503 Service Unavailable\.$/,
  )
  expect(lasting.ranges).toHaveLength(3)
  const refusing = await listen(status(403))
  await expect(listRemoteEras(`${refusing.url}/eras`, { pause: 1 })).rejects.toThrow(
    'it answered 403 Forbidden.',
  )
  expect(refusing.ranges).toHaveLength(1)
})

test('a wrong sum, a refusal, an overload that lasts, too many bytes and a stall are each a sentence', async () => {
  const other = await listen(serve(Uint8Array.from(era.bytes).fill(1, 100, 101)))
  expect(await bring(other.url)).toMatch(
    /^http:\/\/HOST has the SHA-256 0x[0-9a-f]{64}, but 0x[0-9a-f]{64} is published\.$/,
  )
  const absent = await listen(status(404))
  expect(await bring(absent.url)).toBe('http://HOST cannot be read: it answered 404 Not Found.')
  expect(absent.ranges).toHaveLength(1)
  const busy = await listen(status(503))
  expect(await bring(busy.url)).toBe('http://HOST cannot be downloaded, 3 tries in a row: it answered 503.')
  expect(busy.ranges).toHaveLength(3)
  const big = await listen(serve(era.bytes))
  expect(await bring(big.url, { limit: 1000 })).toBe(
    `http://HOST has ${era.bytes.length} bytes or more, but 1000 are the most that are read.`,
  )
  const slow = await listen((_, response) => void response.writeHead(200).flushHeaders())
  expect(await bring(slow.url, { idle: 50 })).toBe(
    'http://HOST cannot be downloaded, 3 tries in a row: nothing came for 50 ms.',
  )
  expect(await bring('http://127.0.0.1:1')).toMatch(/cannot be downloaded, 3 tries in a row: /)
})

/** A folder on a server, its list in one style or the other. */
const folderOf = (list: string, bytes = era.bytes): Answer => {
  const files: Record<string, Uint8Array> = {
    '/eras/checksums.txt': Buffer.from(list),
    '/eras/': Buffer.from(`<a href="../../">up</a><a href="${name}">${name}</a><a href=x.txt>x</a>`),
    [`/eras/${name}`]: bytes,
  }
  return (request, response) =>
    files[request.url!] ? serve(files[request.url!]!)(request, response) : status(404)(request, response)
}

test('a folder is listed by names, or by the links of its page', async () => {
  for (const list of [`${hex}  ${name}\n`, `0x${hex}\n`]) {
    const { url } = await listen(folderOf(list))
    for (const source of [`${url}/eras`, `${url}/eras/`, `${url}/eras/checksums.txt`]) {
      const [file, ...more] = await listRemoteEras(source)
      expect(more).toEqual([])
      expect(file).toMatchObject({
        name,
        url: `${url}/eras/${name}`,
        era: 0,
        network: 'synthetic',
        format: 'ere',
      })
      expect(toHex(file!.sum)).toBe(`0x${hex}`)
    }
  }
  const { url } = await listen(folderOf(`0x${hex}\n0x${hex}\n`))
  await expect(listRemoteEras(`${url}/eras`)).rejects.toThrow(/has 2 sums, but .* links to 1 era files/)
  for (const wrong of ['https://', 'http://a b', 'ftp://host/eras'])
    await expect(listRemoteEras(wrong)).rejects.toThrow(`${wrong} is no URL that era files come from`)
  await expect(listRemoteEras(`${url}/none`)).rejects.toThrow(
    /none\/checksums.txt cannot be read: it answered 404/,
  )
})

const importFrom = async (list: string, options: Partial<RemoteImportOptions> = {}, bytes = era.bytes) => {
  const { url, ranges } = await listen(folderOf(list, bytes))
  const cache = options.cache ?? join(newFolder(), 'downloads')
  await using store = await openEmbeddedStore(newFolder(), { chain })
  const files = await listRemoteEras(`${url}/eras`)
  const run = () => importRemoteEras({ store, files, chain, workers: 0, pause: 1, ...options, cache })
  const outcome = await run().catch(({ message }: Error) => message)
  const left = existsSync(cache) ? readdirSync(cache) : undefined
  return { outcome, store, cache: left, run, ranges, stored: contentOf(store).length }
}

test('a folder is imported, and its files go away unless they are stored', async () => {
  const head = blocks[11]!.hash
  const { outcome, cache } = await importFrom(`${hex}  ${name}\n`, { head })
  expect(outcome).toMatchObject({
    added: 12,
    stored: 0,
    transactions: 48,
    anchor: 11n,
    head: { number: 11n, hash: head },
  })
  expect(cache).toEqual([])
  expect((await importFrom(`${hex}  ${name}\n`, { keep: true })).cache).toEqual([name])
})

test('a last era of fewer blocks is brought once, and again where it has become longer', async () => {
  const cache = newFolder()
  await using store = await openEmbeddedStore(newFolder(), { chain })
  const importOf = async (file: { path: string; bytes: Uint8Array }, ranges = true) => {
    const fileName = basename(file.path)
    const text = `${createHash('sha256').update(file.bytes).digest('hex')}  ${fileName}\n`
    const asked: string[] = []
    const { url } = await listen((request, response) => {
      asked.push(`${basename(request.url!)} ${request.headers.range ?? 'whole'}`)
      const bytes = request.url!.endsWith('.txt') ? Buffer.from(text) : file.bytes
      serve(bytes, { ranges })(request, response)
    })
    const files = await listRemoteEras(`${url}/eras`)
    const { added, stored } = await importRemoteEras({ store, files, chain, workers: 0, pause: 1, cache })
    return { added, stored, asked: asked.slice(1).map((one) => one.replace(fileName, 'FILE')) }
  }
  for (const write of [writeEreFile, writeEraFile]) {
    const part = await write(blocks.slice(0, 7).map(({ raw }) => raw))
    const added = store.head ? 0 : 7
    if (added) expect(await importOf(part)).toEqual({ added, stored: 0, asked: ['FILE whole'] })
    expect(await importOf(part)).toEqual({ added: 0, stored: 7, asked: ['FILE bytes=-8'] })
  }
  expect(await importOf(era)).toEqual({ added: 5, stored: 7, asked: ['FILE bytes=-8', 'FILE whole'] })
  expect(await importOf(era, false)).toEqual({ added: 0, stored: 12, asked: ['FILE bytes=-8', 'FILE whole'] })
})

test('of a range only its files are brought, and none once it is stored', async () => {
  const names = [0, 1, 2].map((at) => name.replace('-00000-', `-0000${at}-`))
  const asked: string[] = []
  const { url } = await listen((request, response) => {
    asked.push(basename(request.url!))
    const list = names.map((each) => `${hex}  ${each}\n`).join('')
    serve(request.url!.endsWith('.txt') ? Buffer.from(list) : era.bytes)(request, response)
  })
  const files = await listRemoteEras(`${url}/eras`)
  await using store = await openEmbeddedStore(newFolder(), { chain })
  const run = (from: bigint, to: bigint) =>
    importRemoteEras({ store, files, chain, workers: 0, pause: 1, cache: newFolder(), from, to })
  expect(await run(3n, 7n)).toMatchObject({ added: 5, head: { number: 7n } })
  expect(asked.slice(1)).toEqual([name])
  expect(await run(3n, 7n)).toMatchObject({ added: 0, stored: 5 })
  expect(asked.slice(1)).toEqual([name])
  await expect(run(8n, 12n)).rejects.toThrow('ends with block 11, but the range is from block 8 to 12; ')
  await expect(run(5n * 8192n, 6n * 8192n)).rejects.toMatchObject({ code: 'range' })
  expect(contentOf(store)).toHaveLength(9)
})

test('a file that was in the folder before is used, and stays', async () => {
  const cache = newFolder()
  copyFileSync(era.path, join(cache, name))
  const { cache: left, stored } = await importFrom(`${hex}  ${name}\n`, { cache })
  expect({ left, stored }).toEqual({ left: [name], stored: 12 })
})

test('from a folder for imports alone goes what was imported, whoever brought it, and nothing else', async () => {
  const cache = newFolder()
  copyFileSync(era.path, join(cache, name))
  writeFileSync(join(cache, 'thesis.txt'), 'mine')
  const own = { cache, isOwn: true }
  expect((await importFrom(`${hex}  ${name}\n`, { ...own, keep: true })).cache).toEqual([name, 'thesis.txt'])
  expect((await importFrom(`${hex}  ${name}\n`, own)).cache).toEqual(['thesis.txt'])
  expect((await importFrom(`${hex}  ${name}\n`, { isOwn: true })).cache).toBeUndefined()
})

test('what does not prove, or has another sum, is not imported', async () => {
  const wrong = await importFrom(`${'0'.repeat(64)}  ${name}\n`)
  expect(wrong).toMatchObject({ outcome: expect.stringContaining('is published'), stored: 0 })
  const spoilt = Uint8Array.from(era.bytes)
  spoilt[300]! ^= 1
  const text = `${createHash('sha256').update(spoilt).digest('hex')}  ${name}\n`
  expect(await importFrom(text, {}, spoilt)).toMatchObject({
    outcome: expect.stringContaining('byte '),
    stored: 0,
  })
})

test('a trusted hash that no block has is refused, with what vouches for the stored blocks', async () => {
  const { url } = await listen(folderOf(`${hex}  ${name}\n`))
  await using store = await openEmbeddedStore(newFolder(), { chain })
  const files = await listRemoteEras(`${url}/eras`)
  const run = (head: Uint8Array) =>
    importRemoteEras({ store, files, chain, workers: 0, pause: 1, cache: newFolder(), head })
  const rule = `no stored block has the trusted hash 0x${'0'.repeat(64)}; what is stored is`
  await expect(run(new Uint8Array(32))).rejects.toThrow(`${rule} unvouched.`)
  await run(blocks[7]!.hash)
  await expect(run(new Uint8Array(32))).rejects.toThrow(`${rule} vouched for up to block 7.`)
})
