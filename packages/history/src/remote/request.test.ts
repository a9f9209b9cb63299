import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { showUrl } from '../show-url.ts'
import { fetchText } from './request.ts'

/** A server that ends with the test. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const redirect =
  (status: number, to: (url: string) => string): RequestListener =>
  ({ url }, response) =>
    void response.writeHead(status, { location: to(url!) }).end()

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) is followed if it stays at its origin',
  async (status) => {
    const url = await listen((request, response) => {
      if (request.url === '/new/a?key=1') response.end('text')
      else redirect(status, (path) => `/new${path}`)(request, response)
    })
    expect(await fetchText(`${url}/a?key=1`)).toBe('text')
  },
)

test('a redirect to another origin is refused, and that one is not asked', async () => {
  let asked = 0
  const inside = await listen((_, response) => void response.end(`secret ${++asked}`))
  const url = await listen(redirect(302, () => `${inside}/checksums.txt?token=x`))
  await expect(fetchText(`${url}/checksums.txt?key=1`)).rejects.toThrow(
    `${url}/checksums.txt cannot be read: it redirects to ${inside}. If you trust that address, name it.`,
  )
  expect(asked).toBe(0)
})

test('redirects without an end, or to what is no URL, are refused', async () => {
  const around = await listen(redirect(302, (path) => `${path}x`))
  await expect(fetchText(around)).rejects.toThrow('cannot be read: it redirects more than 5 times.')
  const strange = await listen(redirect(302, () => 'http://[/'))
  await expect(fetchText(strange)).rejects.toThrow('cannot be read: it redirects to what is no URL.')
})

test('the user and the query of a URL, which may be keys, are not shown', () => {
  expect(showUrl('https://me:secret@host/a/b.era1?X-Signature=abc#x')).toBe('https://***@host/a/b.era1')
  expect(showUrl('https://host/a')).toBe('https://host/a')
  expect(showUrl('https://host/?')).toBe('https://host/')
})
