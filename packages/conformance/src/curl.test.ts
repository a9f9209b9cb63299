import { execFile, spawnSync } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { toCurl } from './curl.ts'
import { readReply } from './reply.ts'
import type { HttpRequest } from './target.ts'

/** A server that tells what it was sent. */
async function listen() {
  const received: { verb: string; type: string | undefined; body: string }[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', headers } = request
    received.push({
      verb: method,
      type: headers['content-type'],
      body: Buffer.concat(chunks).toString('hex'),
    })
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}
const hex = (text: string) => Buffer.from(text).toString('hex')
const bytes = Uint8Array.of(0x22, 0xc3, 0x28, 0x22, 0x00, 0x27)
const json = { 'content-type': 'application/json' }

const hasCurl = spawnSync('curl', ['--version']).status === 0

test
  .skipIf(!hasCurl)
  .each<
    [
      string,
      string | Uint8Array,
      HttpRequest | undefined,
      { verb: string; type: string | undefined; body: string },
    ]
  >([
    [
      'a body with quotes',
      `{"it's":"$HOME \\n"}`,
      undefined,
      { verb: 'POST', type: 'application/json', body: hex(`{"it's":"$HOME \\n"}`) },
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
      { verb: 'PUT', type: 'application/json', body: hex('[]') },
    ],
    [
      'a body without a type',
      '[]',
      { verb: 'POST', headers: {}, body: '[]' },
      { verb: 'POST', type: undefined, body: hex('[]') },
    ],
  ])('the curl line of %s sends the same again', async (_, body, http, expected) => {
  const { url, received } = await listen()
  const reply = readReply(body, { status: 200, headers: new Headers(), body: new Uint8Array() }, http)
  await promisify(execFile)('sh', ['-c', toCurl(reply, { url })])
  expect(received).toEqual([expected])
})
