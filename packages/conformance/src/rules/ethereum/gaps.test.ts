import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { plan } from '../plan.ts'
import { run } from '../../run.ts'
import { functionTarget } from '../../endpoint/target.ts'

/** A chain of a thousand blocks, of which one number is answered with null. */
const target = (hole: number, { batches = true } = {}) => {
  const answer = ({ id, method, params: [asked] = [] }: any) => {
    const number = asked === 'earliest' ? 0 : asked === 'latest' ? 999 : Number(asked)
    const isThere = method === 'eth_getBlockByNumber' && number < 1_000 && number !== hole
    return {
      jsonrpc: '2.0',
      id,
      result: isThere ? { number: `0x${number.toString(16)}`, transactions: [] } : null,
    }
  }
  return functionTarget((body) => {
    const request = JSON.parse(new TextDecoder().decode(body))
    const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }
    const result = Array.isArray(request) ? (batches ? request.map(answer) : refused) : answer(request)
    return new TextEncoder().encode(JSON.stringify(result))
  })
}
const runChecks = async (hole: number, { sweep, batches }: { sweep?: number; batches?: boolean } = {}) => {
  const checks = plan(document, { blocks: 4, ...(sweep !== undefined && { sweep }) })
  const { results, summary } = await run(
    checks,
    target(hole, { ...(batches !== undefined && { batches }) }),
    { only: 'link/*/between' },
  )
  return { ...results[0], requests: summary.requests }
}

test('D4 a block that is null in the middle of the range is found among all of them', async () => {
  const { verdict, reason, request, requests } = await runChecks(500, { sweep: 1_000 })
  expect([verdict, reason]).toEqual([
    'failed',
    'there is result null, but smaller and larger numbers have results',
  ])
  expect(request).toContain('"0x1f4"')
  expect(requests).toBeLessThan(120)
})

test('D4 so is one among those that are drawn, of which there are as many as are asked for', async () => {
  expect(await runChecks(-1)).toMatchObject({ verdict: 'passed' })
  const [few, many] = [await runChecks(-1, { sweep: 32 }), await runChecks(-1, { sweep: 512 })]
  expect(many.requests - few.requests).toBeGreaterThanOrEqual(14)
})

test('D4 an endpoint without batches is checked by the sample alone', async () => {
  expect(await runChecks(500, { batches: false })).toMatchObject({ verdict: 'passed' })
})
