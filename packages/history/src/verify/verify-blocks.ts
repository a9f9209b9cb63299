import { ChainError, hashHeader, toHex, type VerifiedBlock } from '@lectern/chain'
import { equalBytes, fromVerification } from '@lectern/chain/internal'
import { keep } from '../archive/e2store.ts'
import type { EraEntries } from '../archive/era-block.ts'
import { rulesOf } from '../family.ts'
import type { Line } from '../archive/json-lines.ts'
import { bytesOf, type StoredBlock } from '../store/interface.ts'
import { verifyBatches, type VerifyOptions } from './batches.ts'
import type { Packed } from './tasks.ts'
import { fromVerdict } from './verdicts.ts'

// Each of these verifies blocks in threads and yields them in order. It throws the first fault after the blocks before it.

/** A verified block, and the bytes of its file up to it. */
export interface ReadBlock extends Packed {
  readonly block: VerifiedBlock
  readonly read: number
}

/** Verifies the blocks of an era file, of at most `limit` bytes per part. */
export async function* verifyEras(
  entries: AsyncIterable<EraEntries>,
  { path, limit, ...options }: VerifyOptions & { readonly path: string; readonly limit: number },
): AsyncGenerator<ReadBlock> {
  const verified = verifyBatches(entries, {
    ...options,
    source: 'era',
    sizeOf: ({ header, body, receipts }) => header.data.length + body.data.length + receipts.data.length,
    pick: ({ number, header, body, receipts }) => ({ path, limit, number, header, body, receipts }),
    link: ({ header }) => ({ path, limit, header: keep(header) }),
    name: (batch) => `${path}: to verify blocks ${batch[0]!.number} to ${batch.at(-1)!.number}`,
  })
  for await (const { item, verdict } of verified)
    yield { ...pickFrames(verdict), block: fromVerdict(verdict, options.config), read: item.read }
}

export async function* verifyLines(
  lines: AsyncIterable<Line>,
  options: Omit<VerifyOptions, 'parent'>,
): AsyncGenerator<ReadBlock> {
  const verified = verifyBatches(lines, {
    ...options,
    parent: null,
    source: 'lines',
    sizeOf: ({ bytes }) => bytes.length,
    pick: (line) => line,
    link: (line) => line,
    name: (batch) => `${batch.at(-1)!.path}: to verify ${batch.length} lines`,
  })
  for await (const { item, verdict } of verified)
    yield { ...pickFrames(verdict), block: fromVerdict(verdict, options.config), read: item.read }
}

const pickFrames = ({ frames }: Packed): Packed => (frames ? { frames } : {})

/** Verifies stored blocks; this thread verifies a few. A ChainError has the number of its block. */
export async function* verifyStored(
  blocks: Iterable<StoredBlock> | AsyncIterable<StoredBlock>,
  options: VerifyOptions,
): AsyncGenerator<Packed & { readonly stored: StoredBlock; readonly block: VerifiedBlock }> {
  const verified = verifyBatches(blocks, {
    ...options,
    source: 'stored',
    sizeOf: bytesOf,
    pick: ({ raw }) => raw,
    link: ({ raw }) => raw.header,
    name: (batch) => `to verify ${batch.length} blocks of the store`,
    explain,
  })
  for await (const { item, verdict } of verified)
    yield {
      ...pickFrames(verdict),
      stored: item,
      block: fromVerification(item.raw, verdict, rulesOf(options.config)),
    }
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
