import { expect, test } from 'vitest'
import { findDoubledName } from './json-text.ts'

test.each([
  ['at the top', '{"a":1,"b":2,"a":3}', 'a'],
  ['deep inside', '{"a":[{"b":{"c":1 , "d":[], "c" :2}}]}', 'c'],
  ['behind objects that have it once', '[{"a":{"a":1}},{"a":1},{"a":{},"a":1}]', 'a'],
  ['once with an escape', String.raw`{"a":1,"\u0061":2}`, 'a'],
  ['that is empty', '{"":1,"":2}', ''],
  ['with a quote in it', String.raw`{"\"":1,"\\":2,"\"":3}`, '"'],
  ['of an object’s own', '{"__proto__":1,"__proto__":2}', '__proto__'],
])('a duplicate member is found: %s', (_, text, name) => {
  expect(findDoubledName(text)).toBe(name)
})

test.each([
  ['one name in several objects', '{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":1}}'],
  ['a text that looks like names', String.raw`{"a":"\"a\":1,\"a\":2","b":"\\"}`],
  ['the same text twice', '["a","a",{"b":"a","c":"a"}]'],
  ['names that differ in case', '{"a":1,"A":2}'],
  ['a string without an end', '{"a":"'],
  ['nothing', ''],
])('no duplicate member in %s', (_, text) => {
  expect(findDoubledName(text)).toBeUndefined()
})

test('a nesting without measure is read', () => {
  expect(findDoubledName('[{"a":'.repeat(200_000))).toBeUndefined()
})
