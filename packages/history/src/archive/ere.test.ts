import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeCorpus } from '@lectern/fixtures'
import { afterAll, expect, test } from 'vitest'
import { unpackBlocks } from '../../test/raw-blocks.ts'
import { inspectEra, readEra } from './era.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-ere-'))
afterAll(() => rmSync(folder, { recursive: true }))

const name = 'sepolia-00021-af105ff1-noproofs.ere'

/** The sentence that bytes under a name are refused with. */
async function refuse(bytes: Uint8Array, as: string = name): Promise<string> {
  writeFileSync(join(folder, as), bytes)
  const error = (await inspectEra({ path: join(folder, as), format: 'ere' }).catch(
    (caught: unknown) => caught,
  )) as Error
  return error.message.replace(folder, '…')
}

describeCorpus('ere', 'an ere file', (corpus) => {
  const path = join(corpus, name)

  test('holds the very blocks of the era1 file that it was made of', async () => {
    const era = await inspectEra({ path, format: 'ere' })
    expect(era).toMatchObject({ network: 'sepolia', first: 172_032n, last: 180_223n })
    const ere = unpackBlocks(readEra(era))
    let transactions = 0
    const era1 = await inspectEra({
      path: join(corpus, '../era1/sepolia-00021-b8814b14.era1'),
      format: 'era1',
    })
    for await (const block of unpackBlocks(readEra(era1))) {
      const other = (await ere.next()).value!
      transactions += block.transactions.length
      if (block.transactions.length > 0 || block.number % 500n === 0n) expect(other).toEqual(block)
    }
    expect(transactions).toBe(93)
    expect((await ere.next()).done).toBe(true)
  })

  test('can be read from any block on', async () => {
    const blocks = await Array.fromAsync(
      readEra(await inspectEra({ path, format: 'ere' }), { from: 180_221n }),
    )
    expect(blocks.map(({ number }) => number)).toEqual([180_221n, 180_222n, 180_223n])
  })

  test('under another name, cut off, or with a changed index is refused', async () => {
    const bytes = readFileSync(path)
    expect(await refuse(bytes, 'sepolia-00022-af105ff1.ere')).toMatch(
      /the name says era 22 .* but the file holds era 21/,
    )
    expect(await refuse(bytes.subarray(0, -300_000))).toMatch(/the file is cut off/)
    const changed = (at: number, value: number) => Buffer.from(bytes).fill(value, at, at + 1)
    expect(await refuse(changed(bytes.length - 16, 9))).toMatch(
      /the index of \d+ bytes counts 8192 blocks with 9 entries each/,
    )
    expect(await refuse(changed(bytes.length - 24, 1))).toMatch(
      /the index does not lead to an entry of block 180223/,
    )
    expect(await refuse(changed(1, 0x33))).toMatch(/byte 0: the version must come first/)
  })
})
