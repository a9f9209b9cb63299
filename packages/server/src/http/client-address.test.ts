import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createClientAddress, toClient } from './client-address.ts'

/** The client of a request that came from an address, behind these proxies. */
const find = (remoteAddress: string, forwarded?: string, proxies: readonly string[] = []) =>
  createClientAddress(proxies)({
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress } as Socket,
  })

test('an address is the same however it is written', () => {
  for (const text of [
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::FFFF:7F00:1',
    '0:0:0:0:0:ffff:7f00:0001',
  ])
    expect(find(text), text).toBe('127.0.0.1')
  for (const text of ['2001:db8::1', '2001:0DB8:0:0:0:0:0:1', '2001:db8:0::0001'])
    expect(find(text), text).toBe('2001:db8::1')
  expect(find('fe80::1%eth0')).toBe('fe80::1')
  expect(find('')).toBe('') // a socket without addresses
})

test('each real address behind the mapped forms is a client of its own', () => {
  const forms: readonly string[] = [
    '::ffff:7f00:1',
    '::ffff:127.0.0.2',
    '127.0.0.3',
    '::ffff:a00:1',
    '::ffff:7f00:2',
  ]
  expect(forms.map((text) => toClient(find(text)))).toEqual([
    '127.0.0.1',
    '127.0.0.2',
    '127.0.0.3',
    '10.0.0.1',
    '127.0.0.2',
  ])
})

test('the addresses of one IPv6 network are one client', () => {
  expect(toClient('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(toClient('2001:db8:1:2::1')).toBe('2001:db8:1:2')
  expect(toClient('2001:db8::1')).toBe('2001:db8:0:0')
  expect(toClient('::1')).toBe('0:0:0:0')
})

test('behind a trusted proxy the client is the last address that is none', () => {
  const proxies = ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7']
  expect(find('10.1.2.3', '203.0.113.1', proxies)).toBe('203.0.113.1')
  expect(find('::ffff:10.1.2.3', '203.0.113.1', proxies)).toBe('203.0.113.1')
  expect(find('2001:db8::9', '1.1.1.1, 203.0.113.1 , 192.0.2.7,10.9.9.9', proxies)).toBe('203.0.113.1')
  expect(find('10.1.2.3', '10.0.0.9', proxies)).toBe('10.0.0.9') // all are trusted: the first of them
  expect(find('10.1.2.3', undefined, proxies)).toBe('10.1.2.3')
  for (const [text, client] of [
    ['203.0.113.1:50123', '203.0.113.1'],
    ['[2001:db9::1]:50123', '2001:db9::1'],
    ['[2001:db9::1]', '2001:db9::1'],
    ['::ffff:cb00:7101', '203.0.113.1'],
  ] as const)
    expect(find('10.1.2.3', text, proxies), text).toBe(client)
})

test('who is not trusted names nobody, and what is no address is the proxy that wrote it', () => {
  expect(find('203.0.113.9', '203.0.113.1', ['10.0.0.0/8'])).toBe('203.0.113.9')
  expect(find('10.0.0.1', '203.0.113.1')).toBe('10.0.0.1')
  for (const text of ['unknown', '_hidden', '', '300.1.1.1', '203.0.113.1, for=x'])
    expect(find('10.0.0.1', text, ['10.0.0.0/8']), text).toBe('10.0.0.1')
})

test('what is no address or network is refused, and named', () => {
  for (const proxy of [
    '10.0.0.0/33',
    '2001:db8::/129',
    'proxy.example',
    '',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/x',
  ])
    expect(() => createClientAddress([proxy]), proxy).toThrow(
      `trustedProxies: ${JSON.stringify(proxy)} is neither an address nor a network such as 10.0.0.0/8.`,
    )
})
