// What the tests of other packages use: the private entry `@lectern/chain/testing`.
export { proveReceipt, proveTransaction } from './prove.ts'
export { type BlockRecord, genesisConfigs, networks, readRecords } from './records.ts'
