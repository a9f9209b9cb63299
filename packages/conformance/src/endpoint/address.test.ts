import { expect, test } from 'vitest'
import { maskAddress, httpTarget } from './target.ts'
import { toCurl } from './curl.ts'
import { toExchange } from './exchange.ts'

test('keys in an address are not shown: user info, values of a query, long parts of a path', () => {
  expect(maskAddress('https://me:secret@rpc.example/v3/0123456789abcdef0123?apikey=x&net=1')).toBe(
    'https://…@rpc.example/v3/…?apikey=…&net=…',
  )
})

test.each([
  ['http://:s3cretpw@host/', 'http://…@host/'],
  ['http://host/?s3cretkey', 'http://host/?…'],
  ['http://host/?s3cretkey=', 'http://host/?…'],
  ['http://host/?net=1&s3cretkey&0123456789abcdef=2', 'http://host/?net=…&…&…=…'],
  ['http://host/?a%1b%5bm=1', 'http://host/?a%1b%5bm=…'],
  ['http://host/#s3cret', 'http://host/'],
  ['http://host:1/a?k=1#s3cret', 'http://host:1/a?k=…'],
  ['http://host?', 'http://host?'],
  ['https://0123456789abcdef0123456789abcdef.eth.rpc.rivet.cloud/', 'https://….eth.rpc.rivet.cloud/'],
  ['https://eth-0f3c9a52-9c1d-4d0e-8a55-1b7e4c2f9d10.rpc.example:8545/', 'https://….rpc.example:8545/'],
  ['http://host/v2;token=s3;a=/x', 'http://host/v2;token=…;a=/x'],
])('what may be a key without a name is not shown: %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})

test('an address without keys is shown as it was given', () => {
  for (const address of [
    'http://127.0.0.1:8545',
    'https://rpc.example/eth/mainnet',
    'https://ethereum-mainnet-rpc-gateway-public.example/',
    'http://[::1]:1/',
  ]) {
    expect(maskAddress(address)).toBe(address)
  }
})

test('neither an error nor a curl line shows a key', async () => {
  const target = httpTarget('http://127.0.0.1:1/v3/0123456789abcdef0123')
  await expect(target.send('{}')).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/v3\/… gave no response: /)
  const exchange = toExchange('{}', { status: 200, headers: new Headers(), body: new Uint8Array() })
  expect(toCurl(exchange, target)).toBe(
    `curl -s "$URL" -H 'content-type: application/json' --data-binary '{}'`,
  )
})
