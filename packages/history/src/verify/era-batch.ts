import type { ChainConfig, Parent } from '@lectern/chain'
import { toVerification } from '@lectern/chain/internal'
import { type Entry, unpackEntry } from '../archive/e2store.ts'
import { type BlockEntries, splitPacked, unpackParts } from '../archive/era-block.ts'
import { collect, toFault, toParent, type Verdict, type Verdicts, verifyFrom } from './verdicts.ts'

/** Blocks of one file, one after the other, to be verified at once. */
export interface EraTask {
  readonly path: string
  readonly config: ChainConfig
  readonly limit: number
  /** The block before the first, or its header as it is in the file; null if the first is trusted. */
  readonly before: Parent | Entry | null
  readonly blocks: readonly BlockEntries[]
}

/** Verifies blocks in order, up to the first that fails. */
export const verifyEraBatch = (task: EraTask): Verdicts<Verdict> => collect(verifyEntries(task), toFault)

function* verifyEntries({ path, config, limit, before, blocks }: EraTask): Generator<Verdict> {
  const isEntry = before && 'data' in before
  const check = verifyFrom(config, isEntry ? toParent(unpackEntry({ path }, before, limit)) : before)
  for (const entries of blocks) {
    const parts = unpackParts({ path }, entries, limit)
    yield { ...parts, verification: toVerification(check(splitPacked({ path }, entries, parts))) }
  }
}
