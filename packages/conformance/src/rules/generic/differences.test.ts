import { document } from '@lectern/spec'
import { expect, test } from 'vitest'
import { ConformanceError } from '../../error.ts'
import { reportText } from '../../report/reporters/text.ts'
import { run } from '../../run.ts'
import { planDifferences } from './differences.ts'
import { miniTarget, type Defect } from '../../../test/mini-server.ts'
import { makePaperChain } from '../../../test/paper-chain.ts'

const blocks = makePaperChain()
const differ = async (other: ReturnType<typeof miniTarget>) => {
  const against = { ...other, url: 'http://127.0.0.1:1/' }
  return await run(planDifferences(document, against, { blocks: 20 }), miniTarget(blocks), { against })
}
const failed = async (defect: Defect) =>
  (await differ(miniTarget(blocks, defect))).results.filter(({ verdict }) => verdict === 'failed')

const ids = async (defect: Defect) => (await failed(defect)).map(({ id }) => id)

test('D4 two endpoints that answer alike have no difference, whatever their errors say', async () => {
  const wording: Defect = {
    answer: (answer) =>
      answer?.['error']
        ? { ...answer, error: { code: answer['error'].code, message: 'y', data: 1 } }
        : answer,
  }
  const report = await differ(miniTarget(blocks, wording))
  expect(report.summary.failed, reportText(report)).toBe(0)
  expect(report.summary.passed).toBeGreaterThan(200)
  expect(report.against).toBe('http://127.0.0.1:1/')
})

test('D4 a field that differs is reported with both sides, by the method that has it', async () => {
  const gasUsedOfOne: Defect = {
    result: (method, result: any) =>
      method === 'eth_getTransactionReceipt' && result?.gasUsed ? { ...result, gasUsed: '0x1' } : result,
  }
  const [first, ...more] = await failed(gasUsedOfOne)
  expect([first!.id, ...more.map(({ id }) => id)]).toEqual(['differ/sample/eth_getTransactionReceipt'])
  expect(first!.reason).toMatch(/^\/result\/gasUsed: the other endpoint has "0x1", this one "0x[0-9a-f]+"$/m)
  expect(first!.differences![0]).toMatchObject({ path: '/result/gasUsed', expected: '0x1' })
  const shown = reportText(await differ(miniTarget(blocks, gasUsedOfOne)))
  expect(shown).toContain('response (✗ this endpoint, ✓ the other):')
  expect(shown).not.toContain('expected')
})

test('D4 another error code, another status and another response to no request are differences', async () => {
  expect(
    await ids({
      answer: (answer, request) =>
        request?.jsonrpc === '1.0' ? { ...answer, error: { code: -1, message: 'x' } } : answer,
    }),
  ).toEqual(['differ/protocol/S13'])
  expect(
    await ids({ http: (answer, { verb }) => (verb === 'PATCH' ? { ...answer, status: 501 } : answer) }),
  ).toEqual(['differ/http/H04/PATCH'])
  expect(await ids({ body: (answer, text) => (text === '[1]' ? undefined : answer) })).toEqual([
    'differ/protocol/B03',
  ])
})

test('D4 what the other endpoint does not hold yet is no difference', async () => {
  const report = await differ(miniTarget(blocks.slice(0, -2)))
  expect(
    report.results.filter(({ id, verdict }) => id.startsWith('differ/sample/') && verdict === 'failed'),
  ).toEqual([])
})

/** The small server, of which some answers are lost. */
const losing = (isLost: (body: string, count: number) => boolean) => {
  const whole = miniTarget(blocks)
  let count = 0
  const send: typeof whole.send = async (body) => {
    if (isLost(String(body), ++count))
      throw new ConformanceError('UNREACHABLE', 'it gave no response: too late.')
    return await whole.send(body)
  }
  return { ...whole, send }
}

test('D4 where the other endpoint gives no response nothing is compared, and the first one is not blamed', async () => {
  const { results } = await differ(losing((body) => body === '[1]'))
  expect(results.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  expect(results.find(({ id }) => id === 'differ/protocol/B03')).toMatchObject({
    verdict: 'skipped',
    reason: 'it gave no response: too late.',
  })
})

test('D4 the end of the other endpoint is the end of the run', async () => {
  await expect(differ(losing((_, count) => count > 50))).rejects.toMatchObject({
    code: 'LOST',
    message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/ answers no more since the request /),
  })
})

test('D4 a lost answer of the sample is reported once, as one of the first endpoint', async () => {
  const against = miniTarget(blocks)
  const { hash } = blocks.flatMap(({ transactions }) => transactions)[3]!
  const target = losing((body) => body.includes('Receipt","params"') && body.includes(String(hash)))
  const { results } = await run(planDifferences(document, against, { blocks: 20 }), target, { against })
  const failed = results.filter(({ verdict }) => verdict === 'failed')
  expect(failed.map(({ id }) => id)).toEqual(['differ/sample/answered'])
  expect(failed[0]!.request).toContain(String(hash))
})
