import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRenderedBlocks } from './rendered-blocks.ts'

test('what was asked for longest ago goes first, when the limit is passed by a byte', () => {
  const blocks = createRenderedBlocks(100)
  for (const name of ['a', 'b']) blocks.add(name, new Uint8Array(40))
  blocks.get('a')
  blocks.add('c', new Uint8Array(20))
  expect(['a', 'b', 'c'].map((name) => blocks.get(name)?.length)).toEqual([40, 40, 20])
  blocks.add('d', new Uint8Array(1))
  expect(['a', 'b', 'c', 'd'].map((name) => blocks.get(name)?.length)).toEqual([undefined, 40, 20, 1])
})

test('one that is bigger than the limit is not kept, and a limit of 0 keeps nothing', () => {
  const blocks = createRenderedBlocks(10)
  blocks.add('a', new Uint8Array(11))
  expect(blocks.get('a')).toBeUndefined()
  const none = createRenderedBlocks(0)
  none.add('a', new Uint8Array(1))
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
      const blocks = createRenderedBlocks(limit)
      const last = new Map<string, number>()
      for (const { name, length, isAdded } of steps) {
        if (isAdded) {
          blocks.add(name, new Uint8Array(length))
          last.set(name, length)
        } else expect([undefined, last.get(name)]).toContain(blocks.get(name)?.length)
        const kept = ['a', 'b', 'c', 'd'].map((each) => blocks.get(each)?.length ?? 0)
        expect(kept.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(limit)
      }
    }),
  )
})
