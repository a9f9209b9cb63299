import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { reasonOf } from './error.ts'

/** Returns what a function throws. */
function caught(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

test("the system's reasons are given in words, all others as they are but for their full stop", () => {
  expect(reasonOf(caught(() => readFileSync('/nowhere')))).toBe('no such file or directory')
  expect(reasonOf(caught(() => gunzipSync(new Uint8Array(9))))).toBe('incorrect header check')
  expect(reasonOf(new Error('of its own'))).toBe('of its own')
  expect(reasonOf(new Error('a sentence.'))).toBe('a sentence')
  expect(reasonOf(new Error('cut off...'))).toBe('cut off...')
})
