import { readFileSync } from 'node:fs'
import { decodeHeader } from '@lectern/chain'
import { describeCorpus } from '@lectern/fixtures'
import { expect, test } from 'vitest'
import { unpackBlocks } from '../../test/raw-blocks.ts'
import { inspectEra, readEra } from './era.ts'
import { writeEra1 } from './era-writers.ts'

describeCorpus('era1', 'published era1 files', (folder) => {
  test.each([
    ['mainnet-00000-5ec1ffb8.era1', 0n, 8191n],
    ['mainnet-00001-a5364e9a.era1', 8192n, 16383n],
    ['sepolia-00021-b8814b14.era1', 172032n, 180223n],
  ])('%s is read to its end, and written again byte for byte', async (name, first, last) => {
    const path = `${folder}/${name}`
    const era = await inspectEra({ path, format: 'era1' })
    expect(era).toMatchObject({ network: name.split('-')[0], first, last })
    const pieces: Uint8Array[] = []
    const written = await writeEra1(
      unpackBlocks(readEra(era)),
      era.difficulty!.before,
      (bytes) => void pieces.push(bytes),
    )
    expect(Buffer.concat(pieces).equals(readFileSync(path))).toBe(true)
    expect(name.endsWith(written.name)).toBe(true)
    expect(written.totalDifficulty).toBe(era.difficulty!.total)
  })

  test('reading can begin at any block', async () => {
    const era = await inspectEra({ path: `${folder}/sepolia-00021-b8814b14.era1`, format: 'era1' })
    const blocks = await Array.fromAsync(unpackBlocks(readEra(era, { from: 180_220n })))
    const numbers = blocks.map(({ header }) => decodeHeader(header).number)
    expect(numbers).toEqual([180_220n, 180_221n, 180_222n, 180_223n])
  })
})
