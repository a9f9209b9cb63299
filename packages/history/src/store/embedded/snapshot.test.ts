import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeChain } from '../../../test/synthetic.ts'
import { openEmbeddedStore } from './store.ts'

test('a snapshot has what was committed a tenth of a millisecond before, in the same event turn too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const blocks = makeChain(40, 1)
  await using writer = await openEmbeddedStore(folder)
  writer.commit({ blocks: blocks.slice(0, 1) })
  await using reader = await openEmbeddedStore(folder, { readOnly: true })
  const seen: (bigint | undefined)[] = []
  using first = reader.snapshot()
  for (const block of blocks.slice(1)) {
    writer.commit({ blocks: [block] })
    for (const end = performance.now() + 0.2; performance.now() < end;);
    using snapshot = reader.snapshot()
    seen.push(snapshot.head?.number)
  }
  expect(seen).toEqual(blocks.slice(1).map(({ number }) => number))
  expect(first.head?.number).toBe(0n)
  expect(first.blockHash(1n)).toBeUndefined()
})
