import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { describe, expect, test } from 'vitest'
import { plan, reportText, run, type Report } from '../src/index.ts'
import { companionDefects } from './companion-defects.ts'
import type { Row } from './defect.ts'
import { parameterDefects } from './parameter-defects.ts'
import { proofDefects } from './proof-defects.ts'
import { protocolDefects } from './protocol-defects.ts'
import { resultDefects } from './result-defects.ts'
import { schemaDefects } from './schema-defects.ts'
import { textDefects } from './text-defects.ts'
import { miniTarget, type Defect } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

useEngine(await loadWasmEngine()) // a hundred servers are checked
const blocks = makePaperChain()
const runs = Number(process.env['LECTERN_RUNS'] ?? 8)
const checks = plan(document, { blocks: 20 })
const runChecks = (defect: Defect, seed: number, only = '*'): Promise<Report> =>
  run(checks, miniTarget(blocks, defect), { seed, only, level: 'MAY' })
const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

describe(`D4 no check finds anything wrong with a correct server, in ${runs} runs`, () => {
  test.each(Array.from({ length: runs }, (_, index) => index + 1))('with seed %i', async (seed) => {
    const report = await runChecks({}, seed)
    expect(failed(report), reportText(report)).toEqual([])
    expect(report.summary.passed).toBeGreaterThan(400)
  })
})

test('D4 each call is of a method of the document, or of a name that no node serves', async () => {
  const target = miniTarget(blocks)
  const names = new Set<string>()
  const note = (body: Uint8Array | string = '') => {
    for (const [, name] of Buffer.from(body)
      .toString('latin1')
      .matchAll(/"method"\s*:\s*"([^"]*)"/g))
      names.add(name!)
  }
  const { fetch, send } = target
  await run(
    checks,
    { ...target, send: (body) => (note(body), send(body)), fetch: (one) => (note(one.body), fetch!(one)) },
    { seed: 1 },
  )
  const served = new Set<string>(document.methods.map(({ name }) => name))
  expect(served.difference(names)).toEqual(new Set())
  const others = names.difference(served)
  expect([...others].filter((name) => /^(?!lectern_)[a-z]+\d?_[a-z]/.test(name))).toEqual([])
})

test('D4 a pending block that is not mined yet is tolerated, however it is unfinished', async () => {
  const report = await runChecks(
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
  const errors: Record<string, number> = { eth_getBlockByNumber: 4444 }
  const answer: Defect['answer'] = (answer, request) => {
    const meant = request?.method === 'eth_getTransactionReceipt' || request?.params?.[0] === '0x5'
    return meant && request.method in errors && answer?.['result']
      ? { jsonrpc: '2.0', id: request.id, error: { code: errors[request.method], message: 'x' } }
      : answer
  }
  expect(failed(await runChecks({ answer }, 1)).filter((id) => id.startsWith('link/'))).toEqual([])
  errors['eth_getBlockByNumber'] = -32000
  errors['eth_getTransactionReceipt'] = -32603
  expect(failed(await runChecks({ answer }, 1))).toContain('link/eth_getBlockByNumber/between')
  expect(failed(await runChecks({ answer }, 1))).toContain('link/eth_getTransactionByHash/receipt')
})

test('D4 each check has an id of its own', () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
})

describe.each<[string, Row[]]>([
  ['of the protocol', protocolDefects],
  ['of parameters', parameterDefects],
  ['of results', resultDefects],
  ['of the text of answers', textDefects],
  ['of companions', companionDefects],
  ['that only proofs show', proofDefects],
])('D4 a defect %s is caught by the check that names it', (_, rows) => {
  test.each(rows)('%s: %s', async (_, check, hooks) => {
    const pattern = new RegExp(`^${check.replace('*', '[0-9]+')}$`)
    const only = `${check.slice(0, check.indexOf('/') + 4)}*`
    expect(failed(await runChecks(hooks, 1, only))).toContainEqual(expect.stringMatching(pattern))
  })
})

describe('D4 a member that is not what the document says is caught by the check of that member', () => {
  test.each(schemaDefects())('%s: %s', async (_, check, hooks) => {
    const { results } = await run(checks, miniTarget(blocks, hooks), {
      only: check.replace(/[^/]+\/[^/]+$/, '*'),
    })
    const names = results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)
    expect(names).toContain(check)
    // A member that distinguishes kinds, or stands for another, concerns other checks too; all others fail one check alone.
    if (!/\/(type|result|status|root)$/.test(check))
      expect(names.filter((id) => id.split('/').at(-1) !== check.split('/').at(-1))).toEqual([])
  })
})

test('D4 each check that looks at the sample is named by a defect', () => {
  const rows = [
    ...protocolDefects,
    ...parameterDefects,
    ...resultDefects,
    ...textDefects,
    ...companionDefects,
    ...proofDefects,
    ...schemaDefects(),
  ]
  const named = new Set(rows.map(([, check]) => check))
  const spoilt = /^(lint|protocol|http|discover|envelope|valid|invalid|arity)\// // lint.test.ts, spoilt.test.ts
  const examples = /^example\// // where the chain is another one they are skipped; the sample chain's server has them
  const missing = checks
    .filter(({ id }) => !spoilt.test(id) && !examples.test(id) && !named.has(id))
    .map(({ id }) => id)
  // The small server's chain is of no other family (families.test.ts), and names no finalized block; same/result looks at all that is asked: faulty-proxy.test.ts, results.test.ts.
  const families = ['proof/eth_getBlockByNumber/family', 'proof/eth_getTransactionReceipt/family']
  expect(missing.toSorted()).toEqual([
    ...families,
    'same/eth_getBlockByNumber/number/finalized',
    'same/result',
  ])
})
