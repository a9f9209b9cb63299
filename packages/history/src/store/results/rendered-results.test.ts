import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Head } from '../interface.ts'
import { createRenderedResults, type Rendered } from './rendered-results.ts'

const head: Head = {
  number: 1n,
  hash: new Uint8Array(32),
  timestamp: 0n,
  lowest: 0n,
  anchor: null,
  safe: null,
  finalized: null,
}

const answer = (length: number): Rendered => ({
  json: new Uint8Array(length),
  number: 1,
  hash: new Uint8Array(32),
  head,
})

const hashOf = (of: number) => `0x${createHash('sha256').update(`${of}`).digest('hex')}`

/** Transactions of names that differ in a digit, and answers of so many bytes. */
function create(limit: number) {
  const answers = createRenderedResults(limit)
  return {
    add: (name: string, length: number) => answers.add('transaction', `0x${name}`, answer(length)),
    lengthOf: (name: string) => answers.get('transaction', `0x${name}`)?.json.length,
  }
}

test('what came first goes first, when the limit is passed by a byte, but not what was asked for since', () => {
  const { add, lengthOf } = create(100)
  for (const name of ['a', 'b', 'c']) add(name, 30)
  expect(lengthOf('a')).toBe(30)
  add('d', 10)
  expect(['a', 'b', 'c', 'd'].map(lengthOf)).toEqual([30, 30, 30, 10])
  add('e', 1) // all have been asked for, so it is the oldest again
  expect(['a', 'b', 'c', 'd', 'e'].map(lengthOf)).toEqual([undefined, 30, 30, 10, 1])

  const other = create(100)
  for (const name of ['a', 'b', 'c']) other.add(name, 30)
  other.lengthOf('a')
  other.add('d', 40)
  expect(['a', 'b', 'c', 'd'].map(other.lengthOf)).toEqual([30, undefined, 30, 40])
})

test('of many that were asked for, some go all the same: nobody waits until all are looked at', () => {
  const names = Array.from({ length: 100 }, (_, index) => index.toString(16))
  const { add, lengthOf } = create(100)
  for (const name of names) add(name, 1)
  names.forEach(lengthOf)
  add('fff', 1)
  expect(names.filter((name) => lengthOf(name) === undefined)).toEqual(['10'])
})

test('one that is bigger than the limit is not stored and drives none out, and a limit of 0 keeps nothing', () => {
  const { add, lengthOf } = create(10)
  add('b', 10)
  add('a', 11)
  expect(['a', 'b'].map(lengthOf)).toEqual([undefined, 10])
  const none = create(0)
  none.add('a', 1)
  expect(none.lengthOf('a')).toBeUndefined()
})

test('each kind has its own result, under the very name that it was asked by', () => {
  const answers = createRenderedResults(1_000)
  const all = ['transaction', 'receipt', 'block', 'wholeBlock'] as const
  const hash = `0x${'0b'.repeat(32)}`
  const names = [hash, hash.replace('b', 'B'), hash.replace('0b', '1b'), '0x0b0b0b0', '0xb0b0b0b']
  for (const [index, reported] of all.entries())
    for (const [at, name] of names.entries()) {
      answers.add(reported, name, answer(1 + 10 * index + at))
      for (const each of names) {
        const found = answers.get(reported, each)?.json.length
        if (found !== undefined) expect(found).toBe(1 + 10 * index + names.indexOf(each))
      }
      expect(answers.get(reported, name)?.json.length).toBe(1 + 10 * index + at)
    }
})

test('what is asked for in turn is asked for again, and of what nobody asks for twice hardly anything seems so', () => {
  const answers = createRenderedResults(1)
  const ask = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => hashOf(from + index)).filter((hash) =>
      answers.isAskedAgain('receipt', hash),
    ).length
  expect(ask(0, 8_000)).toBeLessThan(10)
  expect(ask(0, 8_000)).toBeGreaterThan(7_700)
  expect(ask(8_000, 100_000)).toBeLessThan(100)
  expect(ask(0, 8_000)).toBeLessThan(2_000) // by now it was long ago
})

test('never more is stored than the limit, whatever comes', () => {
  const names = ['a', 'b', 'c', '1000000a'] // the last one drives the first out
  const step = fc.record({ name: fc.constantFrom(...names), length: fc.nat(60), isAdded: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step), fc.nat(100), (steps, limit) => {
      const { add, lengthOf } = create(limit)
      const last = new Map<string, number>()
      for (const { name, length, isAdded } of steps) {
        if (isAdded) {
          add(name, length)
          if (length <= limit) last.set(name, length)
        } else expect([undefined, last.get(name)]).toContain(lengthOf(name))
        const stored = names.map((each) => lengthOf(each) ?? 0)
        expect(stored.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(limit)
      }
    }),
  )
})
