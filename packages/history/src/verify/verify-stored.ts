import { ChainError, hashHeader, type RawBlock, toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes, fromVerification, type Verification } from '@lectern/chain/internal'
import type { StoredBlock } from '../store/interface.ts'
import { gather, verifyBatches } from './batches.ts'
import { toError, type Verdicts } from './verdicts.ts'
import { type StoredTask, verifyStoredBatch } from './verify-batch.ts'
import type { Verifiers, VerifyByOptions } from './verifiers.ts'

/** A stored block, and what its parts verify to. */
export interface VerifiedStored {
  readonly stored: StoredBlock
  readonly block: VerifiedBlock
}

/**
 * Verifies stored blocks in threads and yields them in order; few blocks are verified by this thread. Throws what is wrong with the first
 * that fails or cannot be read, after those before it: ChainError with its number, or what reading threw.
 */
export async function* verifyStored(
  blocks: Iterable<StoredBlock> | AsyncIterable<StoredBlock>,
  { verifiers, parent, config }: VerifyByOptions,
): AsyncGenerator<VerifiedStored> {
  let before: StoredTask['before'] = parent
  const verified = verifyBatches(blocks, {
    threads: verifiers.count,
    sizeOf: ({ size, transactions }) => transactions.reduce((sum, { receipt }) => sum + receipt.length, size),
    async verify(batch, isShort) {
      const task = { config, before, blocks: batch.map(({ raw }) => raw) }
      before = batch.at(-1)!.raw.header
      return isShort ? verifyStoredBatch(task) : await send(task, verifiers)
    },
  })
  for await (const { batch, result } of verified) {
    const { blocks, fault } = result
    for (const [index, verification] of blocks.entries()) {
      const stored = batch[index]!
      yield { stored, block: fromVerification(stored.raw, verification) }
    }
    if (fault === undefined) continue
    const error = toError(fault)
    if (!(error instanceof ChainError)) throw error
    const { number, hash, raw } = batch[blocks.length]!
    const found = hashHeader(raw.header) // a damaged header may have a further field
    if (error.check === 'unsupported' && !equalBytes(found, hash)) {
      const message = `block ${number}: its header hashes to ${toHex(found)}, not ${toHex(hash)}.`
      throw new ChainError('header', message, { number })
    }
    if (error.number !== undefined) throw error
    throw new ChainError(error.check, `block ${number}: ${error.message}`, { number })
  }
}

/** The bytes of all blocks in one buffer, which goes over without a copy. */
function send(task: StoredTask, verifiers: Verifiers): Promise<Verdicts<Verification>> {
  const { buffer, copy } = gather(task.blocks.flatMap(partsOf))
  const blocks = task.blocks.map(({ transactions, uncles, withdrawals, receipts }) => ({
    header: copy(),
    transactions: transactions.map(copy),
    uncles: uncles.map(copy),
    receipts: receipts.map(copy),
    ...(withdrawals && { withdrawals: withdrawals.map(copy) }),
  }))
  return verifiers.verifyStored({ ...task, blocks }, buffer)
}

const partsOf = ({ header, transactions, uncles, withdrawals = [], receipts }: RawBlock) => [
  header,
  ...transactions,
  ...uncles,
  ...receipts,
  ...withdrawals,
]
