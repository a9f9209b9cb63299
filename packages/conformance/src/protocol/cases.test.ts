import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { httpCases, parameterCases, protocolCases, published, type PublishedBody } from './cases.ts'

const file = readFileSync(new URL('protocol.json', import.meta.url), 'utf8')

/** The bytes of a body of the file. */
const decodeBody = (body: PublishedBody): Uint8Array => {
  if ('hex' in body) return Uint8Array.fromHex(body.hex)
  const text = 'text' in body ? body.text : body.parts.map(([part, times]) => part.repeat(times)).join('')
  return new TextEncoder().encode(text)
}

/** The ids that match, each with whether its body is JSON. */
const read = (pattern: RegExp): [id: string, isJson: boolean][] =>
  published.rpc
    .filter(({ id }) => pattern.test(id))
    .map(({ id, request }) => {
      try {
        JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decodeBody(request)))
        return [id, true]
      } catch {
        return [id, false]
      }
    })

test('the bytes of each request are those of the file', () => {
  const cases = [...protocolCases(...published.calls), ...parameterCases]
  expect(published.rpc).toHaveLength(cases.length)
  const requests = new Map(cases.map(({ id, request }) => [id, request]))
  for (const { id, request } of published.rpc) {
    const made = requests.get(id)!
    const bytes = typeof made === 'string' ? new TextEncoder().encode(made) : made
    expect([id, Buffer.compare(decodeBody(request), bytes)]).toEqual([id, 0])
  }
  expect(httpCases(published.calls[0])).toEqual(published.http)
  expect(file.length).toBeLessThan(200_000)
})

test('the corpus has at least 150 cases, no id twice, and 60 bodies of the grammar', () => {
  const ids = published.rpc.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(150)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => /^J1[2-7]\//.test(id)).length).toBeGreaterThanOrEqual(60)
})

test('a text of the grammar is one that JSON.parse reads, and one that is none it refuses', () => {
  expect(read(/^J1[27]/).filter(([, isJson]) => !isJson)).toEqual([])
  expect(read(/^J1[3-6]/).filter(([, isJson]) => isJson)).toEqual([])
})

test('a body of bytes is refused, whatever it calls', () => {
  const codes = protocolCases(...published.calls).flatMap(({ request, expect }) =>
    typeof request === 'string' ? [] : [expect],
  )
  expect(codes.length).toBeGreaterThan(10)
  expect(codes.filter((one) => !('error' in one))).toEqual([])
})

const other = { method: 'é"Get', params: { a: ['$&', 'b'] } }
const none = { method: 'find', params: ['c'] }

test('a case of another call has that call, in each spelling', () => {
  const requests = new Map(protocolCases(other, none).map(({ id, request }) => [id, request]))
  const call = { jsonrpc: '2.0', id: 1, ...other }
  expect(requests.get('S01')).toBe(JSON.stringify(call))
  expect(requests.get('S01/null')).toBe(JSON.stringify({ ...call, ...none }))
  expect(JSON.parse(requests.get('S01/blanks') as string)).toEqual(call)
  expect(requests.get('S01/escapes')).toContain(String.raw`"\u00e9\"Get"`)
  expect(JSON.parse(requests.get('S18') as string)).toEqual({ ...call, method: 'É"gET' })
  const texts = [...requests].filter(([, request]) => typeof request === 'string')
  expect(texts.filter(([, text]) => /th_?get/i.test(text as string))).toEqual([])
})

test('the HTTP cases of another call have that call, and none has bad params of a call without any', () => {
  const bodies = httpCases(other).flatMap(({ body }) => body ?? [])
  expect(bodies).toContain(JSON.stringify({ jsonrpc: '2.0', id: 1, ...other }))
  expect(bodies.filter((body) => body.includes('eth_'))).toEqual([])
  expect(httpCases(other).map(({ id }) => id)).toContain('H02/params')
  expect(httpCases({ ...other, params: [] }).map(({ id }) => id)).not.toContain('H02/params')
  expect(protocolCases(other).map(({ id }) => id)).not.toContain('S01/null')
})
