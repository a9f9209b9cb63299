import { expect, test } from 'vitest'
import { methods } from '../test/recorded.ts'
import { send } from '../test/send.ts'
import { httpCases } from './http.cases.ts'
import { protocolCases } from './protocol.cases.ts'
import { judgeAnswer } from './protocol.judge.ts'
import { createRpc } from './rpc.ts'

const rpc = createRpc({ methods })
const healthy = '{"jsonrpc":"2.0","id":0,"method":"eth_getBlockByNumber","params":["0x0",false]}'

/** How many rows each part of the rule table has; H07 needs a socket, E01-E03 and X11 a handler: they have tests of their own. */
const parts = { S: 22, P: 9, N: 4, B: 10, J: 11, D: 2, H: 9, X: 12 }
const elsewhere = new Set(['H07', 'X11'])

test('each row of the rule table has a case', () => {
  const cases = new Set([...protocolCases, ...httpCases].map(({ id }) => id))
  const rows = Object.entries(parts).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, index) => `${part}${String(index + 1).padStart(2, '0')}`),
  )
  expect([...cases].toSorted()).toEqual(rows.filter((row) => !elsewhere.has(row)).toSorted())
})

for (const { id, title, request, expect: expected } of protocolCases) {
  test(`${id} ${title}`, async () => {
    const answer = await send(rpc, request)
    expect(judgeAnswer(answer, expected)).toBeUndefined()
    if (!answer.includes('"result"')) expect(answer.length).toBeLessThan(1_000) // nothing long is echoed
    expect(judgeAnswer(await send(rpc, healthy), { result: '0' })).toBeUndefined()
  })
}
