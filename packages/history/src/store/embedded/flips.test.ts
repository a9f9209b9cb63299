import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { type FlipOutcome, flipBits, makeFlippable } from '../../../test/flipped-store.ts'
import { findStructure } from '../../../test/page-structure.ts'
import { DATA_FILE } from './tables.ts'

const flips = Number(process.env['LECTERN_FLIPS'] ?? (process.env['CI'] ? 120 : 100))
test.each([
  ['hot', Infinity],
  ['hot and cold', 3],
])(
  `${flips} flipped bits of %s blocks, half of them where LMDB's own bytes are, and keys of neighbours, give an error or change no answer, and verifying finds each that does`,
  async (_, hot) => {
    const datadir = await mkdtemp(join(tmpdir(), 'lectern-'))
    const { bytes, pageSize } = await makeFlippable(datadir, { blocks: 16, transactions: 3, hot })
    const file = (await readFile(join(datadir, DATA_FILE))).subarray(0, bytes)
    const { positions, keyEnds } = findStructure(file, pageSize)
    const random = createRandom(2_026)
    const chosen = [
      ...Array.from({ length: flips }, (_, index) => ({
        at: index % 2 === 0 ? random(bytes) : positions[random(positions.length)]!,
        bit: random(8),
      })),
      // A row takes the key of its neighbour.
      ...keyEnds.map((at) => ({ at, bit: 0 })),
    ]
    const seen = new Set<FlipOutcome['answers']>()
    for await (const outcome of flipBits(datadir, chosen)) {
      const { answers, verify, note } = outcome
      expect(answers, JSON.stringify(outcome)).not.toBe('wrong')
      if (answers !== 'same') expect(verify, JSON.stringify(outcome)).not.toBe('holds')
      expect(note).not.toContain('unclear')
      seen.add(answers)
    }
    expect([...seen]).toEqual(expect.arrayContaining(['same', 'error']))
    await rm(datadir, { recursive: true })
  },
  600_000 + 10_000 * flips,
)
