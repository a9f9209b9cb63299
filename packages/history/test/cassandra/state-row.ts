import type { StateRow } from '../../src/store/cassandra/state-row.ts'

/** The members of a row of `state` that most tests do without. */
export const noMembers: Omit<StateRow, 'state' | 'epoch' | 'sequence'> = {
  chain: null,
  timestamp: null,
  dirty: null,
  cold: null,
  writer: null,
  recent: new Uint8Array(0),
}
