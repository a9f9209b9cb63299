import { listPrefix } from '@lectern/chain/internal'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate } from '../records/records.ts'
import { envelopeLength, joinEnvelope, SIGNATURE, signatureLength, splitEnvelope } from './envelopes.ts'

// No byte looks like the length of a longer number.
const low = { max: 0x7f }
const number = fc.uint8Array({ ...low, minLength: 1, maxLength: 32 }).filter(([first]) => first !== 0)
const type = fc.constantFrom([], [2], [0x7e])

/** Returns an envelope that ends with two numbers. */
function encode(type: readonly number[], fields: Uint8Array, r: Uint8Array, s: Uint8Array): Uint8Array {
  const tail = Uint8Array.of(0x80 + r.length, ...r, 0x80 + s.length, ...s)
  return Uint8Array.of(...type, ...listPrefix(fields.length + tail.length), ...fields, ...tail)
}

/** Splits an envelope, and joins it in a frame. */
function pass(envelope: Uint8Array) {
  const split = splitEnvelope(envelope)
  if (split === undefined) return undefined
  const { head, signature } = split
  expect(signature).toHaveLength(SIGNATURE)
  const frame = Uint8Array.of(7, ...signature, ...head, 9)
  const length = envelopeLength(frame, 1 + SIGNATURE) - signatureLength(frame, 1)
  expect(length).toBe(head.length)
  return joinEnvelope(frame.subarray(1 + SIGNATURE, 1 + SIGNATURE + length), frame, 1, allocate)
}

test('an envelope with a signature of any two numbers is joined as it was', () => {
  const fields = fc.uint8Array({ ...low, minLength: 10, maxLength: 70_000 })
  fc.assert(
    fc.property(type, fields, number, number, (...parts) => {
      const envelope = encode(...parts)
      expect(Buffer.compare(pass(envelope)!, envelope)).toBe(0)
    }),
  )
})

test('other bytes are not split, or joined as they were', () => {
  const bytes = fc.uint8Array({ maxLength: 40 })
  const likely = fc.array(fc.constantFrom(0xc0, 0xf8, 0xf9, 0x7e, 2, 0, 0x81, 0xa0, 20), { maxLength: 30 })
  fc.assert(
    fc.property(fc.oneof(bytes, likely), (given) => {
      const envelope = Uint8Array.from(given)
      const joined = pass(envelope)
      if (joined) expect(Buffer.compare(joined, envelope)).toBe(0)
    }),
    { numRuns: 2_000 },
  )
  const zero = encode([2], new Uint8Array(20), Uint8Array.of(1), Uint8Array.of(0))
  expect([new Uint8Array(0), zero, zero.subarray(1)].map(splitEnvelope)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
