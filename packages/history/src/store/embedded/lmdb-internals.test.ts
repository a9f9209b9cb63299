import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import {
  append,
  commitRead,
  createPin,
  createRenewal,
  internals,
  lastCommit,
  onTurn,
  read,
  readRange,
  usedBytes,
} from './lmdb-internals.ts'
import { closeTables, openTables } from './tables.ts'

test('each private part of lmdb does what the store needs of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
  const tables = openTables(folder, { readOnly: false })
  onTestFinished(async () => {
    await closeTables(tables)
    rmSync(folder, { recursive: true })
  })
  const { blocks, records, root } = tables
  const commit = lastCommit(root)
  const used = usedBytes(root)
  root.transactionSync(() => {
    append(blocks, 1, Uint8Array.of(1))
    append(records, 2 ** 40, new Uint8Array(100_000).fill(2))
    expect(() => append(blocks, 1, Uint8Array.of(3))).toThrow('key 1, which is not the highest,')
  })
  expect(lastCommit(root)).toBe(commit + 1)
  expect([read(blocks, 1)?.length, commitRead()]).toEqual([1, commit + 1])
  expect(usedBytes(root)).toBeGreaterThanOrEqual(used + 100_000)
  expect(internals(blocks).path).toBe(join(folder, 'store.mdb'))

  let turns = 0
  onTurn(tables, () => turns++)
  const [pin, renew] = [createPin(tables), createRenewal(tables)]
  root.resetReadTxn()
  internals(tables.meta).ensureReadTxn()
  expect(turns).toBe(1)
  const transaction = pin()
  expect(pin()).toBe(transaction) // by `use`
  root.transactionSync(() => append(blocks, 2, Uint8Array.of(2)))
  renew()
  root.resetReadTxn()
  expect(read(blocks, 2, { transaction })).toBeUndefined()
  expect([1, 2, 3].map((key) => read(blocks, key)?.[0])).toEqual([1, 2, undefined])
  expect([...readRange(records, 0, 2 ** 41)].map(({ length }) => length)).toEqual([100_000])
  transaction.done()
  transaction.done()
})
