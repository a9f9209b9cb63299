import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fail, skip, type Check, type Finding } from '../rules/check.ts'
import * as table from '../rules/ethereum/dialects.ts'

const { dialects, divergences } = table
import { createGrader, type GradingOptions } from './grade.ts'
import { readKnownFailing } from '../files.ts'
import { matches } from './glob.ts'
import { isUnexpected } from './report.ts'
import { run } from '../run.ts'
import { functionTarget } from '../endpoint/target.ts'

const check = (id: string, finding?: Finding): Check => ({
  id,
  level: 'MUST',
  sentence: 'A rule.',
  source: 'a text',
  run: async () => finding,
})
const nobody = functionTarget(() => new TextEncoder().encode('{"result":null}'))
const verdicts = async (checks: Check[], options: GradingOptions) =>
  Object.fromEntries((await run(checks, nobody, options)).results.map(({ id, verdict }) => [id, verdict]))
const answer = (text: string) => ({
  request: '{}',
  status: 200,
  headers: new Headers(),
  text,
  value: text === '' ? undefined : (JSON.parse(text) as unknown),
})
const discovery = answer('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}')

describe('a list of known failures', () => {
  const checks = [
    check('a/1', fail('wrong')),
    check('a/2'),
    check('a/3', skip('nothing')),
    check('b/1', fail('wrong')),
  ]

  test('what is listed and fails is known, what is listed and passes is stale, what is skipped is neither', async () => {
    expect(await verdicts(checks, { knownFailing: ['a/1', 'a/2', 'a/3'] })).toEqual({
      'a/1': 'known',
      'a/2': 'stale',
      'a/3': 'skipped',
      'b/1': 'failed',
    })
  })

  test('what is stale says which line to take out', async () => {
    const report = await run(checks.slice(1, 2), nobody, { knownFailing: ['a/*'] })
    expect(report.results[0]!.reason).toMatch(
      /^It passes, though .* names it as a\/\*: take that line out\.$/,
    )
  })

  test('a glob is stale only when nothing under it fails', async () => {
    expect(await verdicts(checks, { knownFailing: ['a/*', 'b/*'] })).toEqual({
      'a/1': 'known',
      'a/2': 'passed',
      'a/3': 'skipped',
      'b/1': 'known',
    })
    expect(await verdicts(checks.slice(1, 3), { knownFailing: ['a/*'] })).toEqual({
      'a/2': 'stale',
      'a/3': 'skipped',
    })
  })

  test('a line that names no check is refused, with its text', () => {
    expect(() => createGrader(checks, { knownFailing: ['c/1'] })).toThrow(
      'The list of known failures names "c/1", but there is no such check.',
    )
  })

  test('is a text with one id or glob a line, # for comments, blanks without meaning', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-known-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'list')
    writeFileSync(file, '# ours\n\n  a/1  # issue 7\r\nb/*\n#a/2\n')
    expect(await readKnownFailing(file)).toEqual(['a/1', 'b/*'])
  })

  test('that cannot be read is an error with its path', async () => {
    await expect(readKnownFailing('/nowhere/list')).rejects.toThrow('/nowhere/list: cannot be read.')
  })

  test('a failure and a stale line are unexpected, and nothing else', () => {
    expect(
      (['passed', 'failed', 'known', 'skipped', 'stale'] as const).filter((verdict) =>
        isUnexpected({ verdict }),
      ),
    ).toEqual(['failed', 'stale'])
  })
})

describe('a dialect', () => {
  test('excuses a failure that deviates exactly as it says, and says who says so', async () => {
    const { results, dialect } = await run([check('discover/D01', fail('no document', discovery))], nobody, {
      dialect: 'geth',
    })
    expect(results[0]).toMatchObject({
      verdict: 'known',
      known: { by: 'dialect', name: 'geth: no-discovery', source: expect.stringContaining('EIP-1901') },
    })
    expect(dialect).toBe('geth')
  })

  test.each([
    ['another code', fail('no', answer('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"x"}}'))],
    ['a result', fail('no', answer('{"jsonrpc":"2.0","id":1,"result":{}}'))],
    ['no response at all', fail('no')],
    ['a failure beside the known one', { ...fail('no', discovery), others: [fail('more', answer('""'))] }],
  ])('does not excuse %s', async (_, finding) => {
    expect(await verdicts([check('discover/D01', finding)], { dialect: 'geth' })).toEqual({
      'discover/D01': 'failed',
    })
  })

  test('does not excuse another client', async () => {
    const finding = fail('served', answer('{"jsonrpc":"2.0","id":true,"result":{}}'))
    expect(await verdicts([check('protocol/S11', finding)], { dialect: 'geth' })).toEqual({
      'protocol/S11': 'known',
    })
    expect(await verdicts([check('protocol/S11', finding)], { dialect: 'besu' })).toEqual({
      'protocol/S11': 'failed',
    })
    expect(await verdicts([check('protocol/S11', finding)], {})).toEqual({ 'protocol/S11': 'failed' })
  })

  test('that keeps the rule passes', async () => {
    expect(await verdicts([check('discover/D01')], { dialect: 'geth' })).toEqual({ 'discover/D01': 'passed' })
  })

  test('that is not known is refused, with those that are', () => {
    expect(() => createGrader([], { dialect: 'parity' }, table)).toThrow(
      `"parity" is not one of the dialects ${dialects.join(', ')}.`,
    )
  })

  test('each row says what is done otherwise in a sentence, and where that stands', () => {
    for (const { name, sentence, source, clients } of divergences) {
      expect(name).toMatch(/^[a-z0-9-]+$/)
      expect(sentence).toMatch(/^\S.*\.$/)
      expect(source.length).toBeGreaterThan(5)
      expect(clients.length).toBeGreaterThan(0)
    }
  })
})

