import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { protocolCases } from './cases.ts'
import { httpCases } from './http-cases.ts'
import { parameterCases } from './parameter-cases.ts'
import { decodeBody, publishProtocol, type PublishedProtocol } from './publish.ts'

const file = readFileSync(new URL('../../protocol.json', import.meta.url), 'utf8')
const published = JSON.parse(file) as PublishedProtocol

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

test('protocol.json is what the tables say: npm run generate', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(publishProtocol())))
})

test('the bytes of each request come back from the file', () => {
  const cases = [...protocolCases(...published.calls), ...parameterCases]
  expect(published.rpc).toHaveLength(cases.length)
  for (const [index, { id, request }] of cases.entries()) {
    const bytes = typeof request === 'string' ? new TextEncoder().encode(request) : request
    const decoded = decodeBody(published.rpc[index]!.request)
    expect([id, Buffer.compare(decoded, bytes)]).toEqual([published.rpc[index]!.id, 0])
  }
  expect(file.length).toBeLessThan(200_000)
})

test('the corpus has at least 150 cases, no id twice, and 60 bodies of the grammar', () => {
  const ids = published.rpc.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(150)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => /^J1[2-7]\//.test(id)).length).toBeGreaterThanOrEqual(60)
  expect(published.http).toHaveLength(httpCases(published.calls[0]).length)
})

test('a text of the grammar is one that JSON.parse reads, and one that is none it refuses', () => {
  expect(read(/^J1[27]/).filter(([, isJson]) => !isJson)).toEqual([])
  expect(read(/^J1[3-6]/).filter(([, isJson]) => isJson)).toEqual([])
})
