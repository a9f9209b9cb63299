import { httpCases, checkReply, parameterCases, protocolCases } from '@lectern/conformance/protocol'
import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { methods } from './recorded.ts'
import { send } from './send.ts'
import { createRpc } from '../src/rpc/rpc.ts'

const rpc = createRpc({ methods })
const question = { method: 'eth_getBlockByNumber', params: ['0x0', false] }
const none = { method: 'eth_getTransactionByHash', params: [`0x${'00'.repeat(31)}01`] }
const cases = [...protocolCases(question, none), ...parameterCases]
const healthy = '{"jsonrpc":"2.0","id":0,"method":"eth_getBlockByNumber","params":["0x0",false]}'

/** The number of rows in each part of the rule table. H07, E02, E03 and X11 have other tests. */
const parts = { S: 22, P: 9, E: 1, N: 4, B: 10, J: 17, H: 10, X: 12 }
const elsewhere = new Set(['H07', 'X11'])

test('each row of the rule table has a case', () => {
  const rowsOfCases = new Set([...cases, ...httpCases(question)].map(({ id }) => id.slice(0, 3)))
  const rows = Object.entries(parts).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, index) => `${part}${String(index + 1).padStart(2, '0')}`),
  )
  expect([...rowsOfCases].toSorted()).toEqual(rows.filter((row) => !elsewhere.has(row)).toSorted())
})

for (const { id, sentence, request, expect: expected } of cases) {
  test(`protocol/${id} ${sentence}`, async () => {
    const answer = await send(rpc, request)
    expect(checkReply(answer, expected)).toBeUndefined()
    if (!answer.includes('"result"')) expect(answer.length).toBeLessThan(1_000) // nothing long is echoed
    expect(checkReply(await send(rpc, healthy), { result: '0' })).toBeUndefined()
  })
}

test.each([
  ['D01', 'absent', ''],
  ['D02', 'empty', ',"params":[]'],
])('%s rpc.discover takes params that are %s, and gives the document', async (_, __, params) => {
  const answer = await send(rpc, `{"jsonrpc":"2.0","id":1,"method":"rpc.discover"${params}}`)
  expect(JSON.parse(answer).result).toEqual(document)
})
