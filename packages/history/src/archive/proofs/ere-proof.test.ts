import { rmSync, writeFileSync } from 'node:fs'
import { presets } from '@lectern/consensus'
import { expect, onTestFinished, test } from 'vitest'
import { writeEreFile } from '../../../test/era-file.ts'
import { makeChain } from '../../../test/synthetic.ts'
import { encodeProof, readProof } from './block-proofs.ts'

const preset = presets.mainnet
const proofOf = (at: number) =>
  ({ kind: 'accumulator', proof: Array.from({ length: 15 }, () => new Uint8Array(32).fill(at + 1)) }) as const
const raw = makeChain(20, 1).map((block) => block.raw)

async function write(withProofs = true) {
  const file = await writeEreFile(
    raw,
    withProofs ? { prove: () => (at) => encodeProof(proofOf(at), preset) } : {},
  )
  onTestFinished(() => rmSync(file.folder, { recursive: true }))
  return file
}

test('the proof of each block of a file is found by its index, of no other block', async () => {
  const { path } = await write()
  for (const at of [0, 1, 19]) expect(await readProof(path, BigInt(at), preset)).toEqual(proofOf(at))
  for (const number of [20n, 8_192n, 2n ** 63n]) expect(await readProof(path, number, preset)).toBeUndefined()
})

test('a file without proofs has none', async () => {
  const { path } = await write(false)
  expect(await readProof(path, 1n, preset)).toBeUndefined()
})

test('a file without its end, and an index that leads nowhere, are refused with the byte', async () => {
  const { path, bytes } = await write()
  for (const length of [0, 20, 60, bytes.length - 1, bytes.length - 8]) {
    writeFileSync(path, bytes.subarray(0, length))
    await expect(readProof(path, 1n, preset), `${length} bytes`).rejects.toThrow(/: byte -?\d+: /)
  }
  for (const [at, value] of [
    [8, 8_193n],
    [8, 0n],
    [16, 6n],
    [16, 1n],
  ] as const) {
    const changed = bytes.slice()
    new DataView(changed.buffer).setBigUint64(changed.length - at, value, true)
    writeFileSync(path, changed)
    await expect(readProof(path, 1n, preset)).rejects.toThrow('does not end with an index of its blocks')
  }
  const index = bytes.length - 16 - 8 * 4 * 20 // of the first block's entries
  const changed = bytes.slice()
  new DataView(changed.buffer).setBigInt64(index, -(2n ** 40n), true)
  writeFileSync(path, changed)
  await expect(readProof(path, 0n, preset)).rejects.toThrow('bytes are missing')
})
