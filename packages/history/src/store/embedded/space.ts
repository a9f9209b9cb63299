import { statfsSync } from 'node:fs'
import { HistoryError } from '../../error.ts'

const LEAST = 2 ** 20 // bytes; the first commits take a tenth of it

/** Refuses to write where the disk is all but full: LMDB dies of a disk that cannot take its first pages. Throws HistoryError `unwritable`. */
export function checkSpace(folder: string): void {
  if (isFull(folder)) throw new HistoryError('unwritable', `${folder} cannot be written: ${FULL}.`)
}

/** Why a write failed; LMDB knows a full disk only as "Input/output error". */
export function writeFault(folder: string, { message }: Error): string {
  return isFull(folder) ? `${FULL} (${message})` : message
}

const FULL = `less than ${LEAST / 2 ** 20} MiB is left on its disk`

function isFull(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < LEAST
}
