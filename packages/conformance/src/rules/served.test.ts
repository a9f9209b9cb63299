import { companions, document, methods as own, type OpenRpc } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, run } from '../index.ts'
import { miniTarget, type Defect } from '../../test/mini-server.ts'
import { makePaperChain } from '../../test/paper-chain.ts'

const blocks = makePaperChain()
const runChecks = async (defect: Defect, law: OpenRpc = document) => {
  const { results } = await run(plan(law, { blocks: 20 }), miniTarget(blocks, defect), { document: law })
  return results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
}

const gasPrice = {
  name: 'eth_gasPrice',
  params: [],
  result: { name: 'price', schema: { $ref: '#/components/schemas/Quantity' } },
  errors: document.methods[0]!.errors,
}
const example = { name: 'seven', params: [], result: { name: 'price', value: '0x7' } }
const laws: [what: string, law: OpenRpc][] = [
  ['behind the others', { ...document, methods: [...document.methods, gasPrice] } as object as OpenRpc],
  ['as the first one', { ...document, methods: [gasPrice, ...document.methods] } as object as OpenRpc],
  [
    'with an example',
    {
      ...document,
      methods: [{ ...gasPrice, examples: [example] }, ...document.methods],
    } as object as OpenRpc,
  ],
]
const methods = () => ({ eth_gasPrice: () => '0x7' })

test.each(laws)('D4 a method without parameters may be called without params: %s', async (_, law) => {
  expect(await runChecks({ document: law, methods }, law)).toEqual([])
})

const refuse =
  (isMeant: (request: any) => boolean): NonNullable<Defect['answer']> =>
  (answer, request) =>
    request?.method === 'eth_gasPrice' && 'id' in request && isMeant(request)
      ? { jsonrpc: '2.0', id: request.id, error: { code: -32602, message: 'x' } }
      : answer

test.each([
  ['no params', 'arity/eth_gasPrice/absent', (request: any) => !('params' in request)],
  ['an empty list', 'arity/eth_gasPrice/missing/0', (request: any) => request.params?.length === 0],
])(
  'D4 a method without parameters that wants some, though there are %s, is found',
  async (_, id, isMeant) => {
    const [[, law]] = laws as [(typeof laws)[number]]
    expect(await runChecks({ document: law, methods, answer: refuse(isMeant) }, law)).toContain(id)
  },
)

const unserved =
  (isMeant: (name: string) => boolean, code: number): NonNullable<Defect['answer']> =>
  (answer, request) =>
    isMeant(request?.method) && answer
      ? { jsonrpc: '2.0', id: request.id, error: { code, message: 'x' } }
      : answer

test.each(Object.keys(own))('D4 %s that is not served is one finding', async (name) => {
  expect(await runChecks({ answer: unserved((one) => one === name, -32601) })).toEqual([`envelope/${name}`])
})

test.each([
  ['one companion', (name: string) => name === 'eth_getBlockByHash', -32601],
  ['one of the code of EIP-1474', (name: string) => name === 'eth_chainId', -32004],
  ['all companions', (name: string) => Object.hasOwn(companions, name), -32601],
])(
  'D4 an endpoint without %s fails no check, and all that need it are skipped for one reason',
  async (_, isMeant, code) => {
    const target = miniTarget(blocks, { answer: unserved(isMeant, code) })
    const { results, coverage } = await run(plan(document, { blocks: 20 }), target)
    expect(results.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    const skipped = results.filter(({ reason }) => reason?.includes('companion'))
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
      new Set(['it is of a companion that the endpoint does not serve']),
    )
    const names = Object.keys(companions).filter(isMeant)
    expect(skipped.map(({ id }) => id)).toEqual(
      expect.arrayContaining(names.map((name) => `envelope/${name}`)),
    )
    expect(coverage.filter(({ method }) => names.includes(method))).toEqual([])
  },
)

const otherCode: Defect['answer'] = (answer) =>
  answer?.['error']?.code === -32602 ? { ...answer, error: { code: -32601, message: 'x' } } : answer

test('D4 parameters that are refused by the code of an unknown method are not taken for one', async () => {
  const failed = await runChecks({ answer: otherCode })
  expect(failed).toContain('arity/eth_getBlockByNumber/absent')
  expect(failed.filter((id) => id.startsWith('envelope/'))).toEqual([])
})
