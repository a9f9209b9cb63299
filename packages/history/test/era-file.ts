import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashHeader, type RawBlock, toHex } from '@lectern/chain'
import { ENTRY_HEAD } from '../src/archive/e2store.ts'
import { type Prove, writeEra1, writeEre } from '../src/archive/era-writers.ts'

/** An era file that was written: where, and its bytes. */
export interface WrittenEra {
  readonly path: string
  readonly folder: string
  readonly bytes: Uint8Array
  readonly totalDifficulty: bigint
}

interface WriteOptions {
  readonly difficultyBefore?: bigint
  readonly folder?: string
  /** The proofs that an ere file has. */
  readonly prove?: Prove
}

/** Writes blocks as an era1 file of the network `synthetic`, in a new folder or the one given. */
export async function writeEraFile(
  blocks: readonly RawBlock[],
  { difficultyBefore = 0n, folder = newFolder() }: WriteOptions = {},
): Promise<WrittenEra> {
  const pieces: Uint8Array[] = []
  const { name, totalDifficulty } = await writeEra1(
    blocks,
    difficultyBefore,
    (piece) => void pieces.push(piece),
  )
  return { ...keep(folder, `synthetic-${name}`, pieces), totalDifficulty }
}

/** Writes blocks of era 0 as an ere file of the network `synthetic`, in a new folder or the one given. */
export async function writeEreFile(
  blocks: readonly RawBlock[],
  { difficultyBefore = 0n, folder = newFolder(), prove }: WriteOptions = {},
): Promise<WrittenEra> {
  const pieces: Uint8Array[] = []
  const { totalDifficulty, isProven } = await writeEre(
    { headers: () => blocks.map(({ header }) => header), blocks: () => blocks },
    difficultyBefore,
    (piece) => void pieces.push(piece),
    prove,
  )
  const short = toHex(hashHeader(blocks.at(-1)!.header)).slice(2, 10)
  return {
    ...keep(folder, `synthetic-00000-${short}${isProven ? '' : '-noproofs'}.ere`, pieces),
    totalDifficulty,
  }
}

/** Where each entry of a file begins, and at last where the file ends. */
export function entryBorders(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const borders = [0]
  for (let at = 0; at < bytes.length;) borders.push((at += ENTRY_HEAD + view.getUint32(at + 2, true)))
  return borders
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'lectern-era-'))

function keep(folder: string, name: string, pieces: readonly Uint8Array[]) {
  const path = join(folder, name)
  const bytes = new Uint8Array(Buffer.concat(pieces))
  writeFileSync(path, bytes)
  return { path, folder, bytes }
}
