import { document, type OpenRpc } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, run } from '../index.ts'
import { miniTarget, type Defect } from '../../test/mini-server.ts'
import { makePaperChain } from '../../test/paper-chain.ts'

const blocks = makePaperChain()
const runChecks = async (defect: Defect, law: OpenRpc = document) => {
  const { results } = await run(plan(law, { blocks: 20 }), miniTarget(blocks, defect), { document: law })
  return results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
}

const chainId = {
  name: 'eth_chainId',
  params: [],
  result: { name: 'chain', schema: { $ref: '#/components/schemas/Quantity' } },
  errors: document.methods[0]!.errors,
}
const example = { name: 'Sepolia', params: [], result: { name: 'chain', value: '0xaa36a7' } }
const laws: [what: string, law: OpenRpc][] = [
  ['behind the others', { ...document, methods: [...document.methods, chainId] } as object as OpenRpc],
  ['as the first one', { ...document, methods: [chainId, ...document.methods] } as object as OpenRpc],
  [
    'with an example',
    { ...document, methods: [{ ...chainId, examples: [example] }, ...document.methods] } as object as OpenRpc,
  ],
]
const methods = () => ({ eth_chainId: () => '0xaa36a7' })

test.each(laws)('D4 a method without parameters may be called without params: %s', async (_, law) => {
  expect(await runChecks({ document: law, methods }, law)).toEqual([])
})

const refuse =
  (isMeant: (request: any) => boolean): NonNullable<Defect['answer']> =>
  (answer, request) =>
    request?.method === 'eth_chainId' && 'id' in request && isMeant(request)
      ? { jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'x' } }
      : answer

test.each([
  ['no params', 'arity/eth_chainId/absent', (request: any) => !('params' in request)],
  ['an empty list', 'arity/eth_chainId/missing/0', (request: any) => request.params?.length === 0],
])(
  'D4 a method without parameters that wants some, though there are %s, is found',
  async (_, id, isMeant) => {
    const [[, law]] = laws as [(typeof laws)[number]]
    expect(await runChecks({ document: law, methods, answer: refuse(isMeant) }, law)).toContain(id)
  },
)

test.each(document.methods.map(({ name }) => [name]))(
  'D4 %s that is not served is one finding',
  async (name) => {
    const answer: Defect['answer'] = (answer, request) =>
      request?.method === name && answer
        ? { jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'x' } }
        : answer
    expect(await runChecks({ answer })).toEqual([`envelope/${name}`])
  },
)

const otherCode: Defect['answer'] = (answer) =>
  answer?.['error']?.code === -32602 ? { ...answer, error: { code: -32601, message: 'x' } } : answer

test('D4 parameters that are refused by the code of an unknown method are not taken for one', async () => {
  const failed = await runChecks({ answer: otherCode })
  expect(failed).toContain('arity/eth_getBlockByNumber/absent')
  expect(failed.filter((id) => id.startsWith('envelope/'))).toEqual([])
})
