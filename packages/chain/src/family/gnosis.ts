import type { GnosisBlock } from '@lectern/spec'
import { ethereum } from './ethereum.ts'
import type { Family } from './family.ts'

const { mixHash: _, nonce: __, ...fields } = ethereum.header
const rows = Object.entries(fields)

/** Gnosis and Chiado. */
export const gnosis: Family = {
  ...ethereum,
  name: 'gnosis',
  // Before the merge, AuRa's step and seal are in place of mixHash and nonce.
  seal: 'auraSeal' satisfies keyof GnosisBlock,
  sealedHeader: Object.fromEntries([
    ...rows.slice(0, 13),
    ['auraStep', 'uint64'],
    ['auraSeal', 'bytes'],
    ...rows.slice(13),
  ]),
}
