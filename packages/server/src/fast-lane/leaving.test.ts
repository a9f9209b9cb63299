import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { call, post, startServer } from '../../test/server.ts'
import { createServerState } from '../index.ts'

/** The rows of the README's table of what leaves the lane. */
const rows = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  .split('| what leaves the lane')[1]!
  .split('\n\n')[0]!
  .split('\n')
  .slice(2)
  .map((line) => line.split('|')[1]!.trim())

const plain = post(call, [], 'keep-alive')
const withLine = (line: string): string => post(call, [line], 'keep-alive')
const replace = (line: string, other: string): string => {
  expect(plain).toContain(line)
  return plain.replace(line, other)
}
const type = 'content-type: application/json'
const length = `content-length: ${call.length}`
const long = call.padEnd(33_000)
const head = plain.slice(0, -call.length)

/** Of each row the requests that leave, in the pieces in which they are sent, and some that are nearest to them and stay. */
const cases: Readonly<
  Record<string, { readonly leave: readonly Pieces[]; readonly stay?: readonly Pieces[] }>
> = {
  'another method than POST': { leave: [replace('POST', 'GET'), replace('POST', 'post')] },
  'another target than the path, or a query': {
    leave: [
      replace('POST /', 'POST /?a=1'),
      replace('POST /', 'POST /other'),
      replace('POST /', 'POST http://127.0.0.1/'),
    ],
  },
  'HTTP/1.0': { leave: [replace('HTTP/1.1', 'HTTP/1.0')] },
  "no `host`, or one with other letters than a name's or an address's": {
    leave: [
      replace('host: 127.0.0.1\r\n', ''),
      replace('host: 127.0.0.1', 'host: a b'),
      replace('host: 127.0.0.1', 'host: a%41'),
    ],
    stay: [replace('host: 127.0.0.1', 'host: [::1]:8545'), replace('host: 127.0.0.1', 'host: localhost:1')],
  },
  'a `content-type` but `application/json`, with the charset UTF-8 or none': {
    leave: [
      replace(type, 'content-type: application/json-rpc'),
      replace(type, `${type}; charset=utf-16`),
      replace(`${type}\r\n`, ''),
    ],
    stay: [replace(type, `${type}; charset=utf-8`), replace(type, `${type};charset=utf-8`)],
  },
  'a `content-length` that is absent, 0 or above `bodyBytes`': {
    leave: [
      replace(`${length}\r\n`, ''),
      replace(length, 'content-length: 0'),
      replace(length, 'content-length: 1048577'),
    ],
  },
  'a `connection` or `proxy-connection` but `keep-alive`': {
    leave: [post(call), withLine('proxy-connection: close'), replace('keep-alive', 'keep-alive, te')],
    stay: [withLine('proxy-connection: Keep-Alive'), replace('connection: keep-alive\r\n', '')],
  },
  '`transfer-encoding`, `content-encoding`, `expect` or `upgrade`': {
    leave: [
      'transfer-encoding: identity',
      'content-encoding: identity',
      'expect: 100-continue',
      'upgrade: h2c',
    ].map(withLine),
  },
  'one of the headers named here, `accept-encoding` or `origin`, twice': {
    leave: ['host: 127.0.0.1', type, length, 'connection: keep-alive']
      .map(withLine)
      .concat(
        ['accept-encoding: gzip', 'origin: http://127.0.0.1'].map((line) => withLine(`${line}\r\n${line}`)),
      ),
    stay: [
      withLine('x-forwarded-for: 10.0.0.1\r\nx-forwarded-for: 10.0.0.2'),
      withLine('cookie: a\r\ncookie: b'),
    ],
  },
  'a header line with other bytes than ASCII, with tabs, or without one space behind the colon': {
    leave: ['x: h\u00e9', 'x: a\tb', 'x:1', 'x:  1', 'x: '].map(withLine),
    stay: [withLine('x: a  b')],
  },
  'a head of more than 4 KiB': {
    leave: [withLine(`x: ${'a'.repeat(4_097 - head.length - 5)}`)],
    stay: [withLine(`x: ${'a'.repeat(4_096 - head.length - 5)}`)],
  },
  'a head that comes in several pieces': {
    leave: [[plain.slice(0, 20), plain.slice(20)]],
    stay: [[head, call]],
  },
  'a body in pieces that is with its head more than 32 KiB, or in more than 16 pieces': {
    leave: [cut(post(long, [], 'keep-alive'), 2), cut(plain, 18)],
    stay: [post(long, [], 'keep-alive'), cut(plain, 16)],
  },
  'no whole request in a quarter of a second, on a new connection or from the first byte on': {
    leave: [
      ['', '', '', plain],
      [head, '', '', call],
    ],
  },
  'any request once the server drains': { leave: [plain] },
}
type Pieces = string | readonly string[]

/** A request in so many pieces, the head in the first. */
function cut(text: string, pieces: number): readonly string[] {
  const start = text.indexOf('{')
  const rest = [...text.slice(start).match(/[^]/g)!]
  return [text.slice(0, start), ...rest.splice(0, pieces - 2), rest.join('')]
}

test('each row of the table in the README is one here', () => {
  expect(Object.keys(cases)).toEqual(rows)
})

test.each(Object.entries(cases))(
  'what the README says of the fast lane is so: %s',
  async (row, { leave, stay = [] }) => {
    const state = createServerState()
    await using server = await startServer({ plugin: { fastLane: true }, policy: { state } })
    const passed = vi.fn<() => void>()
    server.app.server.on('request', passed).on('clientError', passed).on('checkExpectation', passed)
    state.draining = row.includes('drains')
    for (const [pieces, leaves] of [
      ...leave.map((each) => [each, true] as const),
      ...stay.map((each) => [each, false] as const),
    ]) {
      passed.mockClear()
      await send(
        server.port,
        server.app.server,
        typeof pieces === 'string' ? [pieces] : pieces,
        row.includes('quarter') ? 100 : 0,
      )
      expect(passed.mock.calls.length > 0, `${pieces}`.slice(0, 200)).toBe(leaves)
    }
  },
)

/** Sends a request in pieces, each once the one before is read and so many milliseconds are over; returns once something is answered. */
async function send(
  port: number,
  server: NodeJS.EventEmitter,
  pieces: readonly string[],
  milliseconds: number,
): Promise<void> {
  const accepted = once(server, 'connection')
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const [side] = (await accepted) as [{ readonly bytesRead: number }]
  const answered = once(socket, 'data')
  let sent = 0
  for (const piece of pieces) {
    if (piece !== '') socket.write(piece, 'latin1')
    sent += piece.length
    await vi.waitFor(() => expect(side.bytesRead).toBe(sent), { interval: 1 })
    await pause(milliseconds)
  }
  await answered
  socket.destroy()
}
