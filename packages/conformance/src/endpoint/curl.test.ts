import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listenAndRecord, needsCurl, type Sent, toHex } from '../../test/recorder.ts'
import { toCurl } from './curl.ts'
import { toExchange } from './exchange.ts'
import type { HttpRequest } from '../error.ts'
import type { Body } from './target.ts'

const bytes = Uint8Array.of(0x22, 0xc3, 0x28, 0x22, 0x00, 0x27)
const json = { 'content-type': 'application/json' }

test.each<[string, Body, HttpRequest | undefined, Sent]>([
  [
    'a body with quotes',
    `{"it's":"$HOME \\n"}`,
    undefined,
    { verb: 'POST', type: 'application/json', body: toHex(`{"it's":"$HOME \\n"}`) },
  ],
  [
    'bytes that are no text',
    bytes,
    undefined,
    { verb: 'POST', type: 'application/json', body: '22c328220027' },
  ],
  ['another verb', '', { verb: 'GET', headers: {} }, { verb: 'GET', type: undefined, body: '' }],
  ['a HEAD', '', { verb: 'HEAD', headers: {} }, { verb: 'HEAD', type: undefined, body: '' }],
  [
    'a PUT with a body',
    '[]',
    { verb: 'PUT', headers: json, body: '[]' },
    { verb: 'PUT', type: 'application/json', body: toHex('[]') },
  ],
  [
    'a body without a type',
    '[]',
    { verb: 'POST', headers: {}, body: '[]' },
    { verb: 'POST', type: undefined, body: toHex('[]') },
  ],
])('the curl line of %s sends the same again', needsCurl, async (_, body, http, expected) => {
  const { url, received } = await listenAndRecord()
  const exchange = toExchange(body, { status: 200, headers: new Headers(), body: new Uint8Array() }, http)
  await promisify(execFile)('sh', ['-c', toCurl(exchange, { url })!])
  expect(received).toEqual([expected])
})

test('a request that is too long for a line has none', () => {
  const answer = { status: 200, headers: new Headers(), body: new Uint8Array() }
  expect(toCurl(toExchange('x'.repeat(1_900), answer), {})).toMatch(/^curl -s "\$URL" .*x'$/)
  expect(toCurl(toExchange('x'.repeat(2_000), answer), {})).toBeUndefined()
  expect(toCurl(toExchange('é'.repeat(250), answer), {})).toBeUndefined()
})