test('the lenient mode lists what other chains have of their own, and fails on all else', async () => {
  const extra = { ...fail('l1Fee'), tolerable: true }
  const checks = [
    check('a/1', extra),
    check('a/2', { ...extra, others: [fail('gas')] }),
    check('a/3', fail('gas')),
  ]
  expect(await verdicts(checks, { mode: 'lenient' })).toEqual({
    'a/1': 'known',
    'a/2': 'failed',
    'a/3': 'failed',
  })
  expect(await verdicts(checks, {})).toEqual({ 'a/1': 'failed', 'a/2': 'failed', 'a/3': 'failed' })
})

describe('history that is gone', () => {
  const none = answer('{"jsonrpc":"2.0","id":1,"result":null}')
  const at = (depth: bigint) => ({ ...fail('null', none), depth })

  test.each([
    ['geth', 2_350_000n],
    ['reth', 10_064n],
    ['nethermind', 2_350_000n],
  ])(
    'is borne of %s from %i blocks below the head on, not of newer blocks, nor where nobody knows',
    async (dialect, depth) => {
      const checks = [
        check('link/a/old', at(depth)),
        check('link/a/new', at(depth - 1n)),
        check('link/a/head', at(0n)),
        check('link/a/both', { ...at(depth), others: [at(depth - 1n)] }),
        check('link/a/unknown', fail('null', none)),
      ]
      expect(await verdicts(checks, { dialect })).toEqual({
        'link/a/old': 'known',
        'link/a/new': 'failed',
        'link/a/head': 'failed',
        'link/a/both': 'failed',
        'link/a/unknown': 'failed',
      })
    },
  )
})

describe('geth, by its dialect', () => {
  const served = answer('{"jsonrpc":"2.0","id":1,"result":null}')
  const invalid = answer(
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"hex string without 0x prefix"}}',
  )

  test.each([
    ['a flag that is null is false', 'invalid/eth_getBlockByNumber/1/true/type/0', served],
    ['a second end of an object is not read', 'protocol/J15/closed-twice', served],
    ['a comma behind the value is not read', 'protocol/J15/comma-after', served],
    ['U+0000 behind the value is not read', 'protocol/J15/null-after', served],
    ['an escape in a hash is not read', 'same/eth_getTransactionByHash/escapes', invalid],
    ['an escape in a number is not read', 'same/eth_getBlockByNumber/escapes', invalid],
  ])('%s', async (_, id, exchange) => {
    expect(await verdicts([check(id, fail('x', exchange))], { dialect: 'geth' })).toEqual({ [id]: 'known' })
  })

  test('bears no other part of the grammar, nor another flag', async () => {
    const ids = [
      'protocol/J15/literal-case',
      'protocol/J15/open-array',
      'invalid/eth_getBlockByNumber/1/true/type/1',
    ]
    expect(
      await verdicts(
        ids.map((id) => check(id, fail('x', served))),
        { dialect: 'geth' },
      ),
    ).toEqual(Object.fromEntries(ids.map((id) => [id, 'failed'])))
  })
})

test.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/bc', false],
  ['a/*', 'a/', true],
  ['*', '', true],
  ['*b*', 'abc', true],
  ['a*b*a', 'aba', true],
  ['a*b*a', 'ab', false],
  ['a*a', 'a', false],
  ['a**c', 'abc', true],
  ['*.x', 'a.y', false],
])('the glob %s of %s is %s', (glob, text, isMatch) => expect(matches(glob, text)).toBe(isMatch))
