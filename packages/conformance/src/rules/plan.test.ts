import { document, type OpenRpc } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { plan, reportText, run } from '../index.ts'
import { miniServer, miniTarget } from '../../test/mini-server.ts'
import { makePaperChain } from '../../test/paper-chain.ts'

const blocks = makePaperChain()

test('D4 the checks that follow from the document find nothing wrong with a correct server', async () => {
  const report = await run(plan(document), miniTarget(blocks))
  expect(report.summary.failed, reportText(report)).toBe(0)
  expect(report.summary.passed).toBeGreaterThan(400)
})

const right = ({ blockNumber, transactionIndex }: Record<string, unknown>) => ({
  number: blockNumber,
  index: transactionIndex,
})

describe('D4 a method that is added to the document has its checks without any code', () => {
  const [transaction] = document.methods
  const fourth: OpenRpc['methods'][number] = {
    ...transaction!,
    name: 'lectern_getPosition',
    tags: [{ name: 'read-only' }],
    links: [
      {
        name: 'block',
        method: 'eth_getBlockByNumber',
        params: { block_number: '${result.number}', return_full_txns: false },
      },
    ],
    result: {
      name: 'position',
      schema: { oneOf: [{ $ref: '#/components/schemas/Position' }, { type: 'null' }] },
    },
    examples: [
      {
        name: 'unknown',
        params: [{ name: 'tx_hash', value: `0x${'00'.repeat(32)}` }],
        result: { name: 'position', value: null },
      },
    ],
  }
  const Position = {
    title: 'Position',
    type: 'object',
    required: ['number', 'index'],
    properties: {
      number: { $ref: '#/components/schemas/Quantity' },
      index: { $ref: '#/components/schemas/Quantity' },
    },
    additionalProperties: false,
  } as const
  const link = { name: 'position', method: fourth.name, params: { tx_hash: '${result.hash}' } }
  const extended: OpenRpc = {
    ...document,
    methods: [
      { ...transaction!, links: [...transaction!.links!, link] },
      ...document.methods.slice(1),
      fourth,
    ],
    components: { ...document.components, schemas: { ...document.components.schemas, Position } },
  }
  const serve = (position: (transaction: Record<string, unknown>) => unknown) => {
    const rpc = miniServer(blocks, {
      document: extended,
      methods: (find) => ({
        [fourth.name]: ([hash]: string[]) => {
          const found = find(hash!)
          return found ? position(found) : null
        },
      }),
    })
    return miniTarget(blocks, {}, rpc)
  }
  const checks = plan(extended, { lint: true })
  const own = checks.filter(({ id }) => id.includes(fourth.name))

  test('one for each alternative and mutant of a parameter, each member of the result, each link, each spelling of a call', async () => {
    expect(
      Map.groupBy(own, ({ id }) => id.slice(0, id.indexOf('/')))
        .keys()
        .toArray(),
    ).toEqual(['lint', 'example', 'envelope', 'valid', 'invalid', 'arity', 'json', 'link', 'schema', 'same'])
    expect(own.length).toBeGreaterThan(30)
    const report = await run(checks, serve(right), { document: extended })
    expect(report.summary.failed, reportText(report)).toBe(0)
    const passed = report.results.filter(
      ({ id, verdict }) => id.includes(fourth.name) && verdict === 'passed',
    )
    expect(passed.length).toBeGreaterThan(30)
    const row = report.coverage.find(({ method }) => method === fourth.name)
    expect(row).toEqual({ method: fourth.name, checks: own.length - 5, judged: passed.length - 5 }) // 5 are of lint
  })

  test.each([
    [
      'a number for a quantity',
      (found: Record<string, unknown>) => ({ ...right(found), index: 1 }),
      ['schema/lectern_getPosition/Position/index'],
    ],
    [
      'a member too many',
      (found: Record<string, unknown>) => ({ ...right(found), of: 2 }),
      ['schema/lectern_getPosition/Position/additionalProperties'],
    ],
    [
      'a member too few',
      ({ blockNumber }: Record<string, unknown>) => ({ number: blockNumber }),
      ['schema/lectern_getPosition/Position/index'],
    ],
    [
      'a block that is not there',
      (found: Record<string, unknown>) => ({ ...right(found), number: '0xffff' }),
      ['link/lectern_getPosition/block'],
    ],
    ['null', () => null, ['link/eth_getTransactionByHash/position']],
  ])('%s is caught by the check that names it', async (_, position, expected) => {
    const { results } = await run(checks, serve(position), { document: extended })
    expect(results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)).toEqual(expected)
  })
})
