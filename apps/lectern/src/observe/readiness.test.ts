import { createServerState } from '@lectern/server'
import { expect, test } from 'vitest'
import { checkReadiness, type ReadinessSources } from './readiness.ts'

const now = () => Date.now() / 1_000
const judge = (changes: Partial<ReadinessSources> = {}) =>
  checkReadiness({
    state: createServerState(),
    headTime: () => now() - 100,
    isDamaged: () => false,
    isReplaced: () => false,
    maxAge: 0,
    ...changes,
  })

test('a server that holds blocks and is left alone is ready', () => {
  expect(judge()).toEqual({
    criteria: { stored: 1, recent: 1, sound: 1, same: 1, calm: 1, staying: 1 },
    reasons: [],
  })
})

const state = createServerState()
const damagedStore = () => {
  throw new Error('damaged')
}

test.each<[string, Partial<ReadinessSources>, string[]]>([
  ['no block is stored', { headTime: () => null }, ['importing']],
  ['the head is older than the operator allows', { maxAge: 50 }, ['behind']],
  ['an answer met damaged bytes', { isDamaged: () => true }, ['damaged']],
  ['the head cannot be read', { headTime: damagedStore }, ['damaged']],
  ['the store is another one', { isReplaced: () => true }, ['replaced']],
  ['requests are refused', { state: { ...state, overloaded: true } }, ['overloaded']],
  ['it is about to end', { state: { ...state, draining: true } }, ['draining']],
  ['much is wrong', { state: { ...state, draining: true }, headTime: () => null }, ['importing', 'draining']],
])('not ready, with the reason, where %s', (_, changes, reasons) => {
  expect(judge(changes).reasons).toEqual(reasons)
  expect(Object.values(judge(changes).criteria).filter((holds) => holds === 0)).toHaveLength(reasons.length)
})

test('a head within the age that is allowed is recent, to the second', () => {
  expect(judge({ maxAge: 110 }).criteria.recent).toBe(1)
  expect(judge({ maxAge: 90 }).criteria.recent).toBe(0)
})
