import { expect, test } from 'vitest'
import { methods } from '../test/recorded.ts'
import { send } from '../test/send.ts'
import { protocolCases } from './protocol.cases.ts'
import { judgeAnswer } from './protocol.judge.ts'
import { createRpc } from './rpc.ts'

const rpc = createRpc({ methods })
const healthy = '{"jsonrpc":"2.0","id":0,"method":"eth_getBlockByNumber","params":["0x0",false]}'

for (const { id, title, request, expect: expected } of protocolCases) {
  test(`${id} ${title}`, async () => {
    const answer = await send(rpc, request)
    expect(judgeAnswer(answer, expected)).toBeUndefined()
    if (!answer.includes('"result"')) expect(answer.length).toBeLessThan(1_000) // nothing long is echoed
    expect(judgeAnswer(await send(rpc, healthy), { result: '0' })).toBeUndefined()
  })
}
