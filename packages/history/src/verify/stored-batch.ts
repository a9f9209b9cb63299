import type { ChainConfig, Parent, RawBlock } from '@lectern/chain'
import { toVerification, type Verification } from '@lectern/chain/internal'
import { collect, toFault, toParent, type Verdicts, verifyFrom } from './verdicts.ts'

/** Stored blocks, one after the other, to be verified at once. */
export interface StoredTask {
  readonly config: ChainConfig
  /** The block before the first, or its header as RLP; null if the first is trusted. */
  readonly before: Parent | Uint8Array | null
  readonly blocks: readonly RawBlock[]
}

/** Verifies blocks in order, up to the first that fails. */
export const verifyStoredBatch = (task: StoredTask): Verdicts<Verification> =>
  collect(verifyParts(task), toFault)

function* verifyParts({ config, before, blocks }: StoredTask): Generator<Verification> {
  const check = verifyFrom(config, before instanceof Uint8Array ? toParent(before) : before)
  for (const raw of blocks) yield toVerification(check(raw))
}
