import { fail, judgeEach, skip, type Check } from './check.ts'
import { compare, describeDifference } from './compare.ts'
import type { OpenRpc } from '@lectern/spec'
import { describeOutcome } from '../endpoint/reply.ts'

const source = 'OpenRPC 1.3.2, Service Discovery Method'

const request = (params?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc.discover', params })

/** `rpc.discover` answers with the document itself. */
export function planDiscovery(document: OpenRpc): Check[] {
  return [
    {
      id: 'discover/D01',
      level: 'SHOULD', // MUST in OpenRPC, but a node that has not adopted OpenRPC is none the worse Ethereum node
      sentence: 'rpc.discover answers with the document.',
      source,
      async judge(session) {
        const { outcome, reply } = await session.call('rpc.discover', [])
        if (outcome.kind !== 'result')
          return fail(`expected the document, got ${describeOutcome(outcome)}`, reply)
        const differences = compare(document, outcome.result, '/result')
        return differences.length === 0
          ? undefined
          : fail(differences.slice(0, 5).map(describeDifference).join('\n'), reply, differences)
      },
    },
    {
      id: 'discover/D02',
      level: 'SHOULD',
      sentence: 'The params of rpc.discover may be empty or absent.',
      source,
      async judge(session) {
        const { outcome } = await session.call('rpc.discover', [])
        if (outcome.kind === 'error' && outcome.code === -32601)
          return skip('there is no rpc.discover, see discover/D01')
        return await judgeEach([request([]), request()], async (body) => {
          const reply = await session.send(body)
          return reply.text.includes('"openrpc"')
            ? undefined
            : fail('the answer is not an OpenRPC document', reply)
        })
      },
    },
  ]
}
