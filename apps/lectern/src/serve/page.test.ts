import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { importSample, lectern, serve } from '../../test/command.ts'

/** The sample chain, imported once: servers only read. */
const datadir = mkdtempSync(`${tmpdir()}/lectern-`)
beforeAll(async () => void (await lectern(importSample(datadir))))
afterAll(() => rmSync(datadir, { recursive: true, force: true }))

const start = async (...flags: string[]): Promise<string> =>
  (await serve(['--datadir', datadir, '--workers', '1', ...flags])).url

/** A GET as it is on the wire. */
function get(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof get>>>()
  const asked = request(url, { headers, agent: false }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    resolve({ status: response.statusCode!, headers: response.headers, body })
  })
  asked.on('error', reject).end()
  onTestFinished(() => void asked.destroy())
  return promise
}

const built = new URL('../../../site/dist/served/', import.meta.url)
const file = (name: string): Buffer => readFileSync(new URL(name, built))
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('each file of the page is served as it was built, in each coding', async () => {
  const url = await start()
  const index = await get(url, html)
  expect(index.body).toEqual(file('index.html'))
  const names = readdirSync(fileURLToPath(built), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      `${parentPath}/${name}`.slice(fileURLToPath(built).length).replace(/^\//, ''),
    )
  expect(names.length).toBeGreaterThan(10)
  const decoders = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    zstd: zstdDecompressSync,
    identity: (bytes: Buffer) => bytes,
  }
  for (const name of names.filter((one) => !/^(index\.html|policy\.txt)$/.test(one)))
    for (const [coding, decode] of Object.entries(decoders)) {
      const { status, headers, body } = await get(`${url}/${name}`, { 'accept-encoding': coding })
      expect([name, status]).toEqual([name, 200])
      const encoding = headers['content-encoding'] as keyof typeof decoders | undefined
      const isPacked = file(name).length >= 2_048 // less is one packet or two as it is
      expect([name, encoding ?? 'identity']).toEqual([name, isPacked ? coding : 'identity'])
      expect((encoding ? decode : decoders.identity)(body).equals(file(name))).toBe(true)
      const isLasting = name.startsWith('assets/') && !name.includes('worker-') // whose policy a flag changes
      expect(headers['cache-control']).toBe(isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
      expect(headers['vary']).toBe('accept-encoding')
    }
  expect((await get(`${url}/policy.txt`, html)).status).toBe(404)
})

test('the page has its policy, says nothing of where it was read, and is asked again by its tag', async () => {
  const url = await start()
  const { headers } = await get(url, html)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': file('policy.txt').toString(),
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept, accept-encoding',
  })
  expect(headers['content-security-policy']).toMatchInlineSnapshot(
    `"default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lectern"`,
  )
  const tag = headers['etag'] as string
  for (const asked of [tag, `"other", ${tag}`, '*']) {
    const again = await get(url, { ...html, 'if-none-match': asked })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const { etag, vary, 'cache-control': cache, 'content-security-policy': policy } = again.headers
    expect({ etag, vary, cache, policy }).toEqual({
      etag: tag,
      vary: headers['vary'],
      cache: 'no-cache',
      policy: headers['content-security-policy'],
    })
  }
  expect((await get(url, { ...html, 'if-none-match': '"other"' })).status).toBe(200)
})

test('the page is served to the hosts of the endpoint alone', async () => {
  const url = await start()
  const elsewhere = { ...html, host: 'rebound.example' }
  expect((await get(url, elsewhere)).status).toBe(403)
  expect((await get(`${url}/sw.js`, elsewhere)).status).toBe(403)
})

test('loads of the page count as calls do', async () => {
  const url = await start('--http.rate', '1', '--http.rate-burst', '3')
  const asked = Array.from({ length: 8 }, (_, index) => get(index % 2 ? url : `${url}/sw.js`, html))
  expect((await Promise.all(asked)).map(({ status }) => status)).toContain(429)
})

test('--http.site off leaves the endpoint to programs; --http.site-connect lets the page ask others', async () => {
  const off = await start('--http.site', 'off')
  expect((await get(off, html)).status).toBe(405)
  expect((await get(`${off}/sw.js`, html)).status).toBe(404)
  const open = await start(
    '--http.site-connect',
    'https://a.example,http://127.0.0.1:*',
    '--http.compression',
    'off',
  )
  const { headers } = await get(open, html)
  expect(headers['content-security-policy']).toContain(
    "; connect-src 'self' https://a.example http://127.0.0.1:*; ",
  )
  expect(headers['vary']).toBe('accept')
})

test('--http.site-beacon names beacon nodes to the page, which may ask them', async () => {
  const urls = ['https://beacon.example/path', 'http://127.0.0.1:5052']
  const { url } = await serve(['--datadir', datadir, '--workers', '1', '--http.site-beacon', urls.join()])
  const { headers } = await fetch(url, { headers: { accept: 'text/html' } })
  expect(headers.get('content-security-policy')).toContain(
    "connect-src 'self' https://beacon.example http://127.0.0.1:5052;",
  )
  const status = (await (await fetch(`${url}/status`)).json()) as { beacon?: unknown }
  expect(status.beacon).toEqual({ api: urls })
})
