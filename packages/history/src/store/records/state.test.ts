import { expect, test } from 'vitest'
import { fromHex } from '@lectern/chain'
import { decodeState, emptyState, encodeState, type State } from './state.ts'

const hash = fromHex(`0x${'ab'.repeat(32)}`)
const state: State = {
  ...emptyState,
  commit: 258,
  head: { number: 7, hash },
  lowest: 1,
  anchor: { number: 5, hash, grounds: 'stated' },
  safe: 6,
  finalized: 5,
  transactions: 12,
  levels: [{ count: 3, emptied: 1 }],
}

// Stores on disk have these bytes: a change of them needs a new FORMAT.
test('a state is stored as its commit in 8 bytes, JSON and a checksum', () => {
  const bytes = encodeState(state)
  expect([...bytes.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 0, 1, 2])
  expect(Buffer.from(bytes.subarray(8, -4)).toString()).toBe(
    `{"commit":258,"head":{"number":7,"hash":"0x${'ab'.repeat(32)}"},"lowest":1,` +
      `"anchor":{"number":5,"hash":"0x${'ab'.repeat(32)}","grounds":"stated"},` +
      '"safe":6,"finalized":5,' +
      '"transactions":12,"levels":[{"count":3,"emptied":1}]}',
  )
  expect(decodeState(bytes)).toEqual(state)
})
