import { ChainError, hashHeader, type RawBlock, toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes, fromVerification, type Verification } from '@lectern/chain/internal'
import type { StoredBlock } from '../store/interface.ts'
import { gather, verifyBatches } from './batches.ts'
import { type StoredTask, verifyStoredBatch } from './stored-batch.ts'
import type { Verdicts } from './verdicts.ts'
import type { Verifiers, VerifyByOptions } from './verifiers.ts'

/** A stored block, and the verified block of its parts. */
export interface VerifiedStored {
  readonly stored: StoredBlock
  readonly block: VerifiedBlock
}

/**
 * Verifies stored blocks in threads and yields them in order; this thread verifies a few. Throws a ChainError with the number of the
 * first
 * that fails, or the error of reading, after those before it.
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
    explain,
  })
  for await (const { item, verdict } of verified)
    yield { stored: item, block: fromVerification(item.raw, verdict) }
}

/** Adds a block's number to the error that it failed with. */
function explain(error: Error, { number, hash, raw }: StoredBlock): Error {
  if (!(error instanceof ChainError)) return error
  const found = hashHeader(raw.header) // a damaged header may have a further field
  if (error.check === 'unsupported' && !equalBytes(found, hash)) {
    const message = `block ${number}: its header hashes to ${toHex(found)}, not ${toHex(hash)}.`
    return new ChainError('header', message, { number })
  }
  if (error.number !== undefined) return error
  return new ChainError(error.check, `block ${number}: ${error.message}`, { number })
}

/** Sends the bytes of all blocks in one buffer, which is transferred without a copy. */
function send(task: StoredTask, verifiers: Verifiers): Promise<Verdicts<Verification>> {
  const { buffer, copy } = gather(task.blocks.flatMap(partsOf))
  const blocks = task.blocks.map(({ transactions, uncles, withdrawals, receipts }) => ({
    header: copy(),
    transactions: transactions.map(copy),
    uncles: uncles.map(copy),
    receipts: receipts.map(copy),
    ...(withdrawals && { withdrawals: withdrawals.map(copy) }),
  }))
  const name = `to verify ${blocks.length} blocks of the store`
  return verifiers.verify('stored', { ...task, blocks }, name, [buffer])
}

const partsOf = ({ header, transactions, uncles, withdrawals = [], receipts }: RawBlock) => [
  header,
  ...transactions,
  ...uncles,
  ...receipts,
  ...withdrawals,
]
