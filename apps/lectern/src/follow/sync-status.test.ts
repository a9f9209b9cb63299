import type { FollowStatus } from '@lectern/follow'
import { expect, test } from 'vitest'
import { createSyncStatus } from './sync-status.ts'

const report = (number: number | null, tip: number | null): FollowStatus =>
  ({
    head: number === null ? null : { number, hash: '0x' },
    tip,
    lagBlocks: tip === null ? null : Math.max(0, tip - (number ?? -1)),
  }) as FollowStatus

test('a server is syncing while its head is more than 32 blocks behind, from where it began', () => {
  let now: FollowStatus | null = null
  const status = createSyncStatus(() => now)
  const at = (next: FollowStatus | null) => {
    now = next
    return status()
  }
  expect(at(null)).toBe(false)
  expect(at(report(5, null))).toBe(false)
  expect(at(report(null, 255))).toEqual({ currentBlock: '0x0', highestBlock: '0xff', startingBlock: '0x0' })
  expect(at(report(200, 256))).toEqual({ currentBlock: '0xc8', highestBlock: '0x100', startingBlock: '0x0' })
  expect(JSON.stringify(status())).toBe(
    '{"currentBlock":"0xc8","highestBlock":"0x100","startingBlock":"0x0"}', // geth's order
  )
  expect(at(report(224, 256))).toBe(false)
  expect(at(report(223, 256))).toEqual({
    currentBlock: '0xdf',
    highestBlock: '0x100',
    startingBlock: '0xdf',
  })
})
