import { fromHex } from '@lectern/chain'
import { type BlockObject, type BlockReference, errors } from '@lectern/spec'
import { HistoryError } from '../../error.ts'
import type { Head } from '../interface.ts'

/** Returns the hash, or the number or tag, that names a block. */
export function toBlockObject(block: BlockReference): BlockObject {
  if (typeof block === 'object') return block
  return block.length === HASH_LENGTH ? { blockHash: block as `0x${string}` } : { blockNumber: block }
}

/** The length of a hash; a number is shorter. */
const HASH_LENGTH = 66

/** Returns the number that a parameter means; null without a block. Throws HistoryError 4444 below the lowest stored block. */
export function findNumber(head: Head | null, numberOrTag: string): number | null {
  const tag = Object.hasOwn(tags, numberOrTag) ? tags[numberOrTag] : undefined
  if (tag) {
    const number = head && tag(head)
    return number === null ? null : Number(number)
  }
  if (!/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/.test(numberOrTag))
    throw new HistoryError(
      errors.InvalidParams.code,
      `${JSON.stringify(numberOrTag)} must be a block number or a tag.`,
    )
  const number = BigInt(numberOrTag)
  if (head === null || number > head.number) return null
  if (number < head.lowest)
    throw new HistoryError(
      errors.PrunedHistoryUnavailable.code,
      `${errors.PrunedHistoryUnavailable.message}: block ${number} is below ${head.lowest}, the lowest stored block.`,
    )
  return Number(number)
}

const tags: { readonly [tag: string]: (head: Head) => bigint | null } = {
  earliest: ({ lowest }) => lowest,
  latest: ({ number }) => number,
  safe: ({ safe }) => safe,
  finalized: ({ finalized }) => finalized,
  pending: () => null,
}

export function parseHash(hash: string): Uint8Array {
  try {
    if (hash.length === HASH_LENGTH) return fromHex(hash)
  } catch {
    // The sentence below says it.
  }
  throw new HistoryError(errors.InvalidParams.code, `${JSON.stringify(hash)} must be a hash of 32 bytes.`)
}
