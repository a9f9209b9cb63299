import type { BscBlock } from '@lectern/spec'
import { ethereum } from './ethereum.ts'
import type { Family } from './family.ts'

/** BNB Smart Chain and its test network. */
export const bsc: Family = {
  ...ethereum,
  name: 'bsc',
  blockMembers: ['milliTimestamp'] satisfies (keyof BscBlock)[],
  mayShareTimestamp: true, // from Maxwell on, a block takes less than a second
}
