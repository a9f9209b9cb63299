import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { plan, reportText, run, type Report, type Target } from './index.ts'
import { parameterDefects, proofDefects, protocolDefects, resultDefects, type Row } from '../test/defects.ts'
import { miniTarget, type Defect } from '../test/mini-server.ts'
import { makePaperChain } from '../test/paper-chain.ts'

useEngine(await loadWasmEngine()) // a hundred servers are judged
const blocks = makePaperChain()
const checks = plan(document, { blocks: 20 })
const judge = (defect: Defect, seed: number): Promise<Report> =>
  run(checks, miniTarget(blocks, defect), { seed })
const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

describe('D4 the judge finds nothing wrong with a correct server', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])('with seed %i', async (seed) => {
    const report = await judge({}, seed)
    expect(failed(report), reportText(report)).toEqual([])
    expect(report.summary.passed).toBeGreaterThan(90)
  })
})

test('D4 a pending block that is not mined yet is borne, in whatever way it is unfinished', async () => {
  const report = await judge(
    {
      result: (method, result, [asked]) =>
        method === 'eth_getBlockByNumber' && asked === 'pending'
          ? { ...blocks.at(-1)!.hashes, hash: null, nonce: null }
          : result,
    },
    1,
  )
  expect(failed(report)).toEqual([])
})

test('D4 an error that the document declares breaks no link', async () => {
  const errors: Record<string, number> = { eth_getBlockByNumber: 4444, eth_getTransactionReceipt: -32005 }
  const answer: Defect['answer'] = (answer, request) => {
    const meant = request?.method === 'eth_getTransactionReceipt' || request?.params?.[0] === '0x5'
    return meant && answer?.['result']
      ? { jsonrpc: '2.0', id: request.id, error: { code: errors[request.method], message: 'x' } }
      : answer
  }
  expect(failed(await judge({ answer }, 1)).filter((id) => id.startsWith('link/'))).toEqual([])
  errors['eth_getBlockByNumber'] = -32000
  errors['eth_getTransactionReceipt'] = -32603
  expect(failed(await judge({ answer }, 1))).toContain('link/eth_getBlockByNumber/between')
  expect(failed(await judge({ answer }, 1))).toContain('link/eth_getTransactionByHash/receipt')
})

test('D4 each check has an id of its own', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})

describe.each<[string, Row[]]>([
  ['of the protocol', protocolDefects],
  ['of parameters', parameterDefects],
  ['of results', resultDefects],
  ['that only proofs show', proofDefects],
])('D4 a defect %s is caught by the check that names it', (_, rows) => {
  test.each(rows)('%s: %s', async (_, check, hooks) => {
    const pattern = new RegExp(`^${check.replace('*', '[0-9]+')}$`)
    expect(failed(await judge(hooks, 1))).toContainEqual(expect.stringMatching(pattern))
  })
})

test('D4 an error that is HTTP 400, and an answer that is not application/json, are caught', async () => {
  const { send } = miniTarget(blocks)
  const headers = new Headers({ 'content-type': 'text/html' })
  const target: Target = { send: async (body) => ({ ...(await send(body)), status: 400, headers }) }
  expect(failed(await run(checks, target, { only: 'protocol/*' }))).toEqual(['protocol/H02', 'protocol/H01'])
})

test('D4 each check of protocol, links, invariants, agreement and proofs is named by a defect', () => {
  const rows = [...protocolDefects, ...parameterDefects, ...resultDefects, ...proofDefects]
  const named = new Set(rows.map(([, check]) => check))
  // What HTTP carries is caught above; the small server names no finalized block.
  const elsewhere = ['protocol/H02', 'protocol/H01', 'same/number/eth_getBlockByNumber/finalized']
  const generated = /^(example|envelope|valid|invalid|arity)\//
  const missing = checks.filter(({ id }) => !generated.test(id) && !named.has(id)).map(({ id }) => id)
  expect(missing).toEqual(elsewhere)
})
