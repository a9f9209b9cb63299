import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, run, type Report, type RunOptions } from '../src/index.ts'
import { miniTarget, type Defect } from './mini-server.ts'
import { makePaperChain } from './paper-chain.ts'

useEngine(await loadWasmEngine())
const blocks = makePaperChain()
const checks = plan(document, { blocks: 20 })
const runChecks = (defect: Defect, options: RunOptions = {}): Promise<Report> =>
  run(checks, miniTarget(blocks, defect), options)
const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const isError = (body: Uint8Array) =>
  text(body).startsWith('{"jsonrpc":"2.0"') && text(body).includes('"error":')

const turnBatch: Defect['body'] = (answer) => (Array.isArray(answer) ? answer.toReversed() : answer)

// Habits that a proxy can show, too, are in test/legal.ts.
// oxfmt-ignore
const legal: [what: string, variation: () => Defect][] = [
  ['other verbs that are not found', () => ({ http: (answer, { verb }) => verb === 'POST' ? answer : { ...answer, status: 404 } })],
  ['a body of another type that is a bad request', () => ({ http: (answer) => answer.status === 415 ? { ...answer, status: 400 } : answer })],
  ['HTML that a client asks for, refused', () => ({ http: (answer, { headers }) => headers['accept'] === 'text/html' ? { ...answer, status: 406 } : answer })],
  ['parameters by name, taken too', () => ({ accept: (_, params) => !Array.isArray(params) })],
]

test.each(legal)('D4 %s: blamed by no check at the usual level', async (_, variation) => {
  const report = await runChecks(variation())
  expect(failed(report)).toEqual([])
})

test('D4 HTTP 400 with each JSON-RPC error is one finding', async () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const report = await runChecks({
    http: (answer) => (isError(answer.body) ? { ...answer, status: 400, headers } : answer),
  })
  expect(failed(report)).toEqual(['http/H02'])
})

test('D4 a MAY fails a run that counts it, and no other', async () => {
  const body = turnBatch
  const only = 'protocol/X02'
  const verdictOf = async (options: RunOptions) =>
    (await runChecks({ body }, { ...options, only })).results.map(({ verdict, known }) => [
      verdict,
      known?.by,
    ])
  expect(await verdictOf({})).toEqual([['known', 'level']])
  expect(await verdictOf({ level: 'MAY' })).toEqual([['failed', undefined]])
  expect(await verdictOf({ level: 'SHOULD' })).toEqual([])
})
