import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { HistoryError } from '../../error.ts'
import { appendRows, findRow, GROUP, type PlacedRow, readGroup, removeRow } from './cold-rows.ts'
import { read } from './lmdb-internals.ts'
import { closeTables, openTables } from './tables.ts'

function openTable() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-'))
  const tables = openTables(folder, { readOnly: false })
  onTestFinished(async () => {
    await closeTables(tables)
    rmSync(folder, { recursive: true })
  })
  return { table: tables.cold, change: (make: () => void) => tables.root.transactionSync(make) }
}

const toRow = (first: number): PlacedRow => ({
  first,
  row: Uint8Array.from({ length: first % 90 }, (_, index) => first + index),
})

test('the row of a position is the last that begins there or before, as rows come and go', () => {
  const { table, change } = openTable()
  const counts = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3 * GROUP })), {
    minLength: 1,
    maxLength: 80,
  })
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 20 }), fc.nat(2 ** 40), (counts, perCommit, start) => {
      let end = start
      const firsts = counts.map((count) => (end += count) - count)
      for (let at = 0; at < firsts.length; at += perCommit)
        change(() => appendRows(table, firsts.slice(at, at + perCommit).map(toRow)))
      while (firsts.length > 0) {
        for (const [index, first] of firsts.entries())
          for (const position of [first, (firsts[index + 1] ?? end) - 1]) {
            const found = findRow(table, position)
            expect({ ...found, row: Uint8Array.from(found.row) }).toEqual(toRow(first))
          }
        end = firsts.pop()!
        change(() => removeRow(table, end))
      }
      expect([...table.getKeys()]).toEqual([])
    }),
    { numRuns: 20 },
  )
})

test('a position without a row, and a group that is cut or changed, are damage', () => {
  const { table, change } = openTable()
  change(() => appendRows(table, [10, 11, 200].map(toRow)))
  expect(() => findRow(table, 9)).toThrow(HistoryError)
  expect(() => findRow(table, 2 ** 30)).toThrow(HistoryError)
  const whole = read(table, 0)!.slice()
  const lengths = readGroup(table, 0).map(({ row }) => row.length)
  expect(lengths).toEqual([10, 11, 20])
  const refuse = (value: Uint8Array) => {
    change(() => table.putSync(0, value))
    expect(() => findRow(table, 300)).toThrow(HistoryError)
  }
  for (let end = 1; end < whole.length; end++) if (end !== 16 && end !== 33) refuse(whole.slice(0, end))
  refuse(whole.with(0, 2)) // the place of the first row
  refuse(whole.with(1, 11)) // the same as the second's
  refuse(whole.with(5, 11)) // its length
})
