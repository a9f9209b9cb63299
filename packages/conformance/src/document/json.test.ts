import { expect, test } from 'vitest'
import { compare, compareReplies, describeDifference } from './json.ts'

const equal: [string, unknown, unknown][] = [
  ['key order is free', { a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }],
  ['numbers are float64', { a: 1 }, JSON.parse('{"a":1.0}')],
  ['minus zero is zero', [0], [-0]],
  [
    'the message of an error both have is free',
    { error: { code: 1, message: 'a' } },
    { error: { code: 1, message: 'b' } },
  ],
  ['a missing message is free too', { error: { code: 1 } }, { error: { code: 1, message: 'b' } }],
  ['messages in a batch are free', [{ error: { message: 'a' } }], [{ error: { message: 'b' } }]],
]
test.each(equal)('%s', (_, expected, actual) => {
  expect(compareReplies(expected, actual)).toEqual([])
})

const different: [string, unknown, unknown, string[]][] = [
  ['a missing key', { a: 1, b: 2 }, { a: 1 }, ['/b: expected 2, got nothing']],
  ['an extra key', { a: 1 }, { a: 1, b: 2 }, ['/b: expected nothing, got 2']],
  ['an absent and a null value', { a: null }, {}, ['/a: expected null, got nothing']],
  ['the case of a string', { a: '0xab' }, { a: '0xAB' }, ['/a: expected "0xab", got "0xAB"']],
  ['the order of an array', [1, 2], [2, 1], ['/0: expected 1, got 2', '/1: expected 2, got 1']],
  ['the length of an array', [1], [1, 2], ['/1: expected nothing, got 2']],
  ['a shorter array', [1, 2], [1], ['/1: expected 2, got nothing']],
  ['kinds', { a: [] }, { a: {} }, ['/a: expected [], got {}']],
  ['a number and its text', 1, '1', ['the whole value: expected 1, got "1"']],
  ['inherited names', {}, JSON.parse('{"__proto__":1}'), ['/__proto__: expected nothing, got 1']],
  ['names with slashes', { 'a/b~c': 1 }, { 'a/b~c': 2 }, ['/a~1b~0c: expected 1, got 2']],
  [
    'an error code',
    { error: { code: 1, message: 'a' } },
    { error: { code: 2 } },
    ['/error/code: expected 1, got 2'],
  ],
  [
    'an error and a result',
    { error: { code: 1, message: 'a' } },
    { result: null },
    ['/error: expected {"code":1,"message":"a"}, got nothing', '/result: expected nothing, got null'],
  ],
  ['data of an error', { error: { data: 1 } }, { error: { data: 2 } }, ['/error/data: expected 1, got 2']],
  [
    'the length of a batch',
    [{ error: { message: 'a' } }],
    [],
    ['/0: expected {"error":{"message":"a"}}, got nothing'],
  ],
  ['a longer batch', [], [1], ['/0: expected nothing, got 1']],
]
test.each(different)('%s is distinguished', (_, expected, actual, sentences) => {
  expect(compareReplies(expected, actual).map(describeDifference)).toEqual(sentences)
})

test('an error message deeper than a response is compared', () => {
  const [left, right] = [{ result: { error: { message: 'a' } } }, { result: { error: { message: 'b' } } }]
  expect(compareReplies(left, right)).toHaveLength(1)
  expect(compare({ error: { message: 'a' } }, { error: { message: 'b' } })).toHaveLength(1)
})

test('a line break in a name is written out', () => {
  expect(compare({}, { 'a\n::b': 1 }).map(describeDifference)).toEqual([
    String.raw`/a\n::b: expected nothing, got 1`,
  ])
})
