import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, run } from '../src/index.ts'
import { miniTarget, type Defect, type Json } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

const blocks = makePaperChain()
const checks = plan(document, { blocks: 20 })
const last = blocks.at(-1)!

/** Changes what is said of the newest block and its transactions, wherever it is said. */
const inNewest = (change: { block?: object; transaction?: object }): Defect => {
  const edit = (result: any): unknown => {
    if (Array.isArray(result)) return result.map(edit)
    if (result?.number === last.whole['number'] && result.parentHash)
      return {
        ...result,
        ...change.block,
        transactions: result.transactions.map((item: Json | string) =>
          typeof item === 'string' ? item : { ...item, ...change.transaction },
        ),
      }
    return result?.blockNumber === last.whole['number'] ? { ...result, ...change.transaction } : result
  }
  return { result: (_, result) => edit(result) }
}
const failuresOf = async (defect: Defect) => {
  const { results } = await run(checks, miniTarget(blocks, defect))
  return {
    failed: results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
    reasons: results.flatMap(({ verdict, reason }) => (verdict === 'skipped' && reason ? [reason] : [])),
  }
}

test('D4 a block whose header has a field that is not known is not judged, and nothing fails', async () => {
  // Its hash is of more fields than those that are known.
  const block = { inventedRoot: `0x${'ab'.repeat(32)}`, stateRoot: `0x${'cd'.repeat(32)}` }
  const { failed, reasons } = await failuresOf(inNewest({ block }))
  expect(failed).toEqual([])
  expect(reasons).toContain(
    'not judged: unknown fork: header: inventedRoot may be of a fork that is not known: a newer Lectern is needed',
  )
})

test('D4 a transaction of a type that is not known is not judged, and nothing fails', async () => {
  const { failed, reasons } = await failuresOf(inNewest({ transaction: { type: '0x3f', inventedList: [] } }))
  expect(failed).toEqual([])
  expect(reasons).toContain(
    'not judged: unknown fork: transaction: the type 0x3f is not known: a newer Lectern is needed',
  )
})

test('D4 a further member beside a header that hashes to its name is a fault of its own', async () => {
  const { failed } = await failuresOf(inNewest({ block: { inventedRoot: `0x${'ab'.repeat(32)}` } }))
  expect(failed).toContain('schema/eth_getBlockByNumber/Block/additionalProperties')
})
