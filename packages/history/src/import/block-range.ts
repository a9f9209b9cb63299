import { boundsOfEra, type EraName } from '../archive/eras.ts'
import { HistoryError } from '../error.ts'
import type { Head } from '../store/interface.ts'

/** The blocks of a source that are stored, both ends included. */
export interface BlockRange {
  /** The first block. @default the source's first */
  readonly from?: bigint | undefined
  /** The last block. @default the source's last */
  readonly to?: bigint | undefined
}

export const isInRange = (number: bigint, { from, to }: BlockRange): boolean =>
  (from === undefined || number >= from) && (to === undefined || number <= to)

/** Throws HistoryError `range` if a range has no block, or if it does not follow the stored blocks. */
export function checkRange(range: BlockRange, head: Head | null): void {
  const { from, to } = range
  const fail = (reason: string): never => {
    throw new HistoryError('range', `The range ${ofRange(range).trim()} ${reason}.`)
  }
  if (from !== undefined && to !== undefined && from > to) fail('ends before it begins')
  if (head === null) return
  const { number, lowest } = head
  const stored = `but the store holds blocks ${lowest} to ${number}`
  if (from !== undefined && from > number + 1n)
    fail(`leaves a gap, ${stored}: block ${number + 1n} must come next`)
  if ((from ?? to ?? lowest) < lowest)
    fail(`begins too early, ${stored}: earlier blocks cannot be added to it`)
}

/** Returns the era files that can have blocks of a range. Throws HistoryError `range` if there are none. */
export function pickEras<E extends Pick<EraName, 'era'>>(
  files: readonly E[],
  range: BlockRange,
): readonly E[] {
  const { from = 0n, to } = range
  const picked = files.filter(({ era }) => {
    const { first, last } = boundsOfEra(era)
    return last >= from && (to === undefined || first <= to)
  })
  if (picked.length > 0) return picked
  throw new HistoryError(
    'range',
    `The files are of the eras ${files[0]!.era} to ${files.at(-1)!.era}, but the range is${ofRange(range)}.`,
  )
}

/** Throws HistoryError `range` if the last block of a source is before the end of the range. */
export function checkEnd(source: string, last: bigint, range: BlockRange): void {
  const { from, to = from } = range
  if (to !== undefined && last < to)
    throw new HistoryError(
      'range',
      `${source} ends with block ${last}, but the range is${ofRange(range)}; what was added stays.`,
    )
}

/** Returns the words for a range, after a space; nothing for all blocks. */
export function ofRange({ from, to }: BlockRange): string {
  if (from === undefined) return to === undefined ? '' : ` up to block ${to}`
  return ` from block ${from}${to === undefined ? ' on' : ` to ${to}`}`
}
