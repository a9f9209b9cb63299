import type { FollowStatus } from '@lectern/follow'
import { HistoryError } from '@lectern/history'
import { createServerState } from '@lectern/server'
import { expect, test } from 'vitest'
import { checkReadiness, isNear, type ReadinessSources } from './readiness.ts'

const now = () => Date.now() / 1_000
const check = (changes: Partial<ReadinessSources> = {}) =>
  checkReadiness({
    state: createServerState(),
    headTime: async () => now() - 100,
    isDamaged: () => false,
    isReplaced: () => false,
    isFollowed: () => true,
    isOverloaded: () => false,
    maxAge: 0,
    ...changes,
  })

test('a server that holds blocks and is left alone is ready', async () => {
  expect(await check()).toEqual({
    criteria: { stored: 1, recent: 1, reached: 1, sound: 1, same: 1, calm: 1, staying: 1 },
    reasons: [],
  })
})

const state = createServerState()
const damagedStore = () => Promise.reject(new Error('damaged'))
const silentStore = () => Promise.reject(new HistoryError('unavailable', 'No node answers.'))

test.each<[string, Partial<ReadinessSources>, string[]]>([
  ['no block is stored', { headTime: async () => null }, ['importing']],
  ['the head is older than the operator allows', { maxAge: 50 }, ['behind']],
  ['it is behind the nodes that it follows', { isFollowed: () => false }, ['behind']],
  ['an answer met damaged bytes', { isDamaged: () => true }, ['damaged']],
  ['the head cannot be read', { headTime: damagedStore }, ['damaged']],
  ['the cluster does not answer', { headTime: silentStore, maxAge: 50 }, ['unavailable']],
  ['the store is another one', { isReplaced: () => true }, ['replaced']],
  ['requests wait for too long', { isOverloaded: () => true }, ['overloaded']],
  ['it is about to end', { state: { ...state, draining: true } }, ['draining']],
  [
    'much is wrong',
    { state: { ...state, draining: true }, headTime: async () => null },
    ['importing', 'draining'],
  ],
])('not ready, with the reason, where %s', async (_, changes, reasons) => {
  expect((await check(changes)).reasons).toEqual(reasons)
  expect(Object.values((await check(changes)).criteria).filter((holds) => holds === 0)).toHaveLength(
    reasons.length,
  )
})

test('a head is recent up to the allowed age, to the second', async () => {
  expect((await check({ maxAge: 110 })).criteria.recent).toBe(1)
  expect((await check({ maxAge: 90 })).criteria.recent).toBe(0)
})

test('a follower is near up to the allowed blocks, unless it has stalled, halted or said nothing', () => {
  const status = { phase: 'follow', lagBlocks: 32 } as FollowStatus
  expect([isNear(status, 32), isNear(status, 31), isNear(status, 0)]).toEqual([true, false, true])
  expect(isNear({ ...status, phase: 'stalled' }, 32)).toBe(false)
  expect(isNear({ ...status, phase: 'halted' }, 32)).toBe(false)
  expect(isNear({ ...status, lagBlocks: null }, 32)).toBe(false)
  expect(isNear(null, 32)).toBe(false)
})
