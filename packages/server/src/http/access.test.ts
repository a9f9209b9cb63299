import { expect, test } from 'vitest'
import { createVhosts } from './access.ts'
import { createCors } from './cors.ts'

const host = 'localhost:8545'

test('without a list, only the pages of the server itself may ask', () => {
  const cors = createCors([])
  expect(cors.allows('http://localhost:8545', host)).toBe(true)
  expect(cors.allows('HTTPS://LOCALHOST:8545', host)).toBe(true) // a proxy may have ended TLS
  for (const origin of [
    'http://localhost',
    'https://a.example',
    'null',
    '',
    'file://',
    'http://localhost:8545.a.example',
  ])
    expect(cors.allows(origin, host), origin).toBe(false)
  expect(cors.allows('http://', undefined)).toBe(false)
  expect(cors.headersFor('http://localhost:8545')).toEqual({})
})

test('the origins of a list may ask, in either case, and a star stands for any text', () => {
  const cors = createCors(['https://App.example', 'https://*.b.example', 'null'])
  for (const origin of [
    'https://app.example',
    'https://APP.example',
    'https://x.b.example',
    'https://x.y.b.example',
    'null',
  ])
    expect(cors.allows(origin, host), origin).toBe(true)
  for (const origin of [
    'http://app.example',
    'https://app.example:81',
    'https://app.example.evil',
    'https://b.example',
    'https://.b.example',
    'https://appXexample',
  ])
    expect(cors.allows(origin, host), origin).toBe(false)
  expect(cors.headersFor('https://app.example')).toMatchObject({
    'access-control-allow-origin': 'https://app.example',
  })
})

test('extensions of a browser may be listed by their scheme, and several stars stand for a letter each at least', () => {
  const cors = createCors(['chrome-extension://*', 'moz-extension://*', 'https://*.a.*.example'])
  for (const origin of [
    'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn',
    'moz-extension://26d5ad3d-8a9b-4c3e-9a29-9ad1a3a1a1f0',
    'https://x.a.y.example',
    'https://a.a.a.example',
  ])
    expect(cors.allows(origin, host), origin).toBe(true)
  for (const origin of [
    'chrome-extension://',
    'https://x.a.example',
    'https://.a.y.example',
    'https://.a..a..example',
    'https://x.a.y.example:1',
    `https://${'.a.'.repeat(5_000)}`,
  ])
    expect(cors.allows(origin, host), origin).toBe(false)
})

test('a star alone lets in every page, and names none', () => {
  const cors = createCors(['*'])
  expect(cors.allows('https://a.example', host)).toBe(true)
  expect(cors.headersFor('https://a.example')).toMatchObject({ 'access-control-allow-origin': '*' })
})

test('credentials are never allowed', () => {
  for (const domains of [['*'], ['https://a.example']])
    expect(Object.keys(createCors(domains).preflight('https://a.example', 'POST', true))).not.toContain(
      'access-control-allow-credentials',
    )
})

test('names that are listed, addresses, and requests without a host are let in', () => {
  const vhosts = createVhosts(['localhost', 'RPC.example'])
  for (const host of [
    'localhost',
    'LOCALHOST:8545',
    'rpc.example',
    'rpc.EXAMPLE:443',
    '127.0.0.1',
    '10.0.0.7:80',
    '[::1]',
    '[::1]:8545',
    '',
    undefined,
  ])
    expect(vhosts(host), String(host)).toBe(true)
})

test('other names are not, whatever they resemble', () => {
  const vhosts = createVhosts(['localhost'])
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:8545',
    'localhost.',
    'a.localhost',
    '127.0.0.1.evil.example',
    '0x7f000001',
    '2130706433',
    '127.1',
    ':8545',
    '[::1',
    'localhost:80:80',
  ])
    expect(vhosts(host), host).toBe(false)
})

test('a star lets in all', () => {
  expect(createVhosts(['*'])('evil.example')).toBe(true)
})

test('an empty list lets in addresses only', () => {
  const vhosts = createVhosts([])
  expect([vhosts('localhost'), vhosts('127.0.0.1')]).toEqual([false, true])
})
