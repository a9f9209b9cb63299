import type { Allocate } from '../records/records.ts'

// A signed transaction ends with two numbers that do not compress. A frame has them apart, so that zstd finds shorter codes for the rest.

/** The bytes of a signature in a frame: two numbers of 32 bytes. */
export const SIGNATURE = 64

/** An envelope, split into its first bytes and its signature. */
export interface SplitEnvelope {
  readonly head: Uint8Array
  readonly signature: Uint8Array
}

/** Splits an envelope. Returns undefined if it does not end with two numbers, or does not say its length. */
export function splitEnvelope(envelope: Uint8Array): SplitEnvelope | undefined {
  const signature = new Uint8Array(SIGNATURE)
  let end = envelope.length
  for (const to of [SIGNATURE, SIGNATURE - NUMBER]) {
    const length = findNumber(envelope, end)
    if (length === 0) return undefined
    signature.set(envelope.subarray(end - length, end), to - length)
    end -= length + 1
  }
  if (end < LONGEST_PREFIX || envelopeLength(envelope, 0) !== envelope.length) return undefined
  return { head: envelope.subarray(0, end), signature }
}

/** Joins the first bytes of an envelope and the signature at a place of a frame, in memory of `take`. */
export function joinEnvelope(
  head: Uint8Array,
  frame: Uint8Array,
  signature: number,
  take: Allocate,
): Uint8Array {
  const envelope = take(head.length + signatureLength(frame, signature))
  envelope.set(head)
  let at = head.length
  for (let number = signature; number < signature + SIGNATURE; number += NUMBER) {
    const length = numberLength(frame, number)
    envelope[at++] = SHORT_STRING + length
    // A copy of few bytes by `set` takes longer.
    for (let from = number + NUMBER - length; from < number + NUMBER; from++) envelope[at++] = frame[from]!
  }
  return envelope
}

/** Returns the length of the signature's RLP in its envelope. */
export const signatureLength = (frame: Uint8Array, at: number): number =>
  2 + numberLength(frame, at) + numberLength(frame, at + NUMBER)

/** Returns the length of the envelope that begins at a place, from its first bytes. */
export const envelopeLength = (bytes: Uint8Array, at: number): number =>
  bytes[at]! < EMPTY_LIST ? 1 + listLength(bytes, at + 1) : listLength(bytes, at)

/** Returns the length of the RLP list that begins at a place. */
export function listLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!
  if (first <= LONG_LIST) return 1 + first - EMPTY_LIST
  const prefix = first - LONG_LIST
  let length = 0
  for (let i = at + 1; i <= at + prefix; i++) length = 256 * length + bytes[i]!
  return 1 + prefix + length
}

/** Returns the length of the longest number that ends at a place; 0 for none. */
function findNumber(bytes: Uint8Array, end: number): number {
  let length = NUMBER
  while (length > 0 && (bytes[end - length - 1] !== SHORT_STRING + length || bytes[end - length] === 0))
    length--
  return length
}

/** Returns the length of a number of 32 bytes without the zeros before it. */
function numberLength(bytes: Uint8Array, at: number): number {
  let length = NUMBER
  while (length > 1 && bytes[at + NUMBER - length] === 0) length--
  return length
}

const NUMBER = 32
const SHORT_STRING = 0x80
const EMPTY_LIST = 0xc0
const LONG_LIST = 0xf7
const LONGEST_PREFIX = 10
