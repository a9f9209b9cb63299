import { expect, test } from 'vitest'
import { compare } from '../../document/json.ts'
import { foldLines, markLines, type Line } from './evidence.ts'

const signs = { same: ' ', actual: '-', expected: '+', fold: ' ' }
const print = (lines: readonly Line[]) => lines.map(({ mark, text }) => `${signs[mark]} ${text}`).join('\n')
const mark = (expected: unknown, actual: unknown) =>
  print(markLines(JSON.stringify(actual), compare(expected, actual)))

test('a member that differs is marked, with the one expected below it', () => {
  expect(mark({ a: 1, b: { c: [1, 2] }, d: 3 }, { a: 1, b: { c: [1, 5] }, d: 3 })).toMatchInlineSnapshot(`
    "  {
        "a": 1,
        "b": {
          "c": [
            1,
    -       5
    +       2
          ]
        },
        "d": 3
      }"
  `)
})

test('a member too many and one too few', () => {
  expect(mark({ a: 1, 'x/y~': {} }, { a: 1, b: [1] })).toMatchInlineSnapshot(`
    "  {
        "a": 1,
    -   "b": [
    -     1
    -   ],
    +   "x/y~": {}
      }"
  `)
})

test('a value of another kind', () => {
  expect(mark({ logs: [] }, { logs: { '0': null } })).toMatchInlineSnapshot(`
    "  {
    -   "logs": {
    -     "0": null
    -   }
    +   "logs": []
      }"
  `)
  expect(mark([1], null)).toMatchInlineSnapshot(`
    "- null
    + [
    +   1
    + ]"
  `)
})

test('equal values have no mark', () => {
  expect(markLines('{"a":[{}]}').map((line) => line.mark)).toEqual(Array(5).fill('same'))
})

test('what is not JSON is its own lines', () => {
  expect(print(markLines('<html>\n</html>'))).toBe('  <html>\n  </html>')
})

test('what is nested deeper than fifty levels stays on one line', () => {
  const deep = markLines(`${'['.repeat(1_000)}${']'.repeat(1_000)}`)
  expect(deep).toHaveLength(103)
  expect(markLines('['.repeat(1_000_000))).toHaveLength(1)
})

test('lines far from a mark are folded', () => {
  const value = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m${index}`, index]))
  const lines = markLines(JSON.stringify(value), compare({ ...value, m20: 0 }, value))
  expect(print(foldLines(lines, { context: 1 }))).toMatchInlineSnapshot(`
    "  … 20 lines
        "m19": 19,
    -   "m20": 20,
    +   "m20": 0,
        "m21": 21,
      … 19 lines"
  `)
  expect(print(foldLines(lines, { most: 2 }))).toMatchInlineSnapshot(`
    "  … 18 lines
        "m17": 17,
      … 8 lines"
  `)
})

test('a long line is cut, the sooner where it stands beside a marked one', () => {
  const value = { a: 1, data: 'x'.repeat(3_000) }
  const lengths = (expected: object) =>
    foldLines(markLines(JSON.stringify(value), compare(expected, value))).map(({ text }) => text.length)
  const shown = '… (3012 characters)'.length
  expect(lengths(value)).toEqual([1, 9, 2_000 + shown, 1])
  expect(lengths({ ...value, a: 2 })).toEqual([1, 9, 9, 120 + shown, 1])
})
