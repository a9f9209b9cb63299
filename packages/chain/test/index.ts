// The tools of other packages' tests: the private entry `@lectern/chain/testing`.
export { proveReceipt, proveTransaction } from './prove.ts'
export { type BlockRecord, genesisConfigs, networks, readRecords } from './records.ts'
export {
  allowedDifferences,
  compareJson,
  type Differences,
  readPacked,
  readRecorded,
  type RecordedBlock,
} from './l2-corpus.ts'
