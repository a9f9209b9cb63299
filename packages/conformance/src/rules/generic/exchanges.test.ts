import { describeCorpus } from '@lectern/fixtures'
import { describe, expect, test } from 'vitest'
import { readExchanges } from '../../files.ts'
import { parseExchange, type RecordedExchange, planExchanges } from './exchanges.ts'
import { reportText } from '../../report/reporters/text.ts'
import { run } from '../../run.ts'
import type { Result } from '../../report/report.ts'
import { functionTarget, type Target } from '../../endpoint/target.ts'

const question = '{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["0x"]}'
const runChecks = async (file: string, answers: string[], comment = '// a'): Promise<Result> => {
  const queue = answers.values()
  const target = functionTarget((body) =>
    new TextEncoder().encode(body.length === question.length ? queue.next().value : '{"result":null}'),
  )
  const exchange = parseExchange(`${comment}\n${file}`, 'a.io')
  const { results } = await run(planExchanges([exchange]), target)
  return results[0]!
}
const round = (answer: string) => `>> ${question}\n<< ${answer}\n`
const answer = (more: string) => `{"jsonrpc":"2.0","id":1,${more}}`

describe('an exchange', () => {
  test('passes when the response is equal, and says whether it is so byte for byte', async () => {
    const file = round(answer('"result":null'))
    expect(await runChecks(file, [answer('"result":null')])).toMatchObject({
      verdict: 'passed',
      identical: true,
    })
    for (const other of [
      answer(' "result":null'),
      `${answer('"result":null')}\n`,
      `\uFEFF${answer('"result":null')}`,
    ])
      expect(await runChecks(file, [other]), other).toMatchObject({ verdict: 'passed', identical: false })
  })

  test('fails with each difference and the line of its request', async () => {
    const found = await runChecks(round(answer('"result":{"a":1,"b":[2]}')), [
      answer('"result":{"b":[3],"c":1}'),
    ])
    expect(found.verdict).toBe('failed')
    expect(found.reason).toBe(
      'line 2: /result/a: expected 1, got nothing\n/result/b/0: expected 2, got 3\n/result/c: expected nothing, got 1',
    )
    expect(found.request).toBe(question)
  })

  test('is compared without the messages of errors, but with their codes', async () => {
    const file = round(answer('"error":{"code":-32602,"message":"a"}'))
    expect((await runChecks(file, [answer('"error":{"code":-32602,"message":"b"}')])).verdict).toBe('passed')
    expect((await runChecks(file, [answer('"error":{"code":-32600,"message":"a"}')])).verdict).toBe('failed')
    expect((await runChecks(file, [answer('"result":null')])).verdict).toBe('failed')
  })

  test('fails when the response is not JSON', async () => {
    expect(await runChecks(round('{}'), ['<html>'])).toMatchObject({
      verdict: 'failed',
      reason: 'line 2: the response is not JSON',
    })
  })

  test('may have several round trips, and the one that fails is named', async () => {
    const file = round('1') + round('2') + round('3')
    expect((await runChecks(file, ['1', '2', '3'])).verdict).toBe('passed')
    expect(await runChecks(file, ['1', '2', '4'])).toMatchObject({
      reason: 'line 6: the whole value: expected 3, got 4',
    })
  })

  test('marked speconly needs only a result that is valid by the document', async () => {
    const file = round(answer('"result":{"hash":"0x"}'))
    const mark = '// speconly: any transaction'
    expect((await runChecks(file, [answer('"result":null')], mark)).verdict).toBe('passed')
    expect(await runChecks(file, [answer('"result":{}')], mark)).toMatchObject({
      verdict: 'failed',
      reason: expect.stringMatching(/^line 2: the result must/),
    })
    expect((await runChecks(file, [answer('"error":{"code":1,"message":"a"}')], mark)).verdict).toBe('failed')
    expect((await runChecks(file, ['{}'], mark)).reason).toBe('line 2: the response has no result')
  })
})

const replay = (
  exchanges: RecordedExchange[],
  change: (response: string) => string = (response) => response,
): Target => {
  const answers = new Map(
    exchanges.flatMap(({ rounds }) => rounds.map(({ request, response }) => [request, response])),
  )
  return functionTarget((body) =>
    new TextEncoder().encode(change(answers.get(new TextDecoder().decode(body)) ?? '{"result":null}')),
  )
}

describeCorpus('execution-apis/tests', 'the official suite', (path) => {
  test('D4 is 28 of 28 equal, byte for byte, on what it was recorded from', async () => {
    const exchanges = await readExchanges(path)
    const report = await run(planExchanges(exchanges), replay(exchanges))
    expect(reportText(report)).toContain('exchanges: 28 of 28 equal, 28 byte for byte')
  })

  test('D4 finds one changed digit and one changed space', async () => {
    const exchanges = await readExchanges(path)
    const digit = await run(
      planExchanges(exchanges),
      replay(exchanges, (response) => response.replace('"gasUsed":"0x2b1dc"', '"gasUsed":"0x2b1dd"')),
    )
    expect(reportText(digit)).toContain('exchanges: 27 of 28 equal, 27 byte for byte')
    expect(reportText(digit)).toContain('/result/gasUsed: expected "0x2b1dc", got "0x2b1dd"')
    const space = await run(
      planExchanges(exchanges),
      replay(exchanges, (response) => response.replace('"gasUsed":"0x2b1dc"', '"gasUsed": "0x2b1dc"')),
    )
    expect(reportText(space)).toContain('exchanges: 28 of 28 equal, 27 byte for byte')
  })
})
