import { expect, test } from 'vitest'
import { isMasked, maskAddress } from './address.ts'
import { toCurl } from './curl.ts'
import { readReply } from './reply.ts'
import { httpTarget } from './target.ts'

test('keys in an address are not shown: user info, values of a query, long parts of a path', () => {
  expect(maskAddress('https://me:secret@rpc.example/v3/0123456789abcdef0123?apikey=x&net=1')).toBe(
    'https://…@rpc.example/v3/…?apikey=…&net=…',
  )
  expect(isMasked(maskAddress('https://rpc.example/?k=1'))).toBe(true)
})

test('an address without keys is shown as it was given', () => {
  for (const address of ['http://127.0.0.1:8545', 'https://rpc.example/eth/mainnet', 'http://[::1]:1/']) {
    expect(maskAddress(address)).toBe(address)
    expect(isMasked(address)).toBe(false)
  }
})

test('neither an error nor a curl line tells a key', async () => {
  const target = httpTarget('http://127.0.0.1:1/v3/0123456789abcdef0123')
  await expect(target.send('{}')).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/v3\/… gave no answer: /)
  const reply = readReply('{}', { status: 200, headers: new Headers(), body: new Uint8Array() })
  expect(toCurl(reply, target)).toBe(`curl -s "$URL" -H 'content-type: application/json' --data-binary '{}'`)
})
