import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RawBlock } from '@lectern/chain'
import { writeEra1 } from '../src/archive/era1-writer.ts'

/** Writes blocks as an era1 file of the network `synthetic`, in a new folder or the one given; gives its path and bytes. */
export async function writeEraFile(
  blocks: readonly RawBlock[],
  {
    difficultyBefore = 0n,
    folder = mkdtempSync(join(tmpdir(), 'lectern-era-')),
  }: { difficultyBefore?: bigint; folder?: string } = {},
): Promise<{ path: string; folder: string; bytes: Uint8Array; totalDifficulty: bigint }> {
  const pieces: Uint8Array[] = []
  const { name, totalDifficulty } = await writeEra1(
    blocks,
    difficultyBefore,
    (piece) => void pieces.push(piece),
  )
  const path = join(folder, `synthetic-${name}`)
  const bytes = Buffer.concat(pieces)
  writeFileSync(path, bytes)
  return { path, folder, bytes, totalDifficulty }
}
