import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRenderedAnswers, type Rendered } from './rendered-answers.ts'

const answer = (length: number): Rendered => ({ json: new Uint8Array(length), number: 1, block: '0x' })

test('what was asked for longest ago goes first, when the limit is passed by a byte', () => {
  const answers = createRenderedAnswers(100)
  for (const name of ['a', 'b']) answers.add(name, answer(40))
  answers.get('a')
  answers.add('c', answer(20))
  expect(['a', 'b', 'c'].map((name) => answers.get(name)?.json.length)).toEqual([40, 40, 20])
  answers.add('d', answer(1))
  expect(['a', 'b', 'c', 'd'].map((name) => answers.get(name)?.json.length)).toEqual([undefined, 40, 20, 1])
})

test('one that is bigger than the limit is not kept, and a limit of 0 keeps nothing', () => {
  const answers = createRenderedAnswers(10)
  answers.add('a', answer(11))
  expect(answers.get('a')).toBeUndefined()
  const none = createRenderedAnswers(0)
  none.add('a', answer(1))
  expect(none.get('a')).toBeUndefined()
})

test('never more is kept than the limit, whatever comes', () => {
  const step = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    length: fc.nat(60),
    isAdded: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step), fc.nat(100), (steps, limit) => {
      const answers = createRenderedAnswers(limit)
      const last = new Map<string, number>()
      for (const { name, length, isAdded } of steps) {
        if (isAdded) {
          answers.add(name, answer(length))
          last.set(name, length)
        } else expect([undefined, last.get(name)]).toContain(answers.get(name)?.json.length)
        const kept = ['a', 'b', 'c', 'd'].map((each) => answers.get(each)?.json.length ?? 0)
        expect(kept.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(limit)
      }
    }),
  )
})
