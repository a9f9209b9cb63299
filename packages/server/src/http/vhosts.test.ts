import { expect, test } from 'vitest'
import { createVhosts } from './vhosts.ts'

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
