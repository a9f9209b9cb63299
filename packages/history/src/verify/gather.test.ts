import { expect, test } from 'vitest'
import { gather } from './gather.ts'

test('a gathered value is equal, its bytes lie one after the other in one buffer, and the original keeps its own', () => {
  const [a, b, c] = [Uint8Array.of(1, 2), Uint8Array.of(9, 3, 9).subarray(1, 2), new Uint8Array()]
  const original = { a, list: [b, [c]], number: 7n, text: 'x', none: null, absent: undefined, is: true }
  const { value, buffer } = gather(original)
  expect(value).toEqual(original)
  expect(new Uint8Array(buffer)).toEqual(Uint8Array.of(1, 2, 3))
  for (const bytes of [value.a, value.list[0] as Uint8Array]) expect(bytes.buffer).toBe(buffer)
  structuredClone(value, { transfer: [buffer] })
  expect([...a, ...b]).toEqual([1, 2, 3])
})
