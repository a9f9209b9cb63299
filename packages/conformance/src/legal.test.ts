import { useEngine } from '@lectern/chain'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan, run, type Report, type RunOptions } from './index.ts'
import { miniTarget, type Defect, type Json } from '../test/mini-server.ts'
import { makePaperChain } from '../test/paper-chain.ts'

useEngine(await loadWasmEngine())
const blocks = makePaperChain()
const checks = plan(document, { blocks: 20 })
const judge = (defect: Defect, options: RunOptions = {}): Promise<Report> =>
  run(checks, miniTarget(blocks, defect), options)
const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id)

/** An object, and all in it, with its members in another order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  )
}
const { isRawJSON: isRawJson } = JSON as unknown as { isRawJSON(value: unknown): boolean }
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const isError = (body: Uint8Array) =>
  text(body).startsWith('{"jsonrpc":"2.0"') && text(body).includes('"error":')

const turnBatch: Defect['body'] = (answer) => (Array.isArray(answer) ? answer.toReversed() : answer)

/** Every second answer is of a node that lacks the last block. */
function behind(): Defect {
  const [before, last] = blocks.slice(-2)
  let turn = 0
  const isLast = (result: Json) => (result['blockNumber'] ?? result['number']) === last!.hashes['number']
  return {
    result: (_, result: any, [tag, whole]) => {
      if (result === null || !isLast(result) || ++turn % 2 === 0) return result
      return tag === 'latest' ? before![whole ? 'whole' : 'hashes'] : null
    },
  }
}

/** The chain as it is after some questions, one block more after each ten. */
function growing(): Defect {
  let asked = 0
  return {
    result: (_, result: any, [tag, whole]) => {
      const head = Math.min(blocks.length - 1, 4 + Math.floor(++asked / 10))
      const form = whole ? 'whole' : 'hashes'
      if (tag === 'latest') return blocks[head]![form]
      if (tag === 'safe') return blocks[head - 1]![form]
      return Number(result?.blockNumber ?? result?.number ?? 0) > head ? null : result
    },
  }
}

// oxfmt-ignore
const legal: [what: string, variation: () => Defect][] = [
  ['answers of a batch in another order', () => ({ body: turnBatch })],
  ['a member beside those of a response', () => ({ answer: (answer) => answer && { ...answer, took: 1 } })],
  ['a member beside those of an error', () => ({ answer: (answer) => answer?.['error'] ? { ...answer, error: { ...answer['error'], stack: '' } } : answer })],
  ['members in another order', () => ({ body: turned })],
  ['blanks and line breaks', () => ({ body: (answer) => answer === undefined ? answer : ` ${JSON.stringify(answer, undefined, 2)}\r\n` })],
  ['a content type in another case, with a charset', () => ({ http: (answer) => ({ ...answer, headers: new Headers({ ...Object.fromEntries(answer.headers), ...(answer.body.length > 0 && { 'content-type': 'Application/JSON; Charset=UTF-8' }) }) }) })],
  ['other verbs that are not found', () => ({ http: (answer, { verb }) => verb === 'POST' ? answer : { ...answer, status: 404 } })],
  ['a body of another type that is a bad request', () => ({ http: (answer) => answer.status === 415 ? { ...answer, status: 400 } : answer })],
  ['parse errors that are HTTP 400', () => ({ http: (answer) => text(answer.body).includes('-32700') ? { ...answer, status: 400 } : answer })],
  ['HTTP 200 without a body for notifications', () => ({ http: (answer) => answer.body.length === 0 ? { ...answer, status: 200 } : answer })],
  ['HTML that a caller asks for, refused', () => ({ http: (answer, { headers }) => headers['accept'] === 'text/html' ? { ...answer, status: 406 } : answer })],
  ['parameters by name, taken too', () => ({ accept: (_, params) => !Array.isArray(params) })],
  ['a head that grows', growing],
  ['one of two nodes a block behind', behind],
]

test.each(legal)('D4 %s: blamed by no check at the usual level', async (_, variation) => {
  const report = await judge(variation())
  expect(failed(report)).toEqual([])
})

test('D4 HTTP 400 with each JSON-RPC error is one finding', async () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const report = await judge({
    http: (answer) => (isError(answer.body) ? { ...answer, status: 400, headers } : answer),
  })
  expect(failed(report)).toEqual(['http/H02'])
})

test('D4 a MAY fails a run that counts it, and no other', async () => {
  const body = turnBatch
  const only = 'protocol/X02'
  const verdictOf = async (options: RunOptions) =>
    (await judge({ body }, { ...options, only })).results.map(({ verdict, known }) => [verdict, known?.by])
  expect(await verdictOf({})).toEqual([['known', 'level']])
  expect(await verdictOf({ level: 'MAY' })).toEqual([['failed', undefined]])
  expect(await verdictOf({ level: 'SHOULD' })).toEqual([])
})
